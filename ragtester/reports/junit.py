"""JUnit XML: one suite per system; a failed case is a failure, an unmeasured one an error."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from pathlib import Path
from xml.etree import ElementTree as ET

from ragtester.reports.lines import Line, read_lines

_INVALID = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_LONGEST = 2000


def write_junit(lines: Path, file: Path, *, name: str) -> None:
    """Writes the JUnit report of a results file.

    Raises:
        InputError: the results file cannot be read.
    """
    suites: dict[str, ET.Element] = {}
    totals: dict[str, Counter[str]] = defaultdict(Counter)
    seconds: dict[str, float] = defaultdict(float)
    for line in read_lines(lines):
        system = str(line["system"])
        if system not in suites:
            suites[system] = ET.Element("testsuite", name=clean(system))
        suites[system].append(_case(line))
        totals[system][str(line["status"])] += 1
        seconds[system] += float(line.get("seconds") or 0.0)
    root = ET.Element("testsuites", name=clean(name))
    for system, suite in suites.items():
        count = totals[system]
        suite.attrib |= _counts(count) | {"time": f"{seconds[system]:.3f}"}
        root.append(suite)
    everything: Counter[str] = sum(totals.values(), Counter())
    root.attrib |= _counts(everything) | {"time": f"{sum(seconds.values()):.3f}"}
    ET.indent(root)
    partial = file.with_suffix(file.suffix + ".partial")
    ET.ElementTree(root).write(partial, encoding="utf-8", xml_declaration=True)
    partial.replace(file)


def _counts(count: Counter[str]) -> dict[str, str]:
    return {
        "tests": str(sum(count.values())),
        "failures": str(count["failed"]),
        "errors": str(count["unmeasured"]),
        "skipped": str(count["not_applicable"]),
    }


def _case(line: Line) -> ET.Element:
    name = f"{line['test']} {line.get('query') or ''}".strip()
    if line.get("sample"):
        name += f" [sample {line['sample']}]"
    case = ET.Element(
        "testcase",
        classname=clean(f"{line['system']}.{line.get('type') or 'test'}"),
        name=clean(name),
        time=f"{float(line.get('seconds') or 0.0):.3f}",
    )
    status = line["status"]
    if status == "failed":
        what = f"{line.get('failure') or 'failed'} at stage {line.get('stage') or 'unknown'}"
        ET.SubElement(
            case, "failure", type=clean(str(line.get("failure") or "failed")), message=clean(what)
        ).text = clean(
            f"expected: {line.get('expected_answer')}\nanswer: {line.get('answer')}\n{line.get('rationale') or ''}"
        )
    elif status == "unmeasured":
        message = str(line.get("message") or line.get("reason") or "unmeasured")
        ET.SubElement(case, "error", type=clean(str(line.get("reason") or "unmeasured")), message=clean(message))
    elif status == "not_applicable":
        ET.SubElement(case, "skipped", message="the system cannot do what this test needs")
    return case


def clean(text: str) -> str:
    """A text without the characters that XML cannot hold, and no longer than a report needs."""
    kept = _INVALID.sub("�", text)
    return kept if len(kept) <= _LONGEST else kept[: _LONGEST - 1] + "…"
