"""Reading and writing contract files (JSON or YAML)."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from ragtester.errors import ContractError
from ragtester.records import JsonValue, text_hash
from ragtester.retrieval.contract.atomic import write_atomically
from ragtester.retrieval.contract.consistency import check_contract
from ragtester.retrieval.contract.evidence_fields import HIGHEST_GRADE, evidence_facts, evidence_json
from ragtester.retrieval.contract.fields import Fields, distinct_texts, fault, parse_moment, shown, whole_number
from ragtester.retrieval.contract.records import (
    GROUPINGS,
    SPLITS,
    UNITS,
    Contract,
    ContractQuery,
    Forbidden,
    ManifestEntry,
)
from ragtester.retrieval.contract.tree import read_tree

CONTRACT_KEYS: Final = frozenset(
    {"version", "k", "manifest", "queries", "corpus", "unit", "default_judgment", "tolerances", "group_by"}
)
MANIFEST_KEYS: Final = frozenset({"chunk_id", "doc_id", "version", "tenant", "text", "sha256", "roles", "start"})
QUERY_KEYS: Final = frozenset(
    {
        "id", "query", "slice", "tenant", "role", "language", "as_of", "answerable", "expect_empty", "judgments",
        "required_ids", "required_text", "alternatives", "forbidden_versions", "min_precision", "min_recall",
        "max_precision_drop", "max_recall_drop", "group", "split", "evidence",
    }
)  # fmt: skip
MOST_RESULTS: Final = 100_000
"""Largest cutoff: more results than any context holds."""
TOLERATED: Final = ("precision_at_k", "recall_at_k", "rank_context_precision", "ndcg_at_k", "mrr", "hit_rate")
_DIGEST = re.compile(r"[0-9a-fA-F]{64}")


def read_contract(path: Path | str) -> Contract:
    """The contract in a file, checked for contradictions and for floors that cannot be reached.

    Raises:
        ContractError: names file, place and remedy.
    """
    path = Path(path)
    return parse_contract(read_tree(path), file=path)


def parse_contract(tree: object, *, file: Path | str | None = None) -> Contract:
    """The contract in a parsed JSON or YAML object; see `read_contract`."""
    top = Fields(tree, file=file, place="", known=CONTRACT_KEYS)
    version = top.label("version")
    k = top.whole("k", low=1, high=MOST_RESULTS)
    default = top.whole("default_judgment", low=0) if top.has("default_judgment") else None
    if default not in (None, 0):
        raise top.fault("default_judgment", f"{default} is not allowed; write 0, or leave it out")
    manifest = _manifest(top)
    queries = _queries(top)
    contract = Contract(
        version=version,
        k=k,
        manifest=manifest,
        queries=queries,
        corpus=top.label("corpus") if top.has("corpus") else None,
        unit=top.choice("unit", UNITS) if top.has("unit") else "chunk",
        default_judgment=default,
        tolerances=_tolerances(top),
        group_by=top.choice("group_by", GROUPINGS) if top.has("group_by") else "group",
    )
    check_contract(contract, file=file)
    return contract


def write_contract(contract: Contract, path: Path | str) -> None:
    """Writes a contract as JSON; `read_contract` gives an equal one."""
    write_atomically(Path(path), json.dumps(contract_json(contract), ensure_ascii=False, indent=2) + "\n")


def contract_json(contract: Contract) -> dict[str, JsonValue]:
    """The contract as its file holds it, without the keys that have their default."""
    optional: dict[str, JsonValue] = {
        "corpus": contract.corpus,
        "default_judgment": contract.default_judgment,
        "tolerances": dict(contract.tolerances) or None,
        "group_by": contract.group_by if contract.group_by != "group" else None,
    }
    return {
        "version": contract.version,
        "k": contract.k,
        "unit": contract.unit,
        **{key: value for key, value in optional.items() if value is not None},
        "manifest": [_entry_json(entry) for entry in contract.manifest.values()],
        "queries": [_query_json(query) for query in contract.queries],
    }


def _manifest(top: Fields) -> dict[str, ManifestEntry]:
    found: dict[str, ManifestEntry] = {}
    for position, value in enumerate(top.items("manifest", default=False)):
        fields = Fields(value, file=top.file, place=f"manifest[{position}]", known=MANIFEST_KEYS)
        entry = _entry(fields)
        if entry.chunk_id in found:
            raise fields.fault("chunk_id", f"{entry.chunk_id!r} is in the manifest twice; keep one entry")
        found[entry.chunk_id] = entry
    if not found:
        raise top.fault("manifest", "has no entry; list the chunks of the corpus")
    return found


def _entry(fields: Fields) -> ManifestEntry:
    text = fields.text("text", empty=True) if fields.has("text") else None
    digest = fields.optional_text("sha256")
    if text is None and digest is None:
        raise fields.fault("text", "neither text nor sha256 is given; add one of them")
    if digest is not None and not _DIGEST.fullmatch(digest):
        raise fields.fault("sha256", f"{shown(digest)} is not a SHA-256; write its 64 hexadecimal digits")
    computed = text_hash(text) if text is not None else ""
    if text is not None and digest is not None and digest.lower() != computed:
        raise fields.fault("sha256", "is not the digest of the text beside it; remove it or correct the text")
    return ManifestEntry(
        chunk_id=fields.text("chunk_id"),
        doc_id=fields.text("doc_id"),
        version=fields.label("version"),
        tenant=fields.optional_text("tenant"),
        text=text,
        sha256=computed or (digest or "").lower(),
        roles=fields.texts("roles"),
        start=fields.whole("start", low=0) if fields.has("start") else None,
    )


def _queries(top: Fields) -> tuple[ContractQuery, ...]:
    found: dict[str, ContractQuery] = {}
    for position, value in enumerate(top.items("queries", default=False)):
        fields = Fields(value, file=top.file, place=f"queries[{position}]", known=QUERY_KEYS)
        query = _query(fields)
        if query.id in found:
            raise fields.fault("id", f"{query.id!r} is the id of two queries; rename one of them")
        found[query.id] = query
    if not found:
        raise top.fault("queries", "has no query; add at least one")
    return tuple(found.values())


def _query(fields: Fields) -> ContractQuery:
    return ContractQuery(
        id=fields.text("id"),
        query=fields.text("query"),
        slice=fields.optional_text("slice") or "all",
        tenant=fields.optional_text("tenant"),
        role=fields.optional_text("role"),
        language=fields.optional_text("language") or "en",
        as_of=fields.moment("as_of"),
        answerable=fields.flag("answerable", default=True),
        expect_empty=fields.flag("expect_empty", default=False),
        judgments=_judgments(fields),
        required_ids=fields.texts("required_ids"),
        evidence=evidence_facts(fields),
        required_text=_required_text(fields),
        alternatives=_alternatives(fields),
        forbidden_versions=_forbidden(fields),
        min_precision=fields.number("min_precision", high=1),
        min_recall=fields.number("min_recall", high=1),
        max_precision_drop=fields.number("max_precision_drop", high=1),
        max_recall_drop=fields.number("max_recall_drop", high=1),
        group=fields.optional_text("group"),
        split=fields.choice("split", SPLITS) if fields.has("split") else None,
    )


def _judgments(fields: Fields) -> dict[str, int]:
    judged = fields.mapping("judgments")
    return {
        name: whole_number(value, low=0, high=HIGHEST_GRADE, file=fields.file, place=f"{fields.at('judgments')}.{name}")
        for name, value in judged.items()
    }


def _required_text(fields: Fields) -> tuple[tuple[str, ...], ...]:
    value = fields.values.get("required_text")
    items = [value] if isinstance(value, str) else fields.items("required_text")
    found = []
    for position, item in enumerate(items):
        place = f"{fields.at('required_text')}[{position}]"
        forms = distinct_texts([item] if isinstance(item, str) else item, file=fields.file, place=place)
        if not forms:
            raise fault(fields.file, place, "has no form; write at least one text")
        found.append(forms)
    return tuple(found)


def _alternatives(fields: Fields) -> tuple[tuple[str, ...], ...]:
    value = fields.values.get("alternatives")
    place = fields.at("alternatives")
    if isinstance(value, Mapping):
        judged = fields.mapping("judgments")
        groups: list[object] = []
        for name, other in value.items():
            others = (
                [other] if isinstance(other, str) else distinct_texts(other, file=fields.file, place=f"{place}.{name}")
            )
            named = name not in judged and len(others) > 1
            groups.append([*(() if named else (name,)), *(one for one in others if one != name)])
    else:
        groups = list(fields.items("alternatives"))
    found = []
    for position, group in enumerate(groups):
        names = distinct_texts(group, file=fields.file, place=f"{place}[{position}]")
        if len(names) < 2:
            raise fault(
                fields.file, f"{place}[{position}]", "names fewer than two ids; list the ids that replace each other"
            )
        found.append(names)
    return tuple(found)


def _forbidden(fields: Fields) -> dict[str, tuple[Forbidden, ...]]:
    found: dict[str, tuple[Forbidden, ...]] = {}
    for document, values in fields.mapping("forbidden_versions").items():
        place = f"{fields.at('forbidden_versions')}.{document}"
        items = values if isinstance(values, list) else [values]
        found[document] = tuple(
            _forbidden_one(item, fields.file, f"{place}[{position}]") for position, item in enumerate(items)
        )
    return found


def _forbidden_one(item: object, file: Path | str | None, place: str) -> Forbidden:
    if isinstance(item, str) and item.strip():
        return Forbidden(item)
    if isinstance(item, int) and not isinstance(item, bool):
        return Forbidden(str(item))
    if not isinstance(item, Mapping):
        raise fault(file, place, f"must be a version, not {shown(item)}; write it as a text")
    fields = Fields(item, file=file, place=place, known={"version", "after"})
    after = fields.optional_text("after")
    return Forbidden(
        fields.label("version"), parse_moment(after, file=file, place=fields.at("after")) if after else None
    )


def _tolerances(top: Fields) -> dict[str, float]:
    values = Fields(top.mapping("tolerances"), file=top.file, place="tolerances", known=TOLERATED)
    found = {name: values.number(name, high=1) for name in values.values}
    return {name: value for name, value in found.items() if value is not None}


def _entry_json(entry: ManifestEntry) -> dict[str, JsonValue]:
    held: dict[str, JsonValue] = {"text": entry.text} if entry.text is not None else {"sha256": entry.sha256}
    return {
        "chunk_id": entry.chunk_id,
        "doc_id": entry.doc_id,
        "version": entry.version,
        "tenant": entry.tenant,
        **held,
        **({"roles": list(entry.roles)} if entry.roles else {}),
        **({"start": entry.start} if entry.start is not None else {}),
    }


def _query_json(query: ContractQuery) -> dict[str, JsonValue]:
    forbidden: dict[str, JsonValue] = {
        document: [
            {"version": one.version, "after": one.after.isoformat()} if one.after else one.version for one in versions
        ]
        for document, versions in query.forbidden_versions.items()
    }
    optional: dict[str, JsonValue] = {
        "tenant": query.tenant,
        "role": query.role,
        "as_of": query.as_of.isoformat() if query.as_of else None,
        "judgments": dict(query.judgments) or None,
        "required_ids": list(query.required_ids) or None,
        "evidence": evidence_json(query.evidence) or None,
        "required_text": [list(forms) for forms in query.required_text] or None,
        "alternatives": [list(group) for group in query.alternatives] or None,
        "forbidden_versions": forbidden or None,
        "min_precision": query.min_precision,
        "min_recall": query.min_recall,
        "max_precision_drop": query.max_precision_drop,
        "max_recall_drop": query.max_recall_drop,
        "group": query.group,
        "split": query.split,
    }
    return {
        "id": query.id,
        "query": query.query,
        "slice": query.slice,
        "language": query.language,
        "answerable": query.answerable,
        "expect_empty": query.expect_empty,
        **{key: value for key, value in optional.items() if value is not None},
    }


__all__ = ["ContractError", "contract_json", "parse_contract", "read_contract", "write_contract"]
