"""All commands in the order in which a user meets them."""

from __future__ import annotations

import typer

from ragtester.cli import (
    checking,
    exchanging,
    flaws,
    grounding,
    judging,
    making,
    mutating,
    planting,
    regression,
    reporting,
    running,
    serving,
    starting,
    storing,
)

app = typer.Typer(
    name="ragtester",
    help="Makes test suites for RAG systems, runs them, and says which stage failed, with the evidence.",
    epilog="Every command also takes --debug (show tracebacks) and --env-file FILE (NAME=VALUE lines).",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _version(asked: bool) -> None:
    if asked:
        from ragtester.version import __version__

        typer.echo(f"ragtester {__version__}")
        raise typer.Exit


@app.callback()
def _root(
    version: bool = typer.Option(False, "--version", callback=_version, is_eager=True, help="Show the version."),
) -> None:
    """Makes test suites for RAG systems, runs them, and says which stage failed, with the evidence."""


app.command("init")(starting.init)
app.command("doctor")(checking.doctor)
app.command("validate")(checking.validate)
app.command("estimate")(checking.estimate)
app.command("corpus")(making.corpus)
app.command("suite")(making.suite)
app.command("run")(running.run)
app.command("calibrate")(judging.calibrate)
app.command("review")(judging.review)
app.command("report")(reporting.report)
app.command("metamorphic")(mutating.metamorphic)
app.command("repair")(mutating.repair)
app.command("compare")(regression.compare)
app.command("contract")(regression.contract)
app.command("capture")(regression.capture)
app.command("gate")(regression.gate)
app.command("lifecycle")(regression.lifecycle)
app.command("fault-packs")(flaws.fault_packs)
app.command("calibrate-typos")(flaws.calibrate_typos)
app.command("faults")(planting.faults)
app.command("ground")(grounding.ground)
app.command("export")(exchanging.export)
app.command("import")(exchanging.import_)
app.add_typer(storing.cache, name="cache", help="Stored replies, vectors and results.")
app.add_typer(storing.db, name="db", help="The database's schema.")
app.command("serve")(serving.serve)
app.command("schema")(checking.schema)
