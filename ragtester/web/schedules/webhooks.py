"""Messages to the webhooks of the operator's file: signed, retried, each sent once."""

from __future__ import annotations

import hashlib
import hmac
import json
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from email.message import Message
from typing import IO
from urllib.parse import quote

from ragtester.store import Found
from ragtester.version import __version__
from ragtester.web.schedules.nights import Change
from ragtester.web.service import Service
from ragtester.web.settings import Webhook

TRIES = 8
TIMEOUT = 10.0
_FIRST_WAIT = 5.0
_LONGEST_WAIT = 3600.0


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    """A target must answer itself: a redirect could lead to where the operator did not allow."""

    def redirect_request(
        self, req: urllib.request.Request, fp: IO[bytes], code: int, msg: str, headers: Message, newurl: str
    ) -> None:
        """Never followed."""


_OPENER = urllib.request.build_opener(_NoRedirect, urllib.request.ProxyHandler({}))


class Messenger:
    """Queues messages in the database and sends what is due."""

    def __init__(self, service: Service, *, now: Callable[[], float] = time.time) -> None:
        self._service = service
        self._now = now

    def post(self, night: Found, *, event: str, run: str, change: Change) -> None:
        """Queues a message about a night, if its schedule has a target that exists."""
        schedule = self._service.schedules.get(night["schedule"])
        target = schedule["target"] if schedule else None
        hook = self._service.operator.webhooks.get(target) if target else None
        if hook is None:
            return
        body = _body(hook, self._service.operator.public_url, night, event=event, run=run, change=change)
        ident = f"{night['schedule']}-{int(night['due'])}-{event}"
        self._service.schedules.post(ident, target=str(target), event=event, body=body, due=self._now())

    def send_due(self) -> None:
        """Sends every message that is due; one that fails waits twice as long each time."""
        schedules = self._service.schedules
        for message in schedules.waiting(now=self._now()):
            if not schedules.take_message(message["id"], due=message["due"], lease=6 * TIMEOUT):
                continue
            hook = self._service.operator.webhooks.get(message["target"])
            problem = _send(hook, message) if hook else f"service.yaml has no webhook {message['target']} any more"
            tries = message["attempts"] + 1
            status = "sent" if problem is None else "given_up" if tries >= TRIES or hook is None else "waiting"
            wait = min(_LONGEST_WAIT, _FIRST_WAIT * 2**tries)
            schedules.told(message["id"], status=status, message=problem or "", due=self._now() + wait)


def signature(secret: str, when: int, body: str) -> str:
    """`sha256=` and the HMAC of time and body; a receiver computes the same and compares."""
    return "sha256=" + hmac.new(secret.encode(), f"{when}.{body}".encode(), hashlib.sha256).hexdigest()


def _send(hook: Webhook, message: Found) -> str | None:
    when = int(time.time())
    headers = {
        "Content-Type": "application/json",
        "User-Agent": f"ragtester/{__version__}",
        "X-Ragtester-Delivery": message["id"],
        "X-Ragtester-Timestamp": str(when),
    }
    if hook.secret:
        headers["X-Ragtester-Signature"] = signature(hook.secret, when, message["body"])
    request = urllib.request.Request(hook.url, message["body"].encode(), headers, method="POST")  # noqa: S310  checked
    try:
        with _OPENER.open(request, timeout=TIMEOUT) as answer:
            status = int(answer.status)
        return None if 200 <= status < 300 else f"answered {status}"
    except urllib.error.HTTPError as error:
        error.close()
        return f"answered {error.code}"
    except (OSError, ValueError) as error:
        return type(getattr(error, "reason", error)).__name__


def _body(hook: Webhook, public: str, night: Found, *, event: str, run: str, change: Change) -> str:
    url = f"{public.rstrip('/')}/runs/{quote(run)}" if public else ""
    if event == "regression":
        lines = [f"Regression in {night['project']}", *change.reasons[:5]]
        if change.stages:
            lines.append("stages: " + ", ".join(f"{stage} {n}" for stage, n in change.stages.items()))
        if change.tests:
            lines.append("tests: " + ", ".join(change.tests[:8]))
    else:
        lines = [f"{night['project']} has recovered"]
    text = "\n".join([*lines, *([url] if url else [])])
    if hook.format == "slack":
        return json.dumps({"text": _slack(text)})
    return json.dumps(
        {"event": event, "project": night["project"], "run": run, "due": night["due"], "url": url, "text": text}
        | {"change": change.to_json()}
    )


def _slack(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
