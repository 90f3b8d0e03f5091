"""Abstaining put together from its parts: who (a source, the speaker, what was asked), a denial, and a verb of saying.

Phrases cannot be listed; the parts can. All patterns are for folded sentences.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache


@dataclass(frozen=True, slots=True)
class Grammar:
    """The parts of one language."""

    source: str
    """Nouns for what an answer is drawn from."""
    says: str
    """`source ... says` with its denial, whatever the object is."""
    gives: str
    """The same with verbs that may also be an answer (`the plan does not cover dental care`): only where the object was asked for."""
    other: tuple[str, ...]
    """Whole patterns: the speaker's, the passive ones, idioms; `SOURCE` stands for the nouns."""
    only: str
    """`the source only gives`."""
    loose: str
    """A denial and a verb that texts do, whatever the subject: only where it stands before what was asked."""


_EN_SOURCE = (
    r"(?:documents?|documentation|texts?|passages?|contexts?|excerpts?|extracts?|pages?|leaflets?|brochures?|pamphlets?|booklets?|flyers?|handouts?|manuals?|handbooks?|"
    r"guides?|guidelines?|guidance|polic(?:y|ies)|reports?|minutes|memos?|memorandum|letters?|notes?|articles?|chapters?|sections?|paragraphs?|append(?:ix|ices)|annex(?:es)?|"
    r"tables?|schedules?|contracts?|agreements?|leases?|deeds?|clauses?|provisions?|terms|by-?laws?|regulations?|rules|statutes?|records?|files?|materials?|sources?|information|data|database|knowledge base|faqs?|"
    r"website|site|wiki|transcripts?|summar(?:y|ies)|catalogues?|catalogs?|price list|data ?sheets?|specifications?|specs?|filings?|statements?|certificates?|logs?|archives?|"
    r"corpus|collection|snippets?|chunks?|results?|listing|book|story|author|writer|paper|study|press release|invoice|timetable|content)"
)
_EN_SAY = (
    r"(?:mention|say|state|specify|indicate|name|list|tell|explain|reveal|disclose|identify|clarify|define|discuss|address|describe|detail|go into|touch (?:on|upon)|spell out|set out|"
    r"refer to|deal with|answer|speak (?:to|of|about)|elaborate|comment|shed (?:any )?light|quote|note|record|report|help (?:with|here|there))"
)
_EN_SAID = r"(?:mentioned|stated|specified|named|listed|quoted|recorded|indicated|disclosed|set out|noted|identified|detailed|described|spelled out|spelt out|told|said|documented|clarified|addressed|defined|published|reported)"
_DE_SOURCE = (
    r"(?:\w*(?:dokument|text|unterlage|quelle|auszug|auszuge|merkblatt|merkblatter|broschure|faltblatt|prospekt|handbuch|leitfaden|richtlinie|bericht|protokoll|vermerk|brief|artikel|kapitel|abschnitt|absatz|anhang|anlage|"
    r"tabelle|vertrag|klausel|satzung|ordnung|verordnung|vorschrift|akte|material|kontext|information|angabe|daten|liste|anleitung|beschreibung|vorlage|passage|seite|zeile|stelle|buch|studie|formular|ubersicht|zusammenfassung|aushang|preisliste|verzeichnis)(?:e|en|n|s|es|er|ern)?)"
)
_ES_SOURCE = (
    r"(?:documentos?|documentacion|textos?|contextos?|fuentes?|folletos?|manual(?:es)?|guias?|informes?|actas?|notas?|cartas?|articulos?|capitulos?|secciones|seccion|apartados?|parrafos?|anexos?|tablas?|contratos?|clausulas?|arrendamiento|"
    r"reglamentos?|normativas?|normas|politicas?|fragmentos?|pasajes?|extractos?|paginas?|materiales|material|informacion|datos|archivos?|expedientes?|fichas?|listas?|catalogos?|libros?|estudios?|prospectos?|instrucciones|resumen|circular)"
)
_FR_SOURCE = (
    r"(?:documents?|documentation|textes?|contextes?|sources?|brochures?|depliants?|manuels?|guides?|rapports?|proces-verbal|notes?|lettres?|articles?|chapitres?|sections?|paragraphes?|annexes?|tableaux?|contrats?|clauses?|bail|baux|"
    r"reglements?|politiques?|extraits?|passages?|pages?|elements|informations?|donnees|fichiers?|dossiers?|fiches?|listes?|catalogues?|livres?|etudes?|notices?|instructions|resumes?|consignes|statuts)"
)
_CS_SOURCE = (
    r"(?:dokument\w*|text\w*|kontext\w*|zdroj\w*|podklad\w*|letak\w*|letac\w+|brozur\w*|priruc\w+|navod\w*|zprav\w*|zapis\w*|poznamk\w*|dopis\w*|clan\w+|kapitol\w*|oddil\w*|odstav\w*|priloh\w*|prilozen\w+|tabul\w+|smlouv\w*|dolozk\w*|"
    r"vyhlas\w+|smernic\w*|predpis\w*|uryv\w+|pasaz\w*|stran\w+|material\w*|informac\w*|udaj\w*|soubor\w*|spis\w*|seznam\w*|katalog\w*|knih\w*|studi\w+|pokyn\w*|souhrn\w*|cenik\w*|vypis\w*)"
)
_ZH_SOURCE = r"(?:文件|文档|文本|文章|文中|文里|上下文|资料|材料|来源|宣传册|手册|指南|报告|纪要|说明书?|通知|条款|章节|段落|附件|附录|表格|合同|协议|租约|契约|条文|规定|章程|制度|政策|摘录|片段|页面?|内容|信息|数据|档案|清单|目录|书中|书里|原文|记录|网站|知识库)"

GRAMMARS: dict[str, Grammar] = {
    "en": Grammar(
        _EN_SOURCE,
        rf"\bSOURCE\b[^.;]{{0,80}}?(?:\b(?:do|does|did)(?: not|n't)|\b(?:is|are|was|were) not|\bisn't|\baren't|\bnever|\bcannot|\bcan't|\bwon't|\bfails? to|\bfailed to|\bneglects? to|\bomits? to|\bhardly)(?: \w+){{0,3}} {_EN_SAY}\b"
        rf"|\b(?:nothing|none|nowhere|neither)\b(?: \w+){{0,4}} SOURCE\b(?: \w+){{0,5}} (?:\w+s\b|to\b|about\b|on\b)",
        r"\bSOURCE\b[^.;]{0,60}?\b(?:do|does|did)(?: not|n't)(?: \w+){0,2} (?:give|provide|contain|include|cover|show|supply|offer|have|hold|present)\b",
        (
            r"\bSOURCE\b[^.;]{0,60}?\b(?:is|are|remains?|stays?|keeps?|seems?)(?: \w+ly)? (?:silent|quiet|mute|vague|unhelpful|inconclusive|no help|of no help|unclear)\b",
            r"\bSOURCE\b[^.;]{0,80}?\b(?:stops?|stopped|falls?|fell) short of\b|\bSOURCE\b[^.;]{0,60}?\b(?:makes?|made|contains?|have|has|gives?|offers?) (?:absolutely )?(?:no (?:mention|reference|word|hint|clue|indication|such)|nothing)\b|\bSOURCE\b[^.;]{0,40}?\bleaves? (?:it|this|that|the question|\w+ \w+) (?:open|out|unsaid|unanswered)\b",
            rf"\bno (?:\w+ ){{1,6}}(?:is|are|was|were) (?:\w+ly )?{_EN_SAID}\b(?:,? (?:anywhere|here|there|in|by|on|at|for)\b|\W*$)|\b(?:is|are|was|were)(?:n't| not| never) (?:\w+ly )?{_EN_SAID}(?: (?:anywhere|here|there)\b|\W*$| (?:in|by|on) (?:\w+ ){{0,3}}SOURCE\b)|\b(?:is|are|was|were) nowhere (?:\w+ )?(?:to be (?:found|seen)|{_EN_SAID}|given|found)",
            r"\b(?:come|came|comes|coming) up (?:empty|blank|short|with nothing)\b|\b(?:draw|drew|drawing) a blank\b|\b(?:rather|prefer|like|going|want|wish|dare) (?:to )?not (?:to )?(?:guess|speculate|say|make)|\bnot going to (?:guess|speculate)\b|\b(?:without|would be|be) (?:guessing|guesswork|speculat\w+)\b",
            r"\b(?:i'm afraid|sorry|afraid)\b[^.]*\b(?:beyond|outside|more than)\b|\b(?:beyond|outside|more than)\b (?:\w+ ){0,3}(?:what|anything)? ?(?:\w+ ){0,4}SOURCE\b[^.]*\b(?:cover|covers|say|says|tell|tells|offer|offers|provide|provides|contain|contains)\b",
            r"\b(?:impossible|no way|hard|difficult|not possible|no means)(?: for \w+)? (?:to|of) (?:\w+ly )?(?:tell|telling|say|know|knowing|determine|judge|work out|answer|establish|find out)\b(?! (?:them|it|him|her|us) (?:apart|from))",
            r"\b(?:you|one|we)(?:'d| would|'ll| will| may| might)? (?:have|need) to (?:ask|check with|contact|consult|look (?:elsewhere|it up)|refer)\b",
            r"\b(?:can't|cannot|can not|unable to|not able to) (?:help|assist)(?: (?:you|anyone|there|here))?(?: with (?:that|this|it))?\b|\bbeats me\b|\bno (?:clue|idea)\b|\byour guess is\b|\bhaven't (?:a|the) (?:clue|faintest|foggiest)\b",
            r"\b(?:isn't|aren't|(?:is|are) not) (?:something|anything|things?|a topic) (?:that |which )?(?:\w+ ){0,2}SOURCE (?:\w+s\b|\w+ (?:into|about|on)\b)",
            r"\b(?:isn't|is not|not) (?:something|a thing|anything)\b[^.]*\b(?:tell|tells|say|says|cover|covers|mention|mentions|state|states|know)\b",
            r"\bi(?:'ve| have)? (?:looked|searched|checked|went|gone|read|scanned|combed)\b[^.]*\b(?:but|and|without|yet)\b[^.]*\b(?:no|not|nothing|n't|empty|blank|luck|finding)\b",
            r"\b(?:it|that|this|the (?:answer|question|point|matter))(?: \w+)? (?:remains?|is left|stays?) (?:open|unclear|unknown|unanswered|unsaid|a mystery)\b|\bi (?:do not|don't) have (?:that|this|it|the)\b|\bwe (?:are|aren't) (?:not )?told\b|\b(?:not|never) told (?:who|what|when|where|why|how|which|whether)\b",
            r"\b(?:figure|number|information|details?|date|name|value|data|amount|price|it|that|this|they|fact|point|answer)\b(?: \w+){0,2} (?:is|are|'s) (?:missing|absent|lacking|left out|not (?:there|given|included|provided))\b|\b(?:is|are) (?:missing|absent|left out|lacking) (?:from|in) (?:\w+ ){0,2}SOURCE\b|: not (?:given|stated|specified|mentioned|listed|provided|known|available|found|applicable)\W*$|^(?:not|none) (?:given|stated|specified|mentioned|listed|provided|known|available)\W*$",
            r"\b(?:is|are|was|were) (?:\w+ ){0,2}(?:mentioned|named|listed|discussed|described)\b[^.]{0,30}\bbut\b[^.]{0,40}(?:\bnot|n't)\W*$|\b(?:couldn't|could not|wouldn't know|can't|cannot)(?: \w+)? (?:say|tell)(?: you)?\W*$|\bhonestly (?:couldn't|don't|can't)\b",
        ),
        r"\bSOURCE\b[^.;]{0,40}?\b(?:only|merely|just|solely|exclusively)\b[^.;]{0,20}?\b(?:gives?|covers?|lists?|mentions?|discuss(?:es)?|contains?|describes?|reports?|deals?|shows?|goes|go|says?|talks?|refers?|speaks?)\b|\bonly\b[^.;]{0,60}\b(?:is|are|was|were) (?:given|listed|mentioned|reported|covered|shown|stated)\b",
        rf"(?:\b(?:do|does|did)(?: not|n't)|\bnever|\b(?:is|are)(?: not|n't) (?:something|what|a (?:point|topic|matter))|\bnone of|\bneither of)(?: \w+){{0,5}} (?:{_EN_SAY[3:-1]}|spell out|give|show|cover|goes into|spells out)s?\b|\bnone of (?:\w+ ){{1,3}}(?:{_EN_SAY[3:-1]}|spell|give|show)s?\b|\b(?:has|have|had)(?: not|n't) (?:\w+ly )?been (?:\w+ly )?(?:given|provided|supplied|stated|specified|mentioned|named|disclosed|indicated|published|recorded|listed|set out)\b",
    ),
    "de": Grammar(
        _DE_SOURCE,
        r"\bSOURCE\b[^.;]{0,60}?\b(?:sagt|sagen|nennt|nennen|erwahnt|erwahnen|verrat|verraten|erklart|erklaren|prazisiert|spezifiziert|beschreibt|bezeichnet|bezeichnen|gibt|geben|macht|machen|schweigt|schweigen|steht|stehen|findet|finden|geht|gehen|lasst|lassen|halt|halten|fuhrt|fuhren|aussert|aussern|regelt)\b[^.;]{0,60}?\b(?:nicht|nichts|keine?[nrsm]?|keinerlei|nirgends|offen|aus|daruber)\b|\bschweig(?:t|en)\b[^.;]{0,40}\bSOURCE\b|\bSOURCE\b[^.;]{0,50}?\bschweig(?:t|en)\b",
        r"\bSOURCE\b[^.;]{0,60}?\b(?:enthalt|enthalten|bietet|bieten|liefert|liefern|umfasst|zeigt|zeigen)\b[^.;]{0,40}?\b(?:nicht|nichts|keine?[nrsm]?|keinerlei)\b",
        (
            r"\b(?:wird|werden|ist|sind|wurde|wurden)\b[^.;]{0,60}?\b(?:nirgends|nirgendwo|nicht|keine?[rsnm]?|an keiner stelle|mit keinem wort)\b[^.;]{0,40}?\b(?:genannt|erwahnt|angegeben|aufgefuhrt|beschrieben|benannt|beziffert|vermerkt|angefuhrt|ausgewiesen|festgehalten|mitgeteilt|dokumentiert|erlautert|prazisiert|ersichtlich)\b",
            r"\b(?:dazu|daruber|hierzu|davon|das|es|dies)\b[^.;]{0,30}?\b(?:finde|fand|sehe|lese|habe|weiss|kenne|kann|konnte|steht|stand|geht|ging|findet|fand sich)\b[^.;]{0,60}?\b(?:nichts|nicht|keine?[nrs]?)\b|\b(?:das|es|davon|dazu)\b(?: \w+){0,2} steht\b[^.;]{0,40}?\b(?:nicht|nichts|nirgends)\b|\bsteht (?:da|dort|hier|darin)\b[^.;]{0,20}?\b(?:nicht|nichts)\b",
            r"\bkeine ahnung\b|\b(?:bin|bleibe) (?:da |hier |mir )?(?:uberfragt|ratlos|unsicher|nicht sicher)\b|\b(?:da|hier|dabei|damit) kann ich\b[^.;]{0,30}?\b(?:nicht|leider)\b|\bmochte ich (?:lieber |hier )?nicht (?:raten|spekulieren)\b|\bohne (?:weitere )?(?:angaben|informationen|auskunft)\b|\b(?:mussen|mussten|musste) sie\b[^.;]{0,40}?\b(?:fragen|nachfragen|wenden)\b",
            r"\b(?:geht|gehen)\b[^.;]{0,60}?\bnicht hervor\b|\b(?:lasst|lassen) sich\b[^.;]{0,80}?\bnicht\b[^.;]{0,20}?\b(?:sagen|beantworten|entnehmen|ableiten|bestimmen|ermitteln|klaren|erschliessen)\b|\b(?:liegt|liegen) (?:mir|uns|hier)?\b[^.;]{0,40}?\bkeine?\b|\b(?:bleibt|bleiben|ist|sind) (?:leider )?(?:offen|unklar|unbekannt|ungeklart)\b(?=\W*$)|\bunmoglich zu (?:sagen|beantworten|bestimmen)\b",
            r"\b(?:fehlt|fehlen)\b[^.;]{0,20}?\b(?:im|in|auf|aus)\b[^.;]{0,20}?\bSOURCE\b|\b(?:diese|die|der|das|dieser|dieses|eine|jede) (?:\w+ )?(?:zahl|angabe|information|auskunft|name|datum|wert|hinweis|antwort)\b[^.;]{0,30}?\b(?:fehlt|fehlen)\b|\b(?:da|hier) muss ich (?:leider )?passen\b|\bweiss ich (?:leider |nun |wirklich )?nicht\b|: (?:keine angabe|nicht (?:angegeben|genannt|bekannt|erwahnt))\W*$",
            r"\b(?:reicht|reichen|genugt|genugen)\b[^.;]{0,30}?\bnicht(?: aus)?\b[^.;]{0,60}?\b(?:um|fur|zu)\b|\bnichts (?:\w+ )?(?:zu|ist zu|war zu) (?:lesen|finden|erfahren|entnehmen|sehen|horen)\b|\b(?:ist|war|gibt es)\b[^.;]{0,20}?\bnichts zu (?:lesen|finden|erfahren|entnehmen)\b",
        ),
        r"\b(?:SOURCE\b[^.;]{0,60}?\b(?:nur|lediglich|bloss|ausschliesslich|allein)\b|(?:es|hier|dort|darin) (?:werden|wird|sind|finden sich)\b[^.;]{0,20}?\b(?:nur|lediglich|bloss|ausschliesslich)\b)",
        r"\b(?:nicht|nichts|keine?[nrsm]?|nirgends|offen)\b[^.;]{0,30}?\b(?:nennt|nennen|genannt|erwahnt|angegeben|beziffert|entnehmen|erwahnen|angeben|steht|sagt|identifiziert|benannt|geregelt|ausgefuhrt|hervor)\b|\b(?:nennt|erwahnt|sagt|identifiziert|regelt|beziffert|benennt)\b[^.;]{0,40}?\b(?:nicht|nichts|keine?[nrsm]?)\b|\blasst (?:\w+ )?offen\b",
    ),
    "es": Grammar(
        _ES_SOURCE,
        r"\bSOURCE\b[^.;]{0,60}?\bno (?:lo |la |los |las |se |nos |me )?(?:dice|dicen|indica|indican|menciona|mencionan|especifica|especifican|precisa|precisan|aclara|aclaran|senala|senalan|revela|explica|explican|detalla|detallan|nombra|nombran|cita|citan|habla|hablan|responde|responden|aborda|trata|concreta|concretan|alude|permite|permiten|recoge|recogen|consigna|informa|informan)\b|\b(?:en ninguna parte|en ningun (?:lugar|momento|sitio|punto)|nada en|nada de lo que)\b[^.;]{0,60}?\b(?:SOURCE|se (?:dice|habla|menciona|indica)|dice|indica|menciona|permite|aclara)\b",
        r"\bSOURCE\b[^.;]{0,60}?\bno (?:se )?(?:contiene|contienen|incluye|incluyen|ofrece|ofrecen|proporciona|proporcionan|da|dan|facilita|facilitan|aporta|aportan|muestra|muestran|figura)\b",
        (
            r"\bno (?:me )?consta\b|\bno (?:sabria|sabriamos|puedo|podria|podemos|logro|acierto a|alcanzo a|soy capaz de|estoy en condiciones de)\b[^.;]{0,40}?\b(?:dec\w+|responder\w*|contestar\w*|indicar\w*|precisar\w*|ayudar\w*|asegurar\w*|confirmar\w*|saber\w*|informar\w*|determinar\w*)",
            r"\bno (?:he|hemos|logre|logro|consigo|consegui) (?:podido |logrado |conseguido )?(?:encontrado|encontrar|hallado|hallar|visto|localizado|localizar)\b|\bno (?:dispongo|disponemos|tengo|tenemos|cuento|poseo)\b(?: de| con)? ?(?:es[eao]s?|est[eao]s?|ningun\w*|tal|dicho|el|la|dato|informacion|constancia|respuesta|acceso|forma|manera)\b",
            r"\b(?:es|resulta|seria|me es|nos es) (?:imposible|dificil)\b[^.;]{0,20}?\b(?:responder|saber|decir|determinar|contestar|precisar|averiguar)|\b(?:imposible|dificil) (?:responder|saber|decir|determinar|contestar|precisar)\b|\bni idea\b|\b(?:lo )?(?:desconozco|ignoro)\b|\bse desconoce\b",
            r"\bno (?:se|aparece|aparecen|figura|figuran|consta|constan|viene|vienen|esta|estan)\b(?: \w+){0,3} ?(?:mencionad\w+|indicad\w+|especificad\w+|recogid\w+|dicen?|menciona\w*|indica\w*|especifica\w*|en SOURCE|por ningun\w*|en ningun\w*)\b|\b(?:tendria|tendra|habria) que (?:preguntar|consultar)\b|\bprefiero no (?:especular|adivinar|aventurar)",
            r"\b(?:falta|faltan)\b[^.;]{0,20}?\b(?:en|de)\b[^.;]{0,20}?\bSOURCE\b|\b(?:es[ea]|est[ea]|el|la|dicho) (?:dato|cifra|informacion|numero|fecha|nombre|detalle)\b[^.;]{0,30}?\b(?:falta|faltan|no esta|no aparece|no figura|no consta)\b|\bno veo\b[^.;]{0,60}|\b(?:no lo se|ni idea|no sabria)\b|: no (?:se )?(?:indica\w*|especifica\w*|consta|disponible|menciona\w*)\W*$|\ben ninguna parte\b",
        ),
        r"\bSOURCE\b[^.;]{0,40}?\b(?:solo|unicamente|solamente|tan solo|exclusivamente|nada mas)\b",
        r"\bno (?:lo |la |se |los )?(?:identifica|nombra|menciona|especifica|indica|dice|precisa|detalla|concreta|aclara|senala|cita|recoge|fija|estipula)\w*\b|\bninguna? (?:\w+ ){1,4}(?:menciona|indica|especifica|dice|fija|aclara)\w*\b|\bno (?:se )?(?:ha|han|fue|fueron) (?:sido )?(?:proporcionad|indicad|facilitad|mencionad|especificad|precisad|dad|comunicad|publicad)\w+\b",
    ),
    "fr": Grammar(
        _FR_SOURCE,
        r"\bSOURCE\b[^.;]{0,60}?\b(?:ne |n')(?:l'|le |la |les |en |y |nous |vous )?(?:mentionn\w+|di[st]\w*|precis\w+|indiqu\w+|abord\w+|evoqu\w+|parl\w+|repond\w*|trait\w+|nomm\w+|cit\w+|detaill\w+|expliqu\w+|specifi\w+|donn\w+|revel\w+|signal\w+|decri\w+|comport\w+|contien\w+|fourni\w+|permet\w*|figur\w+|renseign\w+|stipul\w+|sembl\w+|fait|font|suffi\w+)\b(?: \w+){0,2}? (?:pas|rien|aucun\w*|guere|jamais|nulle part|point)\b|\bSOURCE\b[^.;]{0,40}?\b(?:reste|restent|est|sont|demeure|demeurent) (?:muet\w*|silencieu\w*|vagues?|flous?)\b|\brien (?:dans|de ce que|sur)\b[^.;]{0,60}?\bne\b",
        r"(?!x)x",
        (
            r"\baucune? (?:\w+ ){1,5}(?:n'est|ne sont|n'a ete|n'ont ete|ne figure|ne figurent|n'apparait)\b[^.;]{0,20}?\b(?:mentionne\w*|indique\w*|precise\w*|donne\w*|citee?s?|nomme\w*|specifie\w*|evoque\w*|dans|ici)\b",
            r"\b(?:je|nous|on) (?:ne |n')[^.;]{0,50}?\b(?:pas|rien|aucun\w*)\b[^.;]{0,60}?\b(?:trouv\w+|sais|savons|savoir|dire|repondre|renseigner|aider|preciser|information\w*|reponse|donnee|indication|mesure|element\w*|idee|determiner|confirmer|deviner)\b|\b(?:je|nous) (?:ne |n')(?:l'|le |en |y )?(?:ai|avons|sais|savons|trouve|vois|connais)\b[^.;]{0,20}?\b(?:pas|rien|aucun\w*)\b(?=\W*$| (?:cette|cet|ce|la|le|de|d'))",
            r"\b(?:je l'ignore|j'ignore|nous l'ignorons|on l'ignore|aucune idee|impossible (?:a|de|d')|il est impossible|difficile (?:a|de) (?:dire|savoir)|je prefere ne pas|mieux vaut demander|il faudrait (?:demander|consulter)|je ne saurais)\b",
            r"\b(?:n'est|ne sont|n'a|n'ont) (?:\w+ )?(?:pas|nulle part|jamais) (?:ete )?(?:mentionne\w*|indique\w*|precise\w*|specifie\w*|donne\w*|evoque\w*|citee?s?)\b(?= (?:dans|ici|par|nulle)|\W*$)",
            r"\b(?:manque|manquent)\b[^.;]{0,20}?\b(?:dans|au|aux|de)\b[^.;]{0,20}?\bSOURCE\b|\b(?:ce|cet|cette|le|la|l'|ces) ?(?:chiffre|donnee|information|nombre|date|nom|precision|detail|element)s?\b[^.;]{0,30}?\b(?:manque|manquent|est absente?|n'y est pas|n'y figure pas)\b|\bje n'en sais rien\b|\bn'est (?:\w+ )?(?:precisee?|mentionnee?|indiquee?|donnee?|specifiee?)s? nulle part\b|: non (?:precise|indique|mentionne|communique|disponible)\w*\W*$",
            r"\bil n'est (?:pas |nulle part )?(?:question|fait (?:etat|mention))\b|\bne (?:sont|suffisent|suffit|est) pas (?:suffisant\w*|assez)?\b[^.;]{0,20}?\bpour (?:repondre|determiner|dire|savoir)\b",
        ),
        r"\bSOURCE\b[^.;]{0,40}?\b(?:ne |n')\w+ que\b|\bSOURCE\b[^.;]{0,40}?\b(?:seulement|uniquement|exclusivement)\b|\bseule?s? (?:les? |la )[^.;]{0,50}(?:est|sont) (?:mentionne|indique|donne)\w*",
        r"\b(?:ne |n')(?:l'|le |la |les |en |y )?(?:nomm|mentionn|precis|indiqu|specifi|cit|evoqu|di[st]|identifi|detaill|stipul|fix|donn)\w*\b(?: \w+){0,2} (?:pas|rien|aucun\w*|nulle part)\b|\baucune? (?:\w+ ){1,4}ne (?:mentionn|precis|indiqu|specifi|fix|dit)\w*|\bn'(?:a|ont|est) (?:pas |jamais )(?:ete )?(?:fourni|indique|precise|donne|mentionne|communique|specifie|cite|nomme|publie)\w*\b",
    ),
    "cs": Grammar(
        _CS_SOURCE,
        r"\bSOURCE\b[^.;]{0,60}?\b(?:ne(?:uvad\w+|rik\w+|zmin\w+|jmenuj\w+|popisuj\w+|vysvetl\w+|upres\w+|specifik\w+|stanov\w*|resi\w*|hovor\w+|mluv\w+|pise\w*|udav\w+|prozraz\w+|odpovid\w+|pojmenov\w+|konkretiz\w+|zabyva\w*|obsahuj\w+)|mlci|chybi|nic (?:nerik\w+|nepis\w+|neni))\b|\b(?:nic|nikde)\b[^.;]{0,40}?\bSOURCE\b[^.;]{0,40}?\bne\w+",
        r"(?!x)x",
        (
            r"\bv\w* SOURCE\b[^.;]{0,40}?\b(?:nic|zadn\w+|nikde|nenasel|nenasla|nenasli|nenalezl\w*|nevidim|chybi|neni|nejsou|nestoji)\b|\b(?:nenasel|nenasla|nenasli|nenalezl\w*) (?:jsem|jsme)?\b[^.;]{0,60}?\b(?:v\w* SOURCE|o tom|zmink\w*|udaj\w*|informac\w*|nic)\b|\b(?:jsem|jsme)\b[^.;]{0,30}?\bnic (?:nenasel|nenasla|nenasli|nezjistil\w*)\b",
            r"\b(?:se |to )?(?:z|ze) SOURCE\b[^.;]{0,40}?\b(?:nedozvim\w*|nevyplyv\w*|nezjist\w+|nelze|neni patrn\w*|neplyne|nepozna\w*)\b|\bnedozvim\w*\b",
            r"\b(?:nemam|nemame|neni|nejsou|nemate)\b[^.;]{0,40}?\bk dispozici\b|\b(?:to|tento|tuto|takov\w+|o tom) ?\w*\b[^.;]{0,20}?\b(?:nevim|nevime|nemam|nemame|neznam|nezname)\b|\b(?:nevim|nevime|netusim|neznam)\b(?=\W|$)|\bs tim (?:vam )?(?:bohuzel )?(?:nepomohu|neporadim|nemohu)\b",
            r"\b(?:neni|nejsou|nebyl\w*)\b(?: \w+){0,5} (?:uveden\w*|zminen\w*|specifikovan\w*|popsan\w*|stanoven\w*|jmenovan\w*)\b(?= (?:v|ve|zde|nikde|tu)\b|\W*$)|\b(?:neuvadi|nezminuje|nerika|nepise) se\b|\bnikde\b[^.;]{0,30}?\b(?:neni|nejsou|nestoji|neuvad\w+)\b|\b(?:nelze|neda se|nejde|neni mozne) (?:\w+ ){0,3}?(?:odpovedet|rici|urcit|zjistit|poznat|dovodit)\b|\b(?:na zaklade|podle|z)\b[^.;]{0,50}?\bnelze (?:odpovedet|rici|urcit|zjistit)\b",
            r"\b(?:chybi|chybeji)\b(?=[^.;]{0,40}\bSOURCE\b|\W*$)|\bSOURCE\b[^.;]{0,20}\b(?:chybi|chybeji)\b|\b(?:nevyct\w+|nepoznam|nezjistim|neodvod\w+|nevyvod\w+)\b|: (?:neuveden\w*|neni uveden\w*|neznam\w*)\W*$",
            r"\bv\w* (?:\w+ )?SOURCE\b[^.;]{0,40}?\b(?:nenasel|nenasla|nenasli|nenalezl\w*|nevidim|nic|chybi|neni|nejsou)\b|\b(?:neni|nemam|nemame) (?:\w+ )?(?:dost|dostatek|dostatecn\w+)\b[^.;]{0,20}\b(?:informac\w*|udaj\w*|podklad\w*|dat)\b|\bnic (?:se )?ne(?:pis|uvad|rik|zmin|stoj|dozv)\w*|\bnepise (?:se )?nic\b",
        ),
        r"\bSOURCE\b[^.;]{0,40}?\b(?:pouze|jen|jenom|toliko|vyhradne)\b",
        r"\bne(?:jmenuj\w+|uvad\w+|zmin\w+|rik\w+|specifik\w+|stanov\w+|urcuj\w+|upres\w+|identifik\w+|popisuj\w+|resi)\b|\bzadn\w+ (?:\w+ ){1,3}ne(?:uvad\w+|zmin\w+|rik\w+|stanov\w+)",
    ),
    "zh": Grammar(
        _ZH_SOURCE,
        r"SOURCE(?:里面?|中|上|当中|内)?[^。;；]{0,14}?(?:没有?|并?未|不曾|从未|均未|没能)(?:\w{0,3})?(?:写明?|写到|说明?|提到?|提及|讲到?|讲|注明|标明|列出|涉及|记载|交代|指出|透露|规定|给出|包含|包括|回答|介绍|出现)|SOURCE(?:里面?|中|上|内)?[^。;；]{0,6}(?:没有|缺少|查无)(?=[。,，!！]|$)",
        r"(?!x)x",
        (
            r"(?:找|查|看|搜)不(?:到|出)[^。;；]{0,20}?(?:内容|信息|说明|资料|答案|数据|依据|记载|线索|提示|相关)|(?:没|未|没有)(?:能)?(?:找到|查到|看到|发现)[^。;；]{0,16}?(?:内容|信息|说明|资料|答案|数据|依据|记载|线索|相关|有关)",
            r"我(?:也|真的?|确实|暂时|目前)?(?:不(?:知道|清楚|了解|确定|晓得|敢说|便)|没有?(?:答案|把握|办法|头绪|相关|这方面)|无法|答不(?:上来|出)|帮不(?:了|上)|说不(?:准|好|上来))|(?:帮不了|爱莫能助|无从(?:得知|判断|回答|知晓)|不得而知)",
            r"(?:无法|不能|难以|没法)(?:根据|从|凭|依据)?[^。;；,，]{0,16}?(?:得知|回答|判断|确定|知晓|了解到|推断|答复|告知)|(?:没有|暂无|缺乏|无)(?:\w{0,4})?(?:相关|有关)?(?:信息|资料|说明|记载|依据|答案)(?=[。,，!！]|$)",
            r"SOURCE(?:里面?|中|上)?[^。;；]{0,6}?(?:缺少?|看不到|看不出|找不到|查不到)|(?:看不到|看不出)[^。;；]{1,20}$|(?:金额|数字|日期|名称|信息|数据|时间)[^。;；]{0,6}(?:缺失|未列|未知|不详)|[:：](?:未(?:知|提供|说明|列明)|不详|无)\W*$",
        ),
        r"SOURCE(?:里面?|中|上)?[^。;；]{0,8}?(?:只|仅仅?|只是)(?:有|给出|提到|提及|列出|说明|包含|涉及|写了?|介绍|提供)",
        r"(?:没有|并?未|不曾)(?:\w{0,2})?(?:注明|列明|写明|标明|载明|说明|提到|提及|指出|规定|给出|交代|透露|明确|列出)|(?:没有|并?未)(?:被)?(?:提供|说(?:明|到|过)?|讲|谈)(?:$|[^他她的]{0,6}$)",
    ),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Compiled:
    """A grammar's patterns, made ready."""

    denies: re.Pattern[str]
    gives: re.Pattern[str]
    only: re.Pattern[str]
    loose: re.Pattern[str]


def _compile(grammar: Grammar) -> Compiled:
    def ready(pattern: str) -> str:
        return pattern.replace("SOURCE", grammar.source)

    denies = "|".join(f"(?:{ready(pattern)})" for pattern in (grammar.says, *grammar.other))
    return Compiled(
        re.compile(denies),
        re.compile(ready(grammar.gives)),
        re.compile(ready(grammar.only)),
        re.compile(ready(grammar.loose)),
    )


@lru_cache(maxsize=1)
def compiled() -> dict[str, Compiled]:
    """Each language's patterns, compiled when the first text is read."""
    return {language: _compile(grammar) for language, grammar in GRAMMARS.items()}
