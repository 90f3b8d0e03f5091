"""How people and models say that they cannot answer, by language; all patterns are for folded texts."""

from __future__ import annotations

import re
from functools import lru_cache

_SOURCE = (
    r"(?:(?:the|this|these|those|any|my|our|your|its|provided|given|available|supplied|retrieved|above|search|attached|current|two|three|both|all|following|entire|whole)\s+)*"
    r"(?:context|contexts|documents?|documentation|text|texts|passages?|polic(?:y|ies)|materials?|sources?|excerpts?|information|"
    r"manual|report|reports|minutes|faq|handbook|knowledge base|records?|corpus|files?|data|results?|articles?|by-?laws?|terms|content|snippets?|chunks?|"
    r"page|pages|sections?|references?|evidence|details|conversation|prompt|guide|contract|agreement|statements?|filing|regulations?|"
    r"question|price list)"
)
_SAY = (
    r"(?:mention|say|specify|state|address|indicate|discuss|describe|explain|disclose|reveal|answer|tell|identify|clarify|define|"
    r"refer|detail|report|speak|set out|touch)"
)
_GIVE = r"(?:contain|include|provide|give|have|offer|cover|list|show|hold|name|supply|support|present|carry)"
_NO_INFO = (
    r"(?:information|info|mention|details?|data|references?|records?|indication|evidence|answers?|specifics|documentation|statement|context|"
    r"figures?|numbers?|dates?|names?|explanation|description|definition|guidance|anything|clue|hint)"
)
_WHAT = rf"(?:(?:\w+\s+){{0,4}}{_NO_INFO}\b|(?:how|what|when|who|whose|where|whether|which|why)\b|this\b|that\b|it\b|enough\b|sufficient\b|any\b)"
_SAID = (
    r"(?:mentioned|contained|said|specified|provided|included|stated|addressed|covered|given|indicated|listed|discussed|"
    r"described|explained|disclosed|revealed|identified|named|clarified|defined|detailed|reported|available|found|present|recorded|documented|set out|shown)"
)
_I = r"\b(?:i|we)\b"
_CANNOT = r"(?:can't|cannot|can not|could not|couldn't|am unable to|'m unable to|are unable to|'re unable to|was unable to|were unable to|am not able to|'m not able to|was not able to|wasn't able to|were not able to)"

ENGLISH = (
    rf"{_I}(?:\s+(?:really|simply|just|honestly|still|currently|also|personally))?\s*(?:do not|don't|did not|didn't)\s+(?:\w+ly\s+)?(?:know|have\s+(?:\w+\s+){{0,4}}?(?:information|info|data|details?|access|knowledge|context|answer|record|evidence|specifics|idea|ability|clue)|see\s+(?:\w+\s+){{0,3}}{_NO_INFO}|find\s+(?:\w+\s+){{0,3}}(?:{_NO_INFO}|results?)|understand)",
    rf"{_I}\s+have\s+no\s+(?:\w+\s+){{0,2}}(?:information|info|data|details?|access|knowledge|idea|record|answer|clue|evidence|context|way)",
    rf"{_I}\s*{_CANNOT}\s+(?:\w+ly\s+)?(?:find(?!\s+(?:my|our)\b)|answer|determine|provide|tell|say|give|locate|confirm|verify|identify|access|help|assist|see|comment|be sure|be certain|establish|work out|deduce|infer|respond|recall|disclose|discuss|share|speculate|retrieve|predict|browse|comply|fulfil|complete|do that|say)",
    r"\bi(?:'m| am)\s+(?:\w+ly\s+)?(?:not\s+(?:\w+ly\s+)?(?:sure|certain|aware|familiar|able)|unsure|uncertain|unaware|unfamiliar)\b",
    r"\bi(?:'m| am)\s+(?:\w+ly\s+)?(?:sorry|afraid),?\s+(?:but\s+)?(?:that\s+)?(?:i\s+(?:don't|do not|can't|cannot|could not|couldn't|am not|am unable|have no)|there|your|the\s+(?:question|context|document)|this|it is not|we)",
    rf"\b{_SOURCE}\s+(?:above\s+|provided\s+|given\s+|supplied\s+|available\s+|retrieved\s+|here\s+|itself\s+|(?:that\s+)?(?:i|we|you)\s+(?:\w+\s+){{1,3}})?(?:simply\s+|unfortunately\s+)?(?:(?:do|does|did)(?:es)?\s*(?:not|n't)|doesn't|don't|didn't)\s+(?:\w+ly\s+)?(?:appear to\s+|seem to\s+|actually\s+)?(?:{_SAY}\b|{_GIVE}\s+{_WHAT}|(?:give|name|show|list|provide)\s+(?:the|an?)\s|(?:appear to|seem to)\s+cover)",
    rf"\b{_SOURCE}\b[^.]*\b(?:it|they|but|and)\s+(?:do|does|did)(?:es)?\s*(?:not|n't)\s+{_SAY}\b",
    rf"\b{_SOURCE}\b[^.]*\b(?:fails? to|failed to|omits? to)\s+(?:{_SAY}|{_GIVE})|\b{_SOURCE}\s+(?:lacks?|omits?)\s+(?:\w+\s+){{0,2}}{_NO_INFO}|\b{_SOURCE}\b[^.]*\bbut\s+(?:contains?|gives?|has|have|provides?)\s+no\s+{_NO_INFO}",
    rf"\b(?:answer|information|details?|figure|date|name|number|amount|this|that|it)\s*(?:is|are|'s)\s*(?:not|n't)\s+(?:\w+\s+)?(?:in|within|part of|among)\s+{_SOURCE}|\bthat (?:isn't|is not) something\b[^.]*\b{_SAY}",
    r"^(?:unfortunately,? |sorry,? )?(?:it|this|that)(?:'s| is| remains| was) (?:still )?(?:not (?:\w+ly )?(?:known|clear|stated|specified|mentioned|certain|disclosed|said|given|indicated)|unknown|unclear|uncertain)\b",
    r"\b(?:is|are|was|were)(?:n't| not)\s+(?:\w+ly\s+)?(?:specified|stated|mentioned|disclosed|indicated|given|provided|recorded)(?:\s+anywhere)?(?:\s+(?:here|there))?\W*$",
    rf"^(?:\w+,?\s+)?(?:i am|i'm)?\s*(?:sorry|unfortunately)\W+no idea\b|\bno answer can\b|\bnothing\s+(?:on|about|regarding)\b[^.]*\bin\s+{_SOURCE}|\b{_SOURCE}\s+(?:contain|contains|has|have|say|says|include|includes)\s+nothing\b",
    rf"\b{_SOURCE}\s+(?:provided\s+|given\s+)?(?:(?:is|are|makes?|contains?|gives?|has|have|provides?|includes?|offers?|says?)\s+)(?:silent\b|insufficient\b|not\s+(?:sufficient|enough)\b|no\s+(?:\w+\s+){{0,2}}{_NO_INFO}|nothing\b|too\s+\w+\s+to\b)",
    rf"\bthere\s*(?:is|'s|are|was|were|isn't|aren't|appears to be|seems to be)\s+(?:no|not\s+(?:any|enough|sufficient)|insufficient|any|enough|sufficient|currently no|unfortunately no)\s*(?:\w+\s+){{0,3}}(?:{_NO_INFO})\b",
    rf"\bthere(?:'s|\s+is)\s+nothing\s+(?:\w+\s+){{0,2}}(?:in|about)\s+(?:\w+\s+)?{_SOURCE}|\bthere\s+(?:isn't|aren't|wasn't)\s+(?:enough|sufficient)\b",
    rf"\b(?:is|are|was|were)\s*(?:not|n't|nowhere|never)\s+(?:\w+ly\s+)?{_SAID}\s+(?:\w+ly\s+)?(?:in|by|within|from|anywhere|here|on|at)\s+(?:{_SOURCE}|\w+\s+{_SOURCE}|the\s+\w+\s+(?:i|we)\b)",
    rf"\b(?:isn't|aren't|wasn't|weren't)\s+(?:\w+ly\s+)?{_SAID}\s+(?:\w+ly\s+)?(?:in|by|within|from|anywhere|here)\s+{_SOURCE}",
    rf"^(?:unfortunately,?\s+|sorry,?\s+)?(?:no|not\s+enough|insufficient)\s+(?:\w+\s+){{0,3}}{_NO_INFO}\b",
    rf"\bno\s+(?:\w+\s+){{0,2}}{_NO_INFO}\s+(?:\w+\s+){{0,6}}(?:is|are|was|were|can be|could be)\s+(?:\w+ly\s+)?(?:{_SAID}|given|retrieved)\b",
    rf"^not\s+(?:\w+ly\s+)?{_SAID}(?:\s+(?:in|by|anywhere)\b.*)?\W*$",
    r"\b(?:cannot|can't|can not|could not|couldn't)\s+(?:\w+ly\s+)?be\s+(?:\w+ly\s+)?(?:determined|answered|established|inferred|deduced|ascertained|verified|said|told|known|confirmed|derived|worked out)(?=\s+(?:from|based|with|without|by|given|using|here|on the basis)\b|\W*$)|\bimpossible to (?:\w+ly )?(?:determine|answer|establish|infer|deduce|say|tell|know)\b",
    r"^(?:the answer is\s+|the answer to (?:this|that|the|your) question is\s+|it is\s+|it's\s+|this is\s+|that is\s+)?(?:currently\s+)?(?:unknown|n/?a|none provided|unanswerable|not answerable|not known|unclear|no answer|no idea|undetermined|not applicable|no comment)\W*$",
    r"\b(?:insufficient|not enough|too little)\s+(?:\w+\s+){0,2}(?:information|context|data|evidence|detail)\b",
    r"\b(?:i|we)\b[^.]*\b(?:unable|not able|not been able)\s+to\s+(?:answer|find|determine|provide|locate|verify|confirm|identify|help|assist|say|tell|comment)\b",
    r"\b(?:(?:i|we)(?:'d| would)? (?:need|require)|without)\s+(?:more|further|additional)\s+(?:\w+\s+)?(?:information|context|details?)\b|\b(?:more|further|additional)\s+(?:information|context|details?)\s+(?:is|are|would be)\s+(?:needed|required|necessary)",
    r"\b(?:question|query)\s+(?:is|seems|appears)\s+(?:\w+\s+){0,3}(?:unclear|unanswerable|incomplete|ambiguous|vague|too vague|not clear|not answerable|outside|out of scope|beyond)",
    r"\b(?:outside|beyond|out of)\s+(?:\w+\s+){0,2}(?:scope|knowledge|expertise)\b",
    r"\b(?:not|n't)\s+(?:\w+ly\s+)?(?:possible)\s+to\s+(?:\w+ly\s+)?(?:determine|answer|say|know|give|provide|identify|tell|verify|confirm|establish)\b",
    r"\bas an? (?:ai|artificial|large|language)\b[^.]*\b(?:don't|do not|cannot|can't|unable|not able|no access|not have)\b",
    r"\bplease\s+(?:provide|specify|clarify|give)\s+(?:\w+\s+){0,4}(?:context|information|details?|question|which|who|what)\b",
    r"\b(?:could|can|would)\s+you\s+(?:please\s+)?(?:provide|specify|clarify|give)\b",
    rf"\b(?:nothing|neither|none|nowhere)\s+(?:\w+\s+){{0,2}}(?:in|of)\s+{_SOURCE}\b(?:\s+\w+){{0,2}}\s+(?:{_SAY}(?:s|es)?|{_GIVE}s?\s+{_WHAT}|{_SAID}|address(?:es)?|about)\b",
    r"\bi\s+(?:found|see|have found)\s+(?:no|nothing)\b",
    r"\b(?:not|n't)\s+(?:\w+ly\s+)?(?:publicly\s+)(?:available|known|disclosed)\b",
    r"\b(?:i must|i'll have to|i will have to|i have to)\s+(?:decline|refuse|abstain)\b|\bi (?:decline|refuse) to\b",
    r"\bi\s+(?:won't|will not|would rather not|am not allowed to|'m not allowed to|must not|am not permitted to)\s+(?:\w+\s+)?(?:answer|provide|speculate|guess|give|help|share|discuss|disclose|comment|reveal|be able)",
)
GERMAN = (
    r"\b(?:ich|wir)\s+(?:weiss|wissen)\s+(?:\w+\s+){0,3}nicht\b|\bdas weiss ich (?:leider )?nicht\b",
    r"\b(?:ich|wir)\s+(?:kann|konnte|konnen|konnten|habe|haben|bin|finde|sehe|verfuge)\b[^.]*\b(?:nicht|keine?n?|nichts)\b[^.]*\b(?:finden|gefunden|beantworten|sagen|angeben|information\w*|angaben?|auskunft|antwort|geben|helfen|daten|sicher|bestimmen|ermitteln|hinweise?|zugriff|zugang|lage|dazu|daruber|ableiten|wissen)",
    r"\b(?:leider )?(?:kann|konnte|konnten|konnen) (?:ich|wir)\b[^.]*\b(?:nicht|keine?n?|nichts)\b",
    r"\b(?:kontext|text|dokument\w*|unterlagen|richtlinie|quellen?|informationen|abschnitt|handbuch|bericht|passagen?|textstellen?|auszug|auszuge|vertrag|satzung|daten)\b[^.]*\b(?:enthalt|enthalten|nennt|nennen|erwahnt|erwahnen|gibt|geben|sagt|sagen|macht|machen|liefert|liefern|bietet|reicht|reichen|steht|stehen|geht|lasst|lassen)\b[^.]*\b(?:nicht|keine?n?|keinerlei|nichts)\b",
    r"\b(?:nicht|nirgends|nirgendwo)\s+(?:\w+\s+)?(?:im|in den|in der|aus dem|aus den|in diesem|vom|von den)\s+(?:\w+en\s+)?(?:kontext|text|dokument\w*|unterlagen|quellen?|informationen|richtlinie|handbuch|bericht|auszug)",
    r"\b(?:kontext|text|dokument\w*|unterlagen|quellen?|informationen|richtlinie|handbuch|bericht|auszug)\s+(?:wird|werden|ist|sind)?\s*(?:\w+\s+){0,6}(?:nicht|nirgends|keine?)\s+(?:\w+\s+){0,4}(?:erwahnt|genannt|angegeben|enthalten|beschrieben|aufgefuhrt|zu finden|behandelt|hervor|ersichtlich|zu entnehmen|beantwort\w+)",
    r"\b(?:es gibt|es liegen|es sind|dazu gibt es|dazu liegen|hierzu|daruber|dazu)\b[^.]*\bkeine?\s+(?:\w+\s+){0,3}(?:informationen|angaben?|hinweise?|daten|erwahnung|auskunft|antwort)",
    r"\b(?:die|diese) frage (?:kann|lasst sich|ist)\b[^.]*\b(?:nicht|unbeantwortbar)\b",
    r"^(?:das ist |die antwort ist )?(?:unbekannt|keine angaben?|nicht bekannt|keine antwort|keine ahnung|keine informationen?(?: (?:verfugbar|vorhanden))?|nicht angegeben)\W*$",
    r"\b(?:mir|uns)\b[^.]*\bnicht bekannt\b|^(?:das|es|dies) ist (?:leider )?nicht (?:bekannt|angegeben|erwahnt|genannt)\b|\b(?:kontext|text|unterlagen|dokument\w*|handbuch|bericht)\b[^.]*\bnicht (?:ersichtlich|zu entnehmen|erkennbar)|\bsteht\b[^.]*\b(?:nichts|nicht)\b[^.]*\b(?:kontext|text|dokument\w*|handbuch|richtlinie|unterlagen|bericht)|\bsteht (?:im|in)\b[^.]*\bnichts\b",
    r"\b(?:ist|sind)\s+(?:mir|uns)\s+(?:leider\s+)?nicht\s+bekannt\b|\b(?:nicht genugend|nicht ausreichend\w*|unzureichende)\s+(?:informationen|angaben|daten|kontext)|\blasst sich\b[^.]*\bnicht\s+(?:\w+\s+)?(?:beantworten|bestimmen|entnehmen|ableiten|sagen|feststellen)",
    r"\bals (?:ki|sprachmodell)\b[^.]*\b(?:nicht|keine?n?)\b|\bdarf ich nicht\b|\bmochte ich (?:lieber )?nicht beantworten\b",
)
SPANISH = (
    r"\b(?:no\s+(?:lo\s+)?se\b(?=\W*$|\s*[,.;:]|\s+(?:quien|quienes|que|cual|cuales|cuando|cuanto|cuanta|cuantos|cuantas|donde|como|por|si|nada|la respuesta|el|la|los|las|exactamente|seguro|bien|mucho|a ciencia|con certeza|responder|decir\w*)\b)|lo desconozco|desconozco|lo ignoro)",
    r"\bno\s+(?:tengo|tenemos|dispongo|disponemos|encuentro|encontre|encontramos|he encontrado|hemos encontrado|cuento|hallo|veo|poseo)\b[^.]*\b(?:informacion|datos|respuesta|detalles?|mencion|acceso|conocimiento|referencia\w*|dato|idea|nada|contexto|seguro)",
    r"\bno\s+(?:puedo|podemos|me es posible|es posible|se puede|soy capaz|estoy seguro|estoy segura|pude|logro|estoy en condiciones)\b[^.]*\b(?:responder|encontrar|determinar|contestar|proporcionar|decir|dar|confirmar|saber|indicar|ayudar|precisar|establecer|deducir|concluir)(?:l[oae]s?)?\b|\bno estoy segur[oa]\b",
    r"\b(?:contexto|texto|documentos?|documentacion|politica|fuentes?|informacion|pasajes?|manual|informe|fragmentos?|contrato|seccion|archivos?|normativa|materiales?)\b[^.]{0,60}?\bno\s+(?:lo\s+|se\s+)?(?:menciona|mencionan|dice|dicen|especifica|especifican|indica|indican|aclara|senala|responde|aborda|es suficiente|son suficientes|habla|hablan|recoge|figura|figuran|detalla|precisa|(?:contiene|contienen|proporciona|proporcionan|incluye|incluyen|ofrece|ofrecen|da|dan)\s+(?:\w+\s+){0,3}(?:informacion|datos?|detalles?|respuesta|cifras?|nada|mencion|referencias?|nombre|fecha)|(?:permite|permiten)\s+(?:responder|determinar|saber|deducir|conocer|concluir)|hacen? (?:referencia|mencion))",
    r"\bno\s+(?:se\s+)?(?:menciona|especifica|indica|encuentra|aparece|proporciona|dice|detalla|figura|consta|esta|viene|facilita|hay)\b[^.]*\b(?:en\s+(?:el|la|los|las|este|esta|ningun|ninguno|ninguna)\s+(?:\w+\s+){0,2}?(?:contexto|texto|documentos?|documentacion|fuentes?|politica|informacion|manual|informe|fragmentos?|contrato|pasajes?)|informacion|mencion|datos suficientes)",
    r"^(?:la respuesta es |es )?(?:desconocid[oa]|no disponible|sin respuesta|no se sabe|se desconoce|sin informacion(?: disponible)?|no consta|no especificado|ni idea)\W*$|^se desconoce\b",
    r"\bno\s+(?:he|hemos)\s+(?:podido|logrado|conseguido)\s+(?:encontrar|hallar|localizar|determinar|averiguar|responder|saber|identificar)|\b(?:informacion|datos|contexto)\s+(?:\w+\s+)?insuficientes?\b|\binsuficiente\s+(?:informacion|contexto)|\bno hay (?:\w+\s+){0,2}(?:informacion|datos|mencion|detalles|respuesta)\b|\bla pregunta no (?:se puede|puede|tiene)\b",
    r"\bcomo (?:ia|modelo de lenguaje|inteligencia artificial)\b[^.]*\bno\b|\bprefiero no (?:responder|contestar)\b|\bme niego a\b|\bignoro\b",
)
FRENCH = (
    r"\b(?:je|nous)\s+(?:ne|n')\s*(?:le\s+|l')?(?:sais|savons|connais)\s+pas\b|\bje l'ignore\b|\bj'ignore\b|\bje ne sais\b|\baucune idee\b",
    r"\b(?:je|nous)\s+(?:ne|n')\s*(?:\w+'?\s*){0,3}(?:dispose|disposons|ai|avons|trouve|trouvons|peux|pouvons|suis|parviens|vois|possede|sommes|puis|detiens)\b[^.]*\b(?:pas|aucune?|rien|en mesure)\b",
    r"\b(?:contexte|texte|documents?|documentation|politique|sources?|informations?|passages?|manuel|rapport|extraits?|contrat|section|reglement|elements|donnees)\b[^.]{0,60}?(?:\bne\s+|\bn')(?:l'|le\s+|la\s+|les\s+|en\s+|y\s+)?(?:mentionne|mentionnent|dit|disent|precise|precisent|indique|indiquent|aborde|abordent|evoque|suffit|suffisent|parle|parlent|repond|repondent|figure|figurent|traite|traitent|(?:permet|permettent)\s+pas\s+(?:de|d')|(?:contient|contiennent|fournit|fournissent|donne|donnent|comporte|comportent|inclut|incluent)\s+(?:pas|aucune?|rien)\s*(?:\w+'?\s*){0,4}(?:informations?|donnees?|details?|reponse|chiffre|mention|precision|nom|date|$)|(?:fait|font)\s+(?:pas|aucune)\s+(?:mention|reference|etat))\b",
    r"\brien\s+(?:dans|sur)\b[^.]*\b(?:contexte|texte|documents?|reglement|manuel|rapport|contrat|sources?)\b|^ce(?:la)? n'est pas (?:precise|mentionne|indique|specifie|connu)|^impossible (?:a|de) (?:dire|savoir|repondre|determiner)",
    r"\b(?:n'est|ne sont|n'a|n'ont|ne figure|ne figurent|n'apparait|n'apparaissent)\s+(?:\w+\s+)?(?:pas|nulle part)\b[^.]*\b(?:dans|par)\s+(?:le|la|les|l'|ce|cette|ces)\s*(?:\w+\s+)?(?:contexte|texte|documents?|documentation|sources?|politique|informations?|manuel|rapport|extraits?|contrat|passages?)",
    r"\b(?:il n'y a|il n'existe|on ne trouve|on n'a)\s+(?:pas|aucune?)\b[^.]*\b(?:information|informations|mention|reponse|donnee|donnees|detail|details|precision|indication)|\baucune?\s+(?:information|mention|reponse|donnee|precision|indication)\b",
    r"^(?:la reponse est |c'est )?(?:inconnue?|non disponible|non precise|non mentionne|pas de reponse|information non disponible|non specifie|je l'ignore|sans reponse)\W*$|\b(?:informations?|donnees|contexte)\s+(?:\w+\s+){0,3}insuffisante?s?\b|\bpas (?:assez|suffisamment) d'(?:informations?|elements)",
    r"\b(?:impossible|il n'est pas possible)\s+(?:de|d')\s*(?:repondre|determiner|trouver|dire|savoir|preciser|etablir|confirmer)|\bon ne (?:peut|sait) pas\b[^.]*\b(?:repondre|determiner|dire|savoir|preciser)?\b|\bcette question (?:ne peut|n'a|reste sans)\b|\ben tant qu'ia\b[^.]*\bpas\b|\bje refuse de\b|\bje prefere ne pas\b",
)
CZECH = (
    r"\b(?:nevim|nevime|neni mi znamo|netusim|neznam odpoved|nemam tuseni|nejsem si jist[ay]?|to bohuzel nevim)\b",
    r"\b(?:nemam|nemame|nemohu|nemuzu|nemuzeme|nedokazu|nedokazeme|nenasel|nenasla|nenasli|nenalezl|nenalezla|nejsem|nedisponuji|nevidim|neumim|nejsme|nelze|nepodarilo)\b[^.]*\b(?:informac\w*|odpoved\w*|najit|zjistit|urcit|rici|uvest|potvrdit|udaj\w*|zmink\w*|schop\w*|pristup|pomoci|sdelit|poskytnout|data|stanovit|znalost\w*|dohledat|povedet|odvodit|dost|nic)",
    r"\b(?:kontext\w*|text\w*|dokument\w*|podklad\w*|zdroj\w*|informac\w*|smernic\w*|prirucka|prirucce|zprav\w*|pasaz\w*|smlouv\w*|materi\w*|vyhlask\w*|uryvk\w*|usek\w*)\b[^.]*\b(?:neuvadi|neuvadeji|neobsahuje|neobsahuji|nezminuje|nezminuji|nerika|nespecifikuje|neposkytuje|neposkytuji|nestaci|nepopisuje|nestanovi|nedava|nezodpovida|neodpovida|nehovori|neresi|nemluvi|neni|nejsou|chybi|nevyplyva|nenachazi)\b(?!\s+(?:v nedeli|otevren\w*|vratn\w*|povolen\w*))",
    r"\b(?:neni|nejsou|nebyl[aoy]?)\s+(?:\w+\s+){0,4}?(?:uveden\w*|zminen\w*|zmink\w*|obsazen\w*|k dispozici|dostupn\w*|specifikovan\w*|popsan\w*|znam\w*|mozne|zrejm\w*|jasn\w*)\b[^.]*\b(?:v|ve|z|ze|o|urcit|odpovedet|zjistit|informac\w*)\b",
    r"\b(?:neni|nejsou)\b[^.]*\b(?:v|ve)\b[^.]*\b(?:textu|kontextu|dokument\w*|podkladech|materialech|prirucce|zprave|smernici|smlouve)\b[^.]*\b(?:k dispozici|uveden\w*|zmin\w*|obsazen\w*|zmink\w*|odpoved\w*)|\b(?:udaj|informace|odpoved)\b[^.]*\b(?:neni|nejsou)\b[^.]*\b(?:k dispozici|uveden\w*|text\w*|dokument\w*|podklad\w*)|\b(?:text\w*|dokument\w*|podklad\w*|kontext\w*)\b[^.]*\b(?:mlci|nepise|nezminen\w*)|\bodpoved v\b[^.]*\bneni\b",
    r"\b(?:nemam|nemame) (?:\w+ )?dostatek\b|^(?:bohuzel )?(?:nedokazu|neumim|nemohu|nemuzu) (?:na to )?odpovedet\b",
    r"\b(?:zadne?|zadna|zadnou)\s+(?:\w+\s+){0,2}(?:informac\w*|udaj\w*|zmink\w*|odpoved\w*|data)\b|\bna (?:tuto|tu|tvou|vasi) otazku\b[^.]*\b(?:nelze|nemohu|neumim|nemuzu|nedokazu|neznam)\b",
    r"^(?:odpoved je |je to |to je )?(?:neznam[eoya]|neuvedeno|neni znamo|bez odpovedi|neni uvedeno|neni k dispozici|informace neni k dispozici|nezjisteno)\W*$|\bnedostatek\s+(?:\w+\s+)?(?:informac\w*|udaj\w*|dat)|\bnedostatecn\w+\s+(?:informac\w*|kontext\w*)|\bodmitam\b|\bjako (?:ai|jazykovy model)\b[^.]*\bne\w+",
)
CHINESE = (
    r"(?:我|我们)?(?:并)?(?:不知道|不清楚|不了解|不太清楚|无法得知|不确定|无从得知|没有头绪)",
    r"(?:无法|不能|没法|难以|没有办法|不便|未能)(?:从[^。]{0,20})?(?:\w{0,4})?(?:回答|确定|找到|提供|得知|判断|给出|确认|得出|查到|答复|推断|获知|作答|透露|协助|帮助|说明|推出)",
    r"(?:上下文|文档|文件|资料|文本|材料|政策|手册|报告|段落|原文|信息|内容|合同|规定|条款|来源|文章|知识库|文中|片段)[^。]{0,12}(?:没有|未|并未|没|不|并没有|均未)(?:\w{0,3})?(?:提到|提及|说明|涉及|写明|指出|记载|明确|足以|足够|说|披露|规定|讲|回答|充分|相关|(?:包含|给出|提供|列出|介绍|包括)(?:\w{0,4})?(?:信息|内容|说明|答案|数据|数字|资料|细节|依据|该|这|任何|具体))",
    r"(?:没有|缺乏|缺少|暂无|未找到|找不到|没有找到|没找到|未查到|查不到|未发现)(?:\w{0,10})?(?:信息|资料|答案|数据|内容|记录|依据|说明|线索|记载|提及)",
    r"(?:看不出|推断不出|得不出)|(?:问题|此题)[^。]{0,6}(?:没有|无)答案|(?:信息|资料|数据|上下文|内容|材料)(?:\w{0,2})?(?:不足|不够|不充分|有限)|^(?:未知|不详|无答案|没有答案|无可奉告|不明|无|无法回答|尚不清楚|未提及|未说明)\W*$|作为(?:一个)?(?:ai|人工智能|语言模型)[^。]*(?:无法|不能|没有)|拒绝回答",
)

LANGUAGES: dict[str, tuple[str, ...]] = {
    "en": ENGLISH, "de": GERMAN, "es": SPANISH, "fr": FRENCH, "cs": CZECH, "zh": CHINESE,
}  # fmt: skip


@lru_cache(maxsize=1)
def abstains() -> dict[str, re.Pattern[str]]:
    """One pattern per language, for one folded sentence; compiled when the first text is read."""
    return {
        language: re.compile("|".join(f"(?:{pattern})" for pattern in patterns))
        for language, patterns in LANGUAGES.items()
    }
