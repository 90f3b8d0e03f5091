"""JUnit XML: one suite per system; a failed case is a failure, an unmeasured one an error."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Mapping
from pathlib import Path
from xml.sax.saxutils import escape, quoteattr

from ragtester.reports.lines import Line, read_lines

_INVALID = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_LONGEST = 2000


class JUnit:
    """A JUnit report that grows line by line."""

    def __init__(self) -> None:
        self._cases: dict[str, list[str]] = defaultdict(list)
        self._statuses: dict[str, Counter[str]] = defaultdict(Counter)
        self._seconds: dict[str, float] = defaultdict(float)

    def add(self, line: Line) -> None:
        """Takes one line of a results file."""
        system = str(line["system"])
        self._cases[system].append(_case(line))
        self._statuses[system][str(line["status"])] += 1
        self._seconds[system] += float(line.get("seconds") or 0.0)

    def write(self, file: Path, *, name: str) -> None:
        """Writes the report; it appears under its name when it is complete."""
        partial = file.with_suffix(file.suffix + ".partial")
        everything: Counter[str] = sum(self._statuses.values(), Counter())
        with partial.open("w", encoding="utf-8") as out:
            out.write("<?xml version='1.0' encoding='utf-8'?>\n")
            out.write(f"<testsuites{_attributes(_counts(name, everything, sum(self._seconds.values())))}>\n")
            for system, cases in self._cases.items():
                counts = _counts(system, self._statuses[system], self._seconds[system])
                out.write(f"  <testsuite{_attributes(counts)}>\n")
                out.writelines(cases)
                out.write("  </testsuite>\n")
            out.write("</testsuites>\n")
        partial.replace(file)


def write_junit(lines: Path, file: Path, *, name: str) -> None:
    """Writes the JUnit report of a results file.

    Raises:
        InputError: the results file cannot be read.
    """
    report = JUnit()
    for line in read_lines(lines):
        report.add(line)
    report.write(file, name=name)


def _counts(name: str, count: Counter[str], seconds: float) -> dict[str, str]:
    return {
        "name": name,
        "tests": str(sum(count.values())),
        "failures": str(count["failed"]),
        "errors": str(count["unmeasured"]),
        "skipped": str(count["not_applicable"]),
        "time": f"{seconds:.3f}",
    }


def _case(line: Line) -> str:
    name = f"{line['test']} {line.get('query') or ''}".strip()
    if line.get("sample"):
        name += f" [sample {line['sample']}]"
    attributes = {
        "classname": f"{line['system']}.{line.get('type') or 'test'}",
        "name": name,
        "time": f"{float(line.get('seconds') or 0.0):.3f}",
    }
    outcome = _outcome(line)
    start = f"    <testcase{_attributes(attributes)}"
    return f"{start}>\n      {outcome}\n    </testcase>\n" if outcome else f"{start} />\n"


def _outcome(line: Line) -> str:
    status = line["status"]
    if status == "failed":
        kind = str(line.get("failure") or "failed")
        message = f"{kind} at stage {line.get('stage') or 'unknown'}"
        text = f"expected: {line.get('expected_answer')}\nanswer: {line.get('answer')}\n{line.get('rationale') or ''}"
        return f"<failure{_attributes({'type': kind, 'message': message})}>{escape(clean(text))}</failure>"
    if status == "unmeasured":
        reason = str(line.get("reason") or "unmeasured")
        message = str(line.get("message") or line.get("reason") or "unmeasured")
        return f"<error{_attributes({'type': reason, 'message': message})} />"
    if status == "not_applicable":
        return '<skipped message="the system cannot do what this test needs" />'
    return ""


def _attributes(values: Mapping[str, str]) -> str:
    return "".join(f" {name}={quoteattr(clean(value))}" for name, value in values.items())


def clean(text: str) -> str:
    """A text without the characters that XML cannot hold, and no longer than a report needs."""
    kept = _INVALID.sub("�", text)
    return kept if len(kept) <= _LONGEST else kept[: _LONGEST - 1] + "…"
