"""Where words of abstaining abstain from nothing: conditions, reasons, reports of what somebody said, quotations."""

from __future__ import annotations

import re

from ragtester.text.folding import fold

_IF = re.compile(
    r"^(?:(?:and|but|so|then|also|in addition|moreover),? )?(?:(?:if|when|where|whenever|wherever|unless|should|in case|once|as long as|provided)\b(?! you (?:have|can|could|need|want|tell|give|provide))|"
    r"(?:wenn|falls|sofern|soweit|solange|sobald|bei)\b|(?:ist|sind|lasst|lassen|kann|konnen|wird|werden|hat|haben|liegt|liegen|fehlt|fehlen|war|bleibt|bleiben|konnte|sollte)\b|"
    r"(?:si|cuando|en caso de|siempre que|mientras)\b|(?:s'ils?|quand|lorsqu|en cas|tant que)|(?:pokud|jestlize|kdyz|li|v pripade)\b|\w+-li\b|(?:如果|若|假如|当|倘若|一旦))"
)
_ZH_CONDITION = re.compile(r"^[^,，。]{2,30}(?:的|时|的话|情况下|的情况)[,，]")
_WHY_ASKED = re.compile(
    r"\b(?:why|what (?:is|was) the reason|how come|warum|weshalb|wieso|por que|pourquoi|proc)\b|为什么|为何"
)
_BECAUSE = re.compile(
    r"^(?:(?:it|this|that) (?:is|was) )?(?:because|since|as|due to|weil|da|porque|ya que|parce que|car|protoze|jelikoz)\b|^parce qu'|^(?:因为|由于)"
)
_SPEAKER = re.compile(
    r"\b(?:i|we|ich|wir|mir|uns|yo|nosotros|je|nous|jsem|jsme)\b|\b(?:context|document|text|passage|excerpt|kontext|dokument|contexto|documento|contexte|texte)\w*\b|我|文件|资料|上下文|文档"
)
_REPORTED = re.compile(
    r"\b(?:(?:he|she|they|who|mr|mrs|ms|(?!not|nowhere|never|are|was|were|been|clearly|explicitly|isn|specifically)[a-z]{3,}) )?(?<!not )(?<!nowhere )(?<!never )(?<!is )(?<!are )(?<!was )(?<!were )(?<!been )(?:said|stated|told|claimed|testified|replied|admitted|answered|wrote|declared|should say|must say|may say|says? \"|reads?:? \")\b|"
    r"\b(?:gab an|gaben an|sagte|sagten|erklarte|behauptete|antwortete|aussagte|meinte)\b|\b(?:dijo|declaro|afirmo|respondio|contesto|aseguro|dijeron)\b|"
    r"\b(?:a dit|ont dit|a declare|a affirme|a repondu|disait|declarait)\b|\b(?:rekl|rekla|rekli|uvedl|uvedla|tvrdil|tvrdila|prohlasil|prohlasila|odpovedel|odpovedela)\b|(?<=[^没不未有])(?:说(?![明不没到法])|表示|声称|称(?=他|她|自|其))"
)
_WHAT_IS_MISSING = re.compile(
    r"\b(?:missing|lack(?:s|ing)?|omit\w*|left out|not (?:mention|say|cover|contain|include)\w*|absent|new in|difference)\b|\b(?:fehlt|fehlen|fehlende|nicht)\b|\b(?:falta|faltan|omite|no (?:dice|menciona|incluye))\b|"
    r"\b(?:manque|manquent|omet|ne (?:dit|mentionne))\b|\b(?:chybi|postrada|vynechav\w+|neuvadi)\b|缺少|缺失|没有|遗漏"
)
_HOW_MANY = re.compile(
    r"\bhow (?:many|much|often)\b|\bwie ?viele?\b|\bcuant[oa]s?\b|\bcombien\b|\bkolik\b|多少|几[个次]"
)
_NONE_FOUND = re.compile(
    r"^(?:no|none)\b(?: [\w-]+){0,5} (?:were|was|has been|have been)(?: \w+)? (?:found|detected|discovered|reported|recorded|observed|refused|lost)\b|^es (?:wurden?|gab)\b[^.]*\bkeine?\b[^.]*\b(?:gefunden|festgestellt|gemeldet|entdeckt)\b|^no se (?:encontro|encontraron|hallo|hallaron|detecto|detectaron|registro|registraron)\b|"
    r"^aucune? (?:\w+ ){1,4}n'(?:a|ont) ete (?:trouve|decouvert|detecte|signale|constate)\w*|^(?:nebyl[aoiy]?|nebyly) (?:nalezen|zjisten|nahlasen|odhalen)\w*|^(?:没有|未)(?:发现|检测到|找到)任何"
)
_SINGLE = re.compile(r"(?:^|[\s(:])'[^']{3,}$")


_DENIAL = re.compile(
    r"\b(?:not|no|never|nothing|none|nicht|kein\w*|nie|nichts|nada|ningun\w*|nunca|pas|aucune?|rien|jamais|ne\w+|zadn\w+|nic|unknown|unbekannt|unclear|unklar|cannot|unable)\b|n't\b|[不没未无]"
)


def first_denial(folded: str) -> int:
    """Where the first word that denies begins; 0 where there is none."""
    denial = _DENIAL.search(folded)
    return denial.start() if denial else 0


def beside_the_point(folded: str, start: int | None, question: str) -> bool:
    """Whether words at `start` of a folded sentence abstain from nothing.

    `If the father is not known, the field stays blank` states a rule; `because no date was given` a reason; `he
    said that he did not know` what a witness knows; and a message in quotation marks is only quoted. Without a `start` it is
    asked of the first denial.
    """
    if start is None:
        start = first_denial(folded)
    asked = fold(question)
    condition = _IF.match(folded)
    comma = folded.find(",")
    comma = comma if comma >= 0 else folded.find("，")
    if (
        condition
        and start < comma
        and len(folded) - comma > (12 if folded.isascii() else 5)
        and not folded.rstrip().endswith("?")
    ):
        return True
    chinese = _ZH_CONDITION.match(folded)
    if (
        chinese
        and start < chinese.end()
        and len(folded) - chinese.end() > 3
        and not re.match(r"^(?:很?抱歉|对不起|不好意思)", folded)
    ):
        return True
    if (not asked or _WHY_ASKED.search(asked)) and _BECAUSE.match(folded) and not _SPEAKER.search(folded):
        return True
    reported = _REPORTED.search(folded)
    if (
        reported
        and reported.start() < start + 25
        and reported.start() <= start
        and not re.match(r"^\W*(?:i|ich|yo|je|wir|we|nous)\b|^我", folded)
    ):
        return True
    if inside_quotes(folded, start):
        return True
    if question and _WHAT_IS_MISSING.search(asked) and not _SPEAKER.search(folded):
        return True
    return bool(_HOW_MANY.search(asked) and _NONE_FOUND.match(folded))


def inside_quotes(folded: str, start: int) -> bool:
    """Whether the character at `start` stands inside quotation marks."""
    before, after = folded[: start + 1], folded[start:]
    if before.count('"') % 2 == 1 and '"' in after:
        return True
    if "「" in before and "」" in after and before.rfind("「") > before.rfind("」"):
        return True
    return bool(_SINGLE.search(folded[: start + 4]) and re.search(r"'(?:\W|$)", after)) if "'" in before else False
