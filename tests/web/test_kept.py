from __future__ import annotations

import threading
import time

from ragtester.web.kept import Kept


def test_a_text_is_made_once_for_all_who_wait_for_it_and_again_for_another_state() -> None:
    kept, made = Kept(), []

    def make() -> str:
        made.append(threading.get_ident())
        time.sleep(0.05)
        return f"text {len(made)}"

    found: list[str] = []
    threads = [threading.Thread(target=lambda: found.append(kept.get("a", 1, make))) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == ["text 1"] * 8 and len(made) == 1
    assert kept.get("a", 2, make) == "text 2"
    assert kept.get("b", 1, make) == "text 3"


def test_the_least_recently_used_texts_go_first_and_one_too_large_is_not_kept() -> None:
    kept = Kept(most_bytes=10)
    kept.get("a", 0, lambda: "12345")
    kept.get("b", 0, lambda: "12345")
    kept.get("a", 0, lambda: "never")
    kept.get("c", 0, lambda: "12345")
    assert kept.get("a", 0, lambda: "new") == "12345"
    assert kept.get("b", 0, lambda: "b2") == "b2"
    assert kept.get("large", 0, lambda: "x" * 11) == "x" * 11
    assert kept.get("large", 0, lambda: "made again") == "made again"
