"""Whole answers that a prompt may ask for where nothing was found: `NOT_FOUND`, `N/A`, `keine Angabe`, `无法回答`."""

from __future__ import annotations

import re

_NOT_LETTERS = re.compile(r"[\W_]+")
_LONGEST = 40
_SENTINELS = frozenset(
    _NOT_LETTERS.sub("", one)
    for one in (
        "n/a, idk, unknown, unanswerable, not found, no answer, no answer found, no information, no info, no data, no context, no result, no results, "
        "no match, no relevant information, no information found, no information available, not available, information not available, information not found, "
        "not specified, not mentioned, not stated, not provided, not given, not known, not disclosed, not in context, not in the context, not answerable, "
        "not enough information, not enough context, not enough data, insufficient information, insufficient context, insufficient data, insufficient evidence, out of scope, "
        "out of context, cannot answer, can't answer, unable to answer, cannot be answered, cannot determine, cannot be determined, undetermined, don't know, i don't know, dunno, no idea, tbd, "
        "k. a., keine angabe, keine angaben, keine antwort, keine daten, keine information, keine informationen, keine treffer, keine ahnung, unbekannt, nicht angegeben, "
        "nicht gefunden, nicht genannt, nicht bekannt, nicht vorhanden, nicht verfugbar, nicht erwahnt, nicht enthalten, nicht beantwortbar, weiss nicht, "
        "unzureichende informationen, zu wenig informationen, zu wenig kontext, unzureichender kontext, fehlanzeige, "
        "n/d, s/d, n/c, sin datos, sin respuesta, sin informacion, desconocido, se desconoce, no consta, no especificado, no disponible, no encontrado, no se sabe, no lo se, "
        "no se indica, no se menciona, no se especifica, no figura, no aparece, informacion insuficiente, contexto insuficiente, datos insuficientes, informacion no disponible, "
        "non renseigne, non precise, non communique, non specifie, non mentionne, non indique, non trouve, non disponible, inconnu, introuvable, pas de reponse, "
        "sans reponse, pas d'information, aucune information, aucune reponse, aucune donnee, je ne sais pas, information insuffisante, informations insuffisantes, contexte insuffisant, "
        "information non disponible, information introuvable, "
        "neuvedeno, neznamo, nezname, neni znamo, neni uvedeno, nenalezeno, nezjisteno, bez odpovedi, bez udaju, nevim, neni k dispozici, nedostupne, zadna informace, "
        "zadna odpoved, nedostatek informaci, nedostatecne informace, nedostatecny kontext, "
        "未知, 不详, 不明, 不知道, 不清楚, 暂无, 暂无信息, 无答案, 没有答案, 未找到, 没找到, 未提及, 未说明, 未提供, 未注明, 无法回答, 无法确定, 无法判断, 无法得知, 不得而知, 无信息, "
        "无相关信息, 没有相关信息, 暂无相关信息, 信息不足, 上下文不足, 资料不足, 无可用信息, 无数据, 待定"
    ).split(", ")
)  # fmt: skip


def is_sentinel(folded: str) -> bool:
    """Whether a whole folded answer is one of them, whatever its punctuation."""
    return len(folded) <= _LONGEST and _NOT_LETTERS.sub("", folded) in _SENTINELS
