"""What only long documents have: chapters with their summaries, and forms."""

from __future__ import annotations

from ragtester.corpus import DocumentSettings, draw_ledger, load_blueprint
from ragtester.corpus.author.builtin import write_markdown
from ragtester.corpus.author.sheets import PAGE_BREAK, sheets


def test_chapters_begin_on_a_new_page_and_end_with_a_summary() -> None:
    blueprint = load_blueprint("financial-report")
    ledger = draw_ledger(blueprint, documents=1, seed=2, settings=DocumentSettings(pages=9, detail="comprehensive"))
    plan = ledger.plan[0]
    text = write_markdown(plan, blueprint, {fact.id: fact for fact in ledger.facts}, fill=2, forms=3)
    chapters = [section.chapter for section in plan.sections if section.chapter]
    assert len(chapters) == 3
    assert all(f"# {chapter}" in text and f"{chapter} at a glance" in text for chapter in chapters)
    assert text.count(PAGE_BREAK) == 2 + 3
    assert "Form 3:" in text


def test_a_checklist_has_the_steps_of_its_topic() -> None:
    blueprint = load_blueprint("hr-policies")
    first, *_ = (part for part in sheets(blueprint, ["leave"], 3) if part.startswith("| Step"))
    assert all(step in first for step in blueprint.topics["leave"].steps[0])
    assert [part for part in sheets(blueprint, ["leave"], 3) if part.startswith("## ")] == [
        "## Form 1: Checklist, leave",
        "## Form 2: Record sheet, leave",
        "## Form 3: Review sheet, leave",
    ]
