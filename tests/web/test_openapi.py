"""schemathesis over the whole OpenAPI document: what it documents is what it answers, whatever it is sent.

schemathesis lives in an environment of its own, as it loads a plugin into pytest: `SCHEMATHESIS` names its command.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import threading
import time

import pytest

from ragtester.web import create_app
from ragtester.web.service import Service

from .browsing import serving_at
from .conftest import Made

COMMAND = os.environ.get("SCHEMATHESIS") or shutil.which("schemathesis")
CHECKS = ("not_a_server_error", "status_code_conformance", "content_type_conformance", "response_headers_conformance",
          "response_schema_conformance", "negative_data_rejection", "unsupported_method", "allow_header_conformance",
          "missing_required_header", "ignored_auth")  # fmt: skip
EXAMPLES = os.environ.get("SCHEMATHESIS_EXAMPLES", "3")


@pytest.mark.slow
@pytest.mark.timeout(900)
@pytest.mark.filterwarnings("ignore::ResourceWarning")
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
@pytest.mark.skipif(COMMAND is None, reason="NO SCHEMATHESIS: the API is not fuzzed; pip install schemathesis")
def test_no_request_that_can_be_made_from_the_document_has_an_answer_that_is_not_in_it(made: Made) -> None:
    app = create_app(made.settings, background=False)
    service: Service = app.state.service
    config = made.settings.configs / "tiny.yaml"
    before, ended = config.read_text(encoding="utf-8"), threading.Event()

    def end_jobs() -> None:
        # No worker is there to end them, and a job's progress is sent until it has ended.
        while not ended.wait(0.5):
            for job in service.jobs.listed(active=True, limit=500):
                service.jobs.cancel(job["id"])

    ending = threading.Thread(target=end_jobs)
    ending.start()
    try:
        with serving_at(app) as address:
            command = [
                str(COMMAND),
                "run",
                f"{address}/api/openapi.json",
                "--checks",
                ",".join(CHECKS),
                "--max-examples",
                EXAMPLES,
            ]
            command += [
                "--phases",
                "coverage,fuzzing",
                "--seed",
                "7",
                "--no-color",
                "--continue-on-failure",
                "--request-timeout",
                "120",
            ]
            done = subprocess.run(command, capture_output=True, text=True, check=False)
    finally:
        ended.set()
        ending.join()
        config.write_text(before, encoding="utf-8")
        deadline = time.monotonic() + 10
        while service.jobs.active() and time.monotonic() < deadline:
            time.sleep(0.1)
        with service.store.engine.begin() as connection:
            for table in ("job", "token", "schedule", "label"):
                connection.exec_driver_sql(f"DELETE FROM {table}")
    assert done.returncode == 0, done.stdout[-6000:] + done.stderr[-2000:]
    operations = sum(len(item) for item in app.openapi()["paths"].values())
    assert f"{operations} selected / {operations} total" in done.stdout
