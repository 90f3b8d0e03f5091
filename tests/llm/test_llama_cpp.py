"""Models in this process by llama.cpp."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import time
from pathlib import Path

import pytest

from ragtester.errors import ConfigError, EndpointError, InputError, MissingExtraError, UnknownNameError
from ragtester.llm import LlamaCppModel, ask_json, cost, make_chat_model, packaged_model, window_for
from ragtester.llm.llama_cpp import PACKAGED
from ragtester.records import JsonValue, Message, Request, Usage

pytest.importorskip("xllamacpp")
try:
    FILE = packaged_model("smollm2-135m-instruct")
except MissingExtraError:
    pytest.skip("the packaged model is not installed", allow_module_level=True)

SCHEMA: dict[str, JsonValue] = {
    "type": "object",
    "properties": {
        "city": {"type": "string", "maxLength": 20},
        "sure": {"type": "integer", "minimum": 1, "maximum": 5},
    },
    "required": ["city", "sure"],
    "additionalProperties": False,
}


def asked(text: str, **fields: object) -> Request:
    return Request(messages=(Message(role="user", content=text),), **{"max_tokens": 6, **fields})  # type: ignore[arg-type]


@pytest.fixture(scope="module")
def model() -> LlamaCppModel:
    made = make_chat_model("local", {"llama_cpp": {"model": "smollm2-135m-instruct", "context": 512, "threads": 1}})
    assert isinstance(made, LlamaCppModel)
    return made


async def test_equal_requests_get_equal_replies_whatever_came_between(model: LlamaCppModel):
    first = await model.ask(asked("Name a colour."))
    await model.ask(asked("Name a colour and a number."))
    assert (await model.ask(asked("Name a colour."))).text == first.text
    assert first.usage.prompt_tokens
    assert first.usage.completion_tokens
    assert first.finish in ("stop", "length")
    assert not model.samples


async def test_a_reply_keeps_to_a_schema(model: LlamaCppModel):
    data = await ask_json(model, asked("Where is the Eiffel Tower? Reply in JSON.", schema_=SCHEMA, max_tokens=48))
    assert set(data) == {"city", "sure"}


async def test_the_event_loop_goes_on_while_the_model_writes(model: LlamaCppModel):
    ticks = 0

    async def tick() -> None:
        nonlocal ticks
        while True:
            await asyncio.sleep(0.005)
            ticks += 1

    ticking = asyncio.create_task(tick())
    await model.ask(asked("Count to ten.", max_tokens=8))
    ticking.cancel()
    assert ticks >= 3


async def test_a_prompt_that_is_too_long_says_what_to_change(model: LlamaCppModel):
    with pytest.raises(EndpointError, match="raise context") as raised:
        await model.ask(asked("word " * 700))
    assert (raised.value.problem, raised.value.retryable) == ("bad_request", False)


async def test_a_cancelled_call_frees_the_model_at_once(model: LlamaCppModel):
    running = asyncio.create_task(model.ask(asked("Tell a long story.", max_tokens=400)))
    await asyncio.sleep(0.2)
    running.cancel()
    with pytest.raises(asyncio.CancelledError):
        await running
    started = time.monotonic()
    await model.ask(asked("Say hi.", max_tokens=2))
    assert time.monotonic() - started < 8


async def test_the_time_of_a_reply_is_bounded():
    spec: dict[str, JsonValue] = {"model": "smollm2-135m-instruct", "context": 512, "threads": 1, "timeout": 0.05}
    slow = make_chat_model("slow", {"llama_cpp": spec})
    with pytest.raises(EndpointError, match=r"within 0\.05 s") as raised:
        await slow.ask(asked("Tell a long story.", max_tokens=400))
    assert raised.value.problem == "timeout"


async def test_a_closed_engine_loads_again(model: LlamaCppModel):
    await model.prepare()
    await asyncio.to_thread(model.engine.close)
    assert (await model.ask(asked("Say hi.", max_tokens=4))).text


def test_it_costs_nothing_and_takes_one_request_at_a_time(model: LlamaCppModel):
    assert cost(model, Usage(prompt_tokens=10, completion_tokens=10)) == 0
    assert window_for(model).limit == 1


def test_what_changes_replies_changes_the_version(model: LlamaCppModel):
    def version(**arguments: JsonValue) -> str:
        spec: dict[str, JsonValue] = {"model": "smollm2-135m-instruct", "context": 512, "threads": 1, **arguments}
        return make_chat_model("x", {"llama_cpp": spec}).version

    assert version() == version(threads=2, timeout=9) == model.version
    assert len({version(), version(context=1024), version(slots=2), version(temperature=1)}) == 4


def test_several_slots_are_said_to_sample():
    model = make_chat_model("x", {"llama_cpp": {"model": "smollm2-135m-instruct", "slots": 4}})
    assert model.samples
    assert window_for(model).limit == 4


def test_a_file_that_is_missing_names_its_neighbours(tmp_path: Path):
    (tmp_path / "other.gguf").write_bytes(b"GGUF" + bytes(2000))
    with pytest.raises(ConfigError, match=r"there are other\.gguf beside it"):
        make_chat_model("x", {"llama_cpp": {"path": "model.gguf"}}, folder=tmp_path)


@pytest.mark.parametrize("content", [b"", b"GGUF", b"<html>" + bytes(4000)])
def test_a_file_that_is_no_model_is_refused_before_the_run(tmp_path: Path, content: bytes):
    (tmp_path / "model.gguf").write_bytes(content)
    with pytest.raises(InputError, match="not a model in GGUF format"):
        make_chat_model("x", {"llama_cpp": {"path": "model.gguf"}}, folder=tmp_path)


async def test_a_broken_file_is_named_when_it_is_loaded(tmp_path: Path):
    (tmp_path / "model.gguf").write_bytes(FILE.read_bytes()[:200_000])
    model = make_chat_model("x", {"llama_cpp": {"path": "model.gguf"}}, folder=tmp_path)
    with pytest.raises(InputError, match=r"model\.gguf: llama\.cpp cannot load this model"):
        await model.ask(asked("hi"))


def test_an_unknown_packaged_model_names_the_nearest_one():
    with pytest.raises(UnknownNameError, match="did you mean 'smollm2-135m-instruct'"):
        make_chat_model("x", {"llama_cpp": {"model": "smolm2-135m-instruct"}})


def test_a_package_that_is_not_installed_is_named(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(PACKAGED, "other", "no-such-distribution")
    with pytest.raises(MissingExtraError, match="no-such-distribution"):
        packaged_model("other")
    monkeypatch.setitem(PACKAGED, "other", "pytest")
    with pytest.raises(MissingExtraError, match="pytest"):
        packaged_model("other")


@pytest.mark.parametrize("arguments", [{}, {"model": "smollm2-135m-instruct", "path": "x.gguf"}])
def test_a_model_is_either_packaged_or_a_file(arguments: dict[str, JsonValue]):
    with pytest.raises(ConfigError, match="give either model"):
        make_chat_model("x", {"llama_cpp": arguments})


def test_nothing_of_the_library_reaches_the_terminal_and_the_process_ends():
    program = (
        "import asyncio\n"
        "from ragtester.llm import make_chat_model\n"
        "from ragtester.records import Message, Request\n"
        "model = make_chat_model('m', {'llama_cpp': {'model': 'smollm2-135m-instruct', 'context': 512, 'threads': 1}})\n"
        "request = Request(messages=(Message(role='user', content='Say hi.'),), max_tokens=4)\n"
        "print(len(asyncio.run(model.ask(request)).text) > 0)\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stdout.strip(), done.stderr) == (0, "True", "")
