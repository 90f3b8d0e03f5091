"""What of a corpus a suite reaches."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from ragtester.records import Corpus, Test
from ragtester.suite.options import Coverage, Share
from ragtester.suite.readability import histogram
from ragtester.suite.searching import Passages
from ragtester.suite.sections import cut


async def measure_coverage(
    tests: Sequence[Test], corpus: Corpus, *, passages: Passages | None = None, section_words: int = 300
) -> Coverage:
    """Documents, sections and facts that the tests ask about, and passages that they retrieve.

    A section is covered where a test's evidence lies in it. Chunk coverage is the share of the
    corpus's passages that are among the best five of at least one question.
    """
    positive = [test for test in tests if test.kind == "positive"]
    touched = {span.document for test in positive for span in test.evidence}
    spans = [(span.document, span.start) for test in positive for span in test.evidence]
    sections = [s for document in corpus.documents for s in cut(document, 1, max_words=section_words)]
    covered = sum(any(doc == s.document and s.start <= at < s.end for doc, at in spans) for s in sections)
    stated = {fact.id for fact in corpus.facts if fact.status != "withheld"}
    asked = {fact for test in positive for fact in test.facts} & stated
    chunks = None
    if passages is not None:
        found = await passages.best([test.query for test in tests])
        reached = {chunk.id for hits in found for chunk in hits}
        chunks = Share(covered=len(reached), total=len(passages.chunks))
    by_document = Counter(test.document for test in tests if test.document)
    return Coverage(
        documents=Share(covered=len(touched), total=len(corpus.documents)),
        sections=Share(covered=covered, total=len(sections)),
        facts=Share(covered=len(asked), total=len(stated)),
        chunks=chunks,
        reading_ease=histogram([test.flesch for test in positive]),
        by_type=dict(sorted(Counter(test.type for test in tests).items())),
        by_document=dict(sorted(by_document.items())),
    )
