"""Do ragas and deepeval load what we export? Each in an environment of its own, for they pin older libraries.

    python -m benchmarks.suite_peers [ragas] [deepeval]

Makes a small corpus and suite, exports it, creates one virtual environment per tool in a temporary
folder, installs the tool there with pip, and has the tool read the file. Needs a package index; not
part of the tests. Exits 1 where a tool does not give back every question and answer.
"""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
import tempfile
import venv
from pathlib import Path

from ragtester.corpus import load_blueprint, write_corpus
from ragtester.suite import SuiteOptions, export_suite, write_suite

REQUIREMENTS = {"ragas": ["ragas", "langchain-community<0.4"], "deepeval": ["deepeval"]}
READERS = {
    "ragas": """
import json, sys
from ragas import EvaluationDataset
data = EvaluationDataset.from_jsonl(sys.argv[1])
print(json.dumps([[s.user_input, s.reference, len(s.reference_contexts or [])] for s in data.samples]))
""",
    "deepeval": """
import json, sys
from deepeval.dataset import EvaluationDataset
data = EvaluationDataset()
data.add_goldens_from_json_file(file_path=sys.argv[1])
print(json.dumps([[g.input, g.expected_output, len(g.context or [])] for g in data.goldens]))
""",
}


def loaded(tool: str, file: Path, folder: Path) -> list[list[object]]:
    """What the tool reads from `file`, in an environment made for it."""
    home = folder / f"venv-{tool}"
    venv.create(home, with_pip=True)
    python = home / "bin" / "python"
    subprocess.run([python, "-m", "pip", "install", "-q", *REQUIREMENTS[tool]], check=True)
    environment = {
        "PATH": str(home / "bin"),
        "DEEPEVAL_TELEMETRY_OPT_OUT": "YES",
        "RAGAS_DO_NOT_TRACK": "true",
        "HOME": str(folder),
    }
    done = subprocess.run(
        [python, "-c", READERS[tool], file], capture_output=True, text=True, cwd=folder, env=environment
    )
    if done.returncode:
        raise SystemExit(f"{tool} could not read {file.name}:\n{done.stderr[-2000:]}")
    return json.loads(done.stdout.strip().splitlines()[-1])


def main() -> int:
    tools = sys.argv[1:] or list(REQUIREMENTS)
    wrong = 0
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        corpus = asyncio.run(write_corpus(load_blueprint("hr-policies"), documents=2, seed=3, folder=folder / "corpus"))
        tests = asyncio.run(write_suite(corpus, SuiteOptions(tests=12))).tests
        wanted = [[t.query, t.expected_answer, len(t.evidence)] for t in tests]
        for tool in tools:
            file = folder / f"suite-{tool}.{'jsonl' if tool == 'ragas' else 'json'}"
            export_suite(tests, tool, file)
            found = loaded(tool, file, folder)
            same = found == wanted
            wrong += not same
            print(f"{tool}: {len(found)} of {len(wanted)} tests loaded, {'all equal' if same else 'DIFFERENT'}")
    return 1 if wrong else 0


if __name__ == "__main__":
    raise SystemExit(main())
