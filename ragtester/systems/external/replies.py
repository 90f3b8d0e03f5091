"""What an external system says, as an answer: a text, or a mapping with answer and contexts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ragtester.errors import EndpointError, ReplyError
from ragtester.records import Answer, DocumentChange, IngestReceipt, Retrieved, text_hash


def read_answer(reply: object, *, system: str, seconds: float = 0.0) -> Answer:
    """An answer from what a system returned.

    Args:
        reply: a text, or `{answer, contexts?, candidates?, reranked?, model?}`; a context is a text or
            `{text, document?, chunk_id?, version?, tenant?, score?}`.
        system: its name, for messages.
        seconds: how long it took.

    Raises:
        ReplyError: the answer is empty.
        EndpointError: the reply is of another form.
    """
    if isinstance(reply, str):
        reply = {"answer": reply}
    if not isinstance(reply, Mapping):
        raise _odd(system, f"a {type(reply).__name__} instead of a text or a mapping")
    if reply.get("error"):
        raise EndpointError(f"{system}: {str(reply['error'])[:300]}", problem="server_error", retryable=False)
    text = reply.get("answer")
    if not isinstance(text, str):
        raise _odd(system, f"no text under `answer` but {text!r:.80}")
    if not text.strip():
        raise ReplyError(f"{system} gave an empty answer", problem="empty")
    return Answer(
        text=text,
        candidates=_passages(reply.get("candidates"), system),
        reranked=_passages(reply.get("reranked"), system),
        context=_passages(reply.get("contexts"), system),
        seconds=seconds,
        model=str(reply.get("model") or ""),
    )


def read_retrieval(reply: object, *, system: str, seconds: float = 0.0) -> Answer:
    """A retrieval without an answer: `{contexts, candidates?, reranked?}` or a list of contexts.

    A stage that the system does not report is taken for its contexts; one that it reports as empty is empty.
    """
    listed = reply if not isinstance(reply, Mapping) else reply.get("contexts")
    context = _passages(listed, system)
    if context is None:
        raise _odd(system, "no contexts")
    given = reply if isinstance(reply, Mapping) else {}
    candidates, reranked = (_passages(given.get(stage), system) for stage in ("candidates", "reranked"))
    return Answer(
        text="",
        candidates=context if candidates is None else candidates,
        reranked=context if reranked is None else reranked,
        context=context,
        seconds=seconds,
    )


def read_receipt(reply: object, changes: Sequence[DocumentChange], *, system: str) -> IngestReceipt:
    """What a system said of changes: nothing (all are taken), a list of what is taken, or `{accepted?, failed?}`.

    Raises:
        EndpointError: the reply is of another form.
    """
    sent = tuple(dict.fromkeys(change.document for change in changes))
    if reply is None:
        return IngestReceipt(accepted=sent)
    if isinstance(reply, Sequence) and not isinstance(reply, str):
        return IngestReceipt(accepted=tuple(str(name) for name in reply))
    if not isinstance(reply, Mapping):
        raise _odd(system, f"a {type(reply).__name__} instead of what was accepted and what failed")
    failed = reply.get("failed") or {}
    if isinstance(failed, Sequence) and not isinstance(failed, str):
        failed = dict.fromkeys(failed, "no reason was given")
    if not isinstance(failed, Mapping):
        raise _odd(system, f"failed items that are neither a list nor a mapping but {failed!r:.80}")
    reasons = {str(name): str(reason) for name, reason in failed.items()}
    accepted = reply.get("accepted")
    if accepted is None:
        return IngestReceipt(accepted=tuple(name for name in sent if name not in reasons), failed=reasons)
    if isinstance(accepted, str) or not isinstance(accepted, Sequence):
        raise _odd(system, f"accepted items that are no list but {accepted!r:.80}")
    return IngestReceipt(accepted=tuple(str(name) for name in accepted), failed=reasons)


def read_records(reply: object, *, system: str) -> tuple[Retrieved, ...]:
    """Every stored record: a list of contexts, or a mapping with one under `records`.

    Raises:
        EndpointError: the reply is of another form.
    """
    found = _passages(reply.get("records") if isinstance(reply, Mapping) else reply, system)
    if found is None:
        raise _odd(system, "no records")
    return found


def _passages(listed: object, system: str) -> tuple[Retrieved, ...] | None:
    if listed is None:
        return None
    if isinstance(listed, str) or not isinstance(listed, Sequence):
        raise _odd(system, f"contexts that are no list but {listed!r:.80}")
    return tuple(_passage(item, rank, system) for rank, item in enumerate(listed, start=1))


def _passage(item: object, rank: int, system: str) -> Retrieved:
    if isinstance(item, str):
        item = {"text": item}
    if not isinstance(item, Mapping) or not isinstance(item.get("text"), str):
        raise _odd(system, f"a context that is neither a text nor has one: {item!r:.80}")
    text = str(item["text"])
    score = item.get("score")
    return Retrieved(
        chunk=str(item.get("chunk_id") or item.get("id") or text_hash(text)[:16]),
        document=str(item.get("document") or item.get("doc_id") or ""),
        text=text,
        rank=rank,
        score=float(score) if isinstance(score, int | float) else None,
        version=str(item.get("version") or "1"),
        tenant=str(item["tenant"]) if item.get("tenant") is not None else None,
    )


def _odd(system: str, what: str) -> EndpointError:
    return EndpointError(f"{system} returned {what}", problem="bad_request", retryable=False)
