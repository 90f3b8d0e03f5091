"""The stand-in endpoint as a process: `python -m ragtester.testing.stand_in --port 8000 --latency 0.2`."""

from __future__ import annotations

import argparse
import asyncio
import importlib
import signal
import sys
from typing import cast

from ragtester.testing.stand_in.faults import FAULTS
from ragtester.testing.stand_in.replies import Say, default_reply
from ragtester.testing.stand_in.server import StandInServer


def main(arguments: list[str] | None = None) -> int:
    """Serves until it is interrupted; prints its address when it listens."""
    given = _parser().parse_args(arguments)
    try:
        server = StandInServer(
            say=_imported(given.reply) if given.reply else default_reply,
            latency=(given.latency[0], given.latency[-1]),
            faults=dict(_share(text) for text in given.fault),
            seed=given.seed,
            capacity=given.capacity,
            retry_after=given.retry_after,
            key=given.key,
            port=given.port,
        )
    except (ValueError, ImportError, AttributeError) as error:
        sys.stderr.write(f"stand_in: {error}\n")
        return 2
    asyncio.run(_serve(server))
    return 0


async def _serve(server: StandInServer) -> None:
    stopped = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, stopped.set)
    async with server:
        sys.stdout.write(f"{server.url}\n")
        sys.stdout.flush()
        await stopped.wait()


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m ragtester.testing.stand_in", description=__doc__)
    parser.add_argument("--port", type=int, default=0, help="0 takes a free one; the address is printed")
    parser.add_argument("--latency", type=float, nargs="+", default=[0.0], help="seconds, or the least and the most")
    parser.add_argument(
        "--fault", action="append", default=[], metavar="NAME=SHARE", help=f"one of {', '.join(FAULTS)}"
    )
    parser.add_argument("--seed", type=int, default=0, help="which requests the faults hit")
    parser.add_argument("--capacity", type=int, help="requests at a time; more of them get a 429")
    parser.add_argument("--retry-after", type=float, default=0.05, help="seconds that a 429 asks to wait")
    parser.add_argument("--key", help="the only key that is accepted")
    parser.add_argument("--reply", metavar="MODULE:FUNCTION", help="function from a request's body to the reply")
    return parser


def _share(text: str) -> tuple[str, float]:
    name, found, share = text.partition("=")
    if not found:
        raise ValueError(f"--fault {text}: write it like rate_limited=0.05")
    return name, float(share)


def _imported(path: str) -> Say:
    module, _, attribute = path.partition(":")
    return cast("Say", getattr(importlib.import_module(module), attribute))


if __name__ == "__main__":
    sys.exit(main())
