"""From the JSON that came back to a reply, or to what is wrong with it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ragtester.endpoints import Address, status_error
from ragtester.endpoints.failures import words
from ragtester.errors import EndpointError, ReplyError
from ragtester.records import Finish, Reply, Request, Usage

_CUT = ("length", "max_tokens")
_FILTERED = ("content_filter", "safety")


def read_reply(payload: object, *, request: Request, address: Address, model: str, seconds: float) -> Reply:
    """The reply that an endpoint's answer holds.

    Raises:
        EndpointError: it is not a chat completion: a web page, an error object, or JSON without choices.
        ReplyError: `refused` by the API or its filter, or `empty`.
    """
    if not isinstance(payload, Mapping):
        raise EndpointError(
            f"{address.url} answered with {words(payload)!r} in place of JSON; does base_url end with /v1?",
            problem="not_json",
            retryable=True,
        )
    choice = _choice(payload, address, model)
    message = choice.get("message")
    if not isinstance(message, Mapping):
        raise EndpointError(f"{address.url} answered without a message", problem="not_json", retryable=True)
    finish_reason = str(choice.get("finish_reason") or "stop")
    text = _text(message.get("content"))
    if finish_reason in _FILTERED:
        raise ReplyError(f"{model}: the reply was stopped by the endpoint's filter", problem="refused", reply=text)
    refusal = message.get("refusal")
    if refusal and not text.strip():
        raise ReplyError(f"{model}: the API refused: {words(refusal)}", problem="refused", reply=str(refusal))
    text, stopped = _cut_at_stop(text, request.stop)
    finish: Finish = "length" if finish_reason in _CUT and not stopped else "stop"
    if not text.strip():
        spent = "; the tokens were spent before it began to answer, raise max_tokens" if finish == "length" else ""
        raise ReplyError(f"{model}: the reply is empty (finish reason {finish_reason}{spent})", problem="empty")
    return Reply(
        text=text,
        finish=finish,
        usage=_usage(payload.get("usage")),
        model=str(payload.get("model") or model),
        seconds=seconds,
    )


def _choice(payload: Mapping[str, object], address: Address, model: str) -> Mapping[str, object]:
    choices = payload.get("choices")
    if isinstance(choices, Sequence) and not isinstance(choices, str) and choices and isinstance(choices[0], Mapping):
        return choices[0]
    error = payload.get("error")
    if error:
        code = str(error.get("code")) if isinstance(error, Mapping) else ""
        status = int(code) if code.isdigit() and 400 <= int(code) < 600 else 500
        raise status_error(status, payload, address=address, model=model)
    raise EndpointError(f"{address.url} answered without choices", problem="not_json", retryable=True)


def _text(content: object) -> str:
    if isinstance(content, str):
        return content
    if isinstance(content, Sequence):
        parts = [part.get("text") for part in content if isinstance(part, Mapping)]
        return "".join(part for part in parts if isinstance(part, str))
    return ""


def _cut_at_stop(text: str, stops: Sequence[str]) -> tuple[str, bool]:
    found = [position for stop in stops if stop and (position := text.find(stop)) >= 0]
    return (text[: min(found)], True) if found else (text, False)


def _usage(usage: object) -> Usage:
    if not isinstance(usage, Mapping):
        return Usage()
    details = usage.get("prompt_tokens_details")
    cached = details.get("cached_tokens") if isinstance(details, Mapping) else None
    return Usage(
        prompt_tokens=_count(usage.get("prompt_tokens")),
        completion_tokens=_count(usage.get("completion_tokens")),
        cached_tokens=_count(cached),
    )


def _count(value: object) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) and value >= 0 else None
