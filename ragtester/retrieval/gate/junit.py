"""The gate's report as JUnit XML: one test case per query."""

from __future__ import annotations

import re
from xml.etree import ElementTree as ET

from ragtester.retrieval.gate.report import GateReport

_NOT_XML = re.compile(r"[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def junit_xml(report: GateReport) -> str:
    """The report for a CI server; an INVALID gate is one test case with an error."""
    cases = ET.Element("testsuite", name="retrieval gate")
    tests = failures = errors = 0
    if report.status == "INVALID":
        tests = errors = 1
        case = ET.SubElement(cases, "testcase", classname="gate", name="inputs")
        ET.SubElement(case, "error", message=_clean(report.error or ""), type="INVALID")
    for one in report.queries:
        tests += 1
        case = ET.SubElement(cases, "testcase", classname=_clean(one.query.slice), name=_clean(one.query.id))
        if one.candidate.failures:
            failures += 1
            text = "; ".join(one.candidate.failures)
            ET.SubElement(case, "failure", message=_clean(text), type=one.change).text = _clean(one.query.query)
    if report.run_failures:
        tests, failures = tests + 1, failures + 1
        case = ET.SubElement(cases, "testcase", classname="gate", name="run")
        ET.SubElement(case, "failure", message=_clean("; ".join(report.run_failures)), type="run")
    for name, count in (("tests", tests), ("failures", failures), ("errors", errors)):
        cases.set(name, str(count))
    root = ET.Element("testsuites", tests=str(tests), failures=str(failures), errors=str(errors))
    root.append(cases)
    ET.indent(root)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + ET.tostring(root, encoding="unicode") + "\n"


def _clean(text: str) -> str:
    """Without the characters that XML cannot hold."""
    return _NOT_XML.sub("\ufffd", text)
