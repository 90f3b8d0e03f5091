"""Past forms of common verbs and the base forms that a question with `did` needs."""

from __future__ import annotations

from functools import lru_cache

_REGULAR = (
    "abandon abolish absorb accept accompany accuse achieve acquire adapt add address adopt advance allow amend announce annex "
    "appeal appear apply appoint approve argue arrange arrest arrive assassinate assign assist attack attempt attend attract "
    "award ban base believe belong borrow broadcast burn campaign cancel capture carry cause cede celebrate change claim close "
    "collapse collect colonise colonize combine command commission complete compose conclude conduct confirm connect conquer "
    "consider consist construct contain continue contribute control convert convince create criticise criticize cross crown "
    "debut decide declare decline dedicate defeat defend define deliver demand demolish demonstrate deny depart deploy depose "
    "describe design destroy determine develop die direct disappear discover discuss dissolve divide donate drop earn "
    "elect embark emerge emigrate employ enable enact encounter encourage end enjoy enter erect escape establish estimate evolve "
    "examine exceed exchange execute exhibit exile expand expel experience explain explore export express extend face fail "
    "favor favour feature fire focus follow force form found fund gain gather generate govern graduate grant happen help host identify "
    "ignore illustrate immigrate impose impress improve inaugurate include incorporate increase influence inform inherit initiate "
    "inspire install institute intend intervene introduce invade invent invest investigate invite involve isolate issue join kill "
    "land last launch leak liberate limit link list live locate lower maintain manage manufacture march mark marry measure merge "
    "migrate mine move murder name nominate note observe obtain occupy occur offer open operate oppose order organise organize "
    "outlaw oversee own paint participate pass patent perform perish permit persuade place plan play predict premiere present "
    "preserve prevent print proceed proclaim produce prohibit promise promote propose protect protest prove provide publish "
    "purchase purify pursue raise ratify reach realise realize receive recognise recognize recommend record recover reduce "
    "reestablish refer reform refuse regain reign reject release relocate remain remove rename renounce repeal replace report "
    "represent request require rescue resign resist resolve resume retain retire return reveal reverse revolt rule sack sail "
    "secure seize separate serve settle share sign solve sponsor star start state stop study submit succeed suffer suggest "
    "supply support suppress surpass surrender survive suspend synthesise synthesize target televise test tour trade train "
    "transfer transform translate travel treat triple tune turn unify unite unveil urge use visit vote wait walk want warn "
    "answer process deliver respond react dispatch notify contact collect earn charge pay cost last "
    "weigh widen witness work worship wound expire date travel renew rebuild relegate promote demand inscribe remodel veto enlarge "
    "extinguish dismiss dispute excavate flourish forge fortify halt honour honor inhabit injure label lobby merit modernise "
    "modernize nationalise nationalize negotiate penetrate pilot pioneer plead privatise privatize publicise publicize quit rank "
    "rate reassert rebel recruit redesign reduce refurbish register reinforce rely renovate reorganise reorganize repair reply "
    "research reside restore restrict revise rival shift ship shorten spread stage strengthen subscribe supervise supersede "
    "surround switch tax threaten total trace trigger undermine upgrade uphold violate volunteer weaken welcome yield complain "
    "coronate stress pressure market schedule anchor audit certify deploy draft enroll insure licence license mandate merge "
    "outsource patrol pledge reimburse rent reopen restructure scrap streamline subsidise subsidize sue terminate test vaccinate"
)
_IRREGULAR = (
    "become:became begin:began break:broke bring:brought build:built buy:bought catch:caught choose:chose come:came draw:drew "
    "drive:drove eat:ate fall:fell feel:felt fight:fought find:found flee:fled fly:flew forbid:forbade get:got give:gave go:went "
    "grow:grew hold:held keep:kept know:knew lay:laid lead:led leave:left lose:lost make:made meet:met overthrow:overthrew "
    "overtake:overtook pay:paid ride:rode rise:rose run:ran say:said see:saw sell:sold send:sent shoot:shot sing:sang sink:sank "
    "speak:spoke spend:spent stand:stood steal:stole strike:struck swear:swore take:took teach:taught tell:told think:thought "
    "throw:threw undergo:underwent undertake:undertook wear:wore win:won withdraw:withdrew write:wrote"
)
_DOUBLED = frozenset("ban drop plan stop permit refer expel control travel rebel enroll ship scrap patrol".split())
_UNCHANGED = frozenset("broadcast quit spread rebuild uphold".split())
AGENTS = frozenset(
    "abolished annexed appointed assassinated attacked built captured colonised colonized coined commanded commissioned composed conquered "
    "criticised criticized crowned defeated defended demonstrated deposed described designed developed directed discovered dissolved "
    "donated drew executed expelled explored founded governed invaded invented introduced killed launched led liberated married murdered "
    "nominated organised organized overthrew oversaw painted patented performed proposed proved published ratified ruled sacked sang signed "
    "sponsored succeeded suppressed taught translated unveiled vetoed visited won wrote established created produced named purchased bought "
    "sold hosted played recorded starred".split()
)
"""Past forms whose subject is somebody: `Who founded ...` asks for it."""


def past_of(base: str) -> str:
    """The regular past: `adopted`, `tried`, `banned`."""
    if base in _DOUBLED and not base.endswith("ll"):
        return f"{base}{base[-1]}ed"
    if base.endswith("e"):
        return f"{base}d"
    if base.endswith("y") and base[-2] not in "aeiou":
        return f"{base[:-1]}ied"
    return f"{base}ed"


@lru_cache(maxsize=1)
def pasts() -> dict[str, str]:
    """Past forms with their base forms."""
    made = {past_of(base): base for base in _REGULAR.split() if base not in _UNCHANGED}
    made.update({"oversaw": "oversee", "vetoed": "veto", "coined": "coin"})
    for pair in _IRREGULAR.split():
        base, past = pair.split(":")
        made.setdefault(past, base)
    made["found"], made["rebuilt"], made["upheld"] = "find", "rebuild", "uphold"
    made["founded"] = "found"
    return made


@lru_cache(maxsize=1)
def bases() -> frozenset[str]:
    """Base forms of the known verbs."""
    return frozenset(pasts().values())
