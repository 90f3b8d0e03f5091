"""Logs as one JSON object a line, on standard error."""

from __future__ import annotations

import json
import logging
import time


class JsonLines(logging.Formatter):
    """Time, level and logger around a message; a message that is a JSON object is merged in."""

    def format(self, record: logging.LogRecord) -> str:
        """One line."""
        text = record.getMessage()
        try:
            said = json.loads(text)
            body = said if isinstance(said, dict) else {"message": text}
        except ValueError:
            body = {"message": text}
        if record.exc_info:
            body["exception"] = self.formatException(record.exc_info)
        when = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(record.created))
        return json.dumps({"time": when, "level": record.levelname.lower(), "logger": record.name, **body})


def log_as_json(level: int = logging.INFO) -> None:
    """Sends the logs of the service to standard error."""
    handler = logging.StreamHandler()
    handler.setFormatter(JsonLines())
    for name in ("ragtester.web", "uvicorn.error"):
        logger = logging.getLogger(name)
        logger.handlers, logger.propagate = [handler], False
        logger.setLevel(level)
