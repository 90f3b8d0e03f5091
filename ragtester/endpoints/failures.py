"""What went wrong at an endpoint, as an `EndpointError` with the endpoint's own words and the remedy."""

from __future__ import annotations

import email.utils
import re
import time
from collections.abc import Iterator, Mapping

from ragtester.endpoints.address import Address
from ragtester.errors import EndpointError, EndpointProblem

_WORDS = 300
_QUOTA = re.compile(r"insufficient_quota|exceeded your current quota|billing", re.IGNORECASE)


def endpoint_error(error: Exception, *, address: Address, model: str, timeout: float) -> EndpointError:
    """The failure of one call, from any exception of the openai client or of its transport.

    Args:
        error: what was raised: an `openai.OpenAIError`, an `aiohttp.ClientError`, an `OSError`, or the `ValueError`
            of a body that is not JSON.
        address: where the call went.
        model: the model that was asked for.
        timeout: seconds after which a call counts as hanging.
    """
    import openai

    if isinstance(error, openai.APIStatusError):
        return status_error(
            error.status_code,
            error.body if error.body is not None else error.message,
            headers=error.response.headers,
            address=address,
            model=model,
        )
    if isinstance(error, TimeoutError) or (isinstance(error, openai.APITimeoutError) and not _dropped(error)):
        return EndpointError(
            f"{address.url} gave no reply within {timeout:g} s; raise timeout for a slow model",
            problem="timeout",
            retryable=True,
        )
    if isinstance(error, ValueError):
        return EndpointError(
            f"{address.url} answered with something that is not JSON ({error}); does base_url end with /v1?",
            problem="not_json",
            retryable=True,
        )
    cause = list(_causes(error))[-1]
    return EndpointError(
        f"no connection to {address.url} ({type(cause).__name__}: {cause}); is the server running, and base_url right?",
        problem="connection",
        retryable=True,
    )


def status_error(
    status: int, body: object, *, address: Address, model: str, headers: Mapping[str, str] | None = None
) -> EndpointError:
    """The failure that an HTTP status means."""
    said = words(body)
    problem, retryable, remedy = _meaning(status, said, address, model)
    return EndpointError(
        f"{address.url} answered {status}: {said or 'no message'}{f'; {remedy}' if remedy else ''}",
        problem=problem,
        retryable=retryable,
        retry_after=retry_after(headers or {}),
    )


def _meaning(status: int, said: str, address: Address, model: str) -> tuple[EndpointProblem, bool, str]:
    if status in (401, 403):
        return "authentication", False, f"is the key in {address.key_name} right, and may it use {model}?"
    if status in (404, 405):
        return "not_found", False, f"is there a model {model!r} at this address, and does base_url end with /v1?"
    if status == 408:
        return "timeout", True, ""
    if status == 429 and _QUOTA.search(said):
        return "rate_limited", False, "the account's quota is spent"
    if status == 429:
        return "rate_limited", True, "lower concurrency, or set requests_per_minute"
    if status in (409, 425) or (status >= 500 and status not in (501, 505)):
        return "server_error", True, ""
    return "bad_request", False, ""


def words(body: object) -> str:
    """What an endpoint said, on one line, cut to a readable length; of a web page only that it is one."""
    if isinstance(body, Mapping):
        inner = body.get("error", body)
        found = inner.get("message", inner) if isinstance(inner, Mapping) else inner
        text = str(found)
    else:
        text = "" if body is None else str(body)
    if re.match(r"\s*<(!doctype|html)", text, re.IGNORECASE):
        title = re.search(r"<title[^>]*>(.*?)</title>", text, re.IGNORECASE | re.DOTALL)
        text = f"a web page{f' titled {title.group(1).strip()!r}' if title else ''}"
    line = " ".join(text.split())
    return line if len(line) <= _WORDS else f"{line[: _WORDS - 1]}…"


def retry_after(headers: Mapping[str, str]) -> float | None:
    """Seconds that the headers ask to wait: `retry-after-ms`, or `retry-after` in seconds or as a date."""
    milliseconds = _number(headers.get("retry-after-ms"))
    if milliseconds is not None:
        return milliseconds / 1000
    value = headers.get("retry-after")
    seconds = _number(value)
    if seconds is not None or value is None:
        return seconds
    try:
        moment = email.utils.parsedate_to_datetime(value)
    except ValueError:
        return None
    return max(0.0, moment.timestamp() - time.time())


def _number(value: str | None) -> float | None:
    try:
        number = float(value) if value else None
    except ValueError:
        return None
    return number if number is not None and 0 <= number < float("inf") else None


def _dropped(error: Exception) -> bool:
    """Whether a "timeout" of the client is in truth a connection that the other side closed."""
    import aiohttp

    return any(
        isinstance(cause, aiohttp.ClientConnectionError) and not isinstance(cause, aiohttp.ServerTimeoutError)
        for cause in _causes(error)
    )


def _causes(error: BaseException) -> Iterator[BaseException]:
    current: BaseException | None = error
    seen: set[int] = set()
    while current is not None and id(current) not in seen:
        seen.add(id(current))
        yield current
        current = current.__cause__ or current.__context__
