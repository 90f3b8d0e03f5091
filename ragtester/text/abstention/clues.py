"""Words that decide how an abstaining sentence is to be taken; all patterns are for folded texts."""

from __future__ import annotations

import re

CONTRAST = re.compile(
    r"^\w?\s*(?:(?:an?|the|that|it is|about)\s+){0,2}(?:\w+\s+){0,2}[$€£]?\d[^.]*[;,]\s*(?:but|it|they|the \w+)\b[^.]*\d|^[^.;]*?(?:\bbut (?:rather\b|instead\b|only (?:a|an|the|one)? ?\d|(?:of|a|an|the|by|to|for|from|in|on|at|with|as)?\s*[$€£]?\d)|"
    r",? sondern\b|\bsino\b|\bmais (?:de |plutot|un |une |le |la )?\s*\d|\bale (?:jen |o |na |az )?\d|\bnybrz\b|而是)"
)
"""`does not mention 5 days but 10 days` states something."""

TURN = re.compile(
    r"\b(?:but|however|though|although|nevertheless|nonetheless|that said|still|yet|aber|jedoch|allerdings|pero|sin embargo|aunque|mais|cependant|"
    r"toutefois|ale|avsak|nicmene)\b|但是?|不过|然而"
)
GUESS = re.compile(
    r"\b(?:i (?:think|believe|guess|suspect|assume|would (?:guess|say|estimate|assume))|my (?:best )?(?:guess|estimate)|(?:it|he|she|they|this|that|the \w+)(?: \w+)? (?:is|was|are|were) "
    r"(?:probably|likely|possibly|most likely|presumably)|(?:is|are|was|were|would be|will be|may be|might be|could be) (?:usually|typically|generally|commonly|normally|probably|likely|most likely|presumably)|it (?:may|might|could|must|should) (?:be|have been)|(?:probably|likely|presumably|most likely|usually|typically|generally|in general|as a rule|commonly),?\s|"
    r"ich (?:glaube|denke|vermute|schatze)|vermutlich|wahrscheinlich|ublicherweise|normalerweise|in der regel|"
    r"creo que|supongo|probablemente|normalmente|suele ser|generalmente|je (?:pense|crois|suppose)|probablement|sans doute|generalement|"
    r"myslim|domnivam|pravdepodobne|asi(?! que)|obvykle|zpravidla)\b|我(?:认为|觉得|想|猜|估计)|可能是|大概|应该是|通常|一般来说|一般为"
)
"""What follows is given as an answer, however unsure."""

OFFER = re.compile(
    r"\b(?:please|let me know|if you (?:have|can|could|would|need|provide|give|want|tell)|(?:could|can|would) you|feel free|i(?:'m| am) happy to|i(?:'d| would) be happy|i (?:recommend|suggest|advise)|you (?:may|might|can|could|should) (?:\w+ )?"
    r"(?:want|wish|check|consult|contact|refer|find|try|ask|look|visit|search|need)|is there (?:anything|something) else|(?:i )?apologi[sz]e|my apologies|i hope|how (?:can|may) i help|it(?:'s| is) (?:best|recommended|advisable) to|can be (?:found|checked|looked up) (?:through|on|at|via|by)|"
    r"bitte|wenden sie sich|wenn sie (?:mir )?(?:weitere|mehr)|entschuldigung|por favor|consulte|si (?:me )?(?:proporciona|puede)|lo siento\W*$|disculpe|veuillez|merci de|n'hesitez|pourriez|desole\W*$|"
    r"prosim|obratte se|kontaktujte|omlouvam se|pokud (?:mi )?(?:poskytnete|upresnite)|(?:try|ask|check|contact) (?:the|your|with)|fragen sie|erkundigen sie|am besten|pregunte|dirijase|contacte|adressez|renseignez-vous|zeptejte se)\b|请|抱歉[,，。]?$|如果您|建议|对不起[,，。]?$|^(?:hi|hello|hey|dear|thanks?|thank you|good (?:morning|question)|great question|hallo|guten tag|danke|vielen dank|gute frage|hola|gracias|buenos dias|buena pregunta|bonjour|merci|bonne question|dobry den|dekuji|dekujeme|diky|dobra otazka)\b|^(?:感谢|谢谢|您好|你好)|^(?:i'?m |i am )?(?:so |very |really )?sorry\W*$"
)
"""Apologies, offers and advice say nothing of the matter."""

REFUSAL = re.compile(
    r"\b(?:decline|refuse|won't|will not|not (?:allowed|permitted|able to (?:help|assist|comply|discuss|share|disclose))|(?:can't|cannot|can not|unable to) (?:help|assist|comply|discuss|disclose|share|comment|do that|fulfil)|would rather not|must not|abstain|"
    r"darf ich nicht|mochte ich (?:lieber )?nicht|verweigere|me niego|prefiero no|no puedo ayudar|je refuse|je prefere ne pas|peux pas (?:vous )?aider|odmitam|nemohu (?:\w+ )?pomoci|nemohu (?:\w+ )?sdelit)\b|拒绝|无可奉告|(?:不能|无法)(?:协助|帮助|透露)|不便"
)
"""It will not, rather than cannot."""

ONLY_SAYS = re.compile(
    r"\b(?:only|merely|just|but (?:it|they|the \w+|does|do)|it does (?:mention|say|state|list|describe)|"
    r"nur|lediglich|solo|unicamente|seulement|uniquement|que des?|pouze|jen|jenom)\b|只|仅"
)


DISCLAIMER = re.compile(r"(?:i(?:'m| am) sorry,? but )?as an? (?:ai|artificial|large language|language)\b")
"""A model's remark about itself: an abstention only where nothing else is said."""

ADMITS = re.compile(
    r"i(?:'m| am)? (?:\w+ )?(?:do not|don't|not|unsure|cannot|can't|am not)\b(?! (?:\w+ ){0,3}(?:find|locate|access))|"
    r"ich |no (?:lo )?se\b|no est(?:oy|amos)\b|je ne |nevim|nejsem|我?不(?:太)?(?:知道|确定|清楚)"
)
"""The speaker's own doubt, which an answer may follow; not a report of what a source lacks."""

CLAIM = re.compile(
    r"\b(?:(?:it|he|she|they|that|this|there|the answer|the \w+) (?:is|was|are|were|has|had|will|did)\b|it's\b|es (?:ist|war|sind)|(?:er|sie|das) (?:ist|war)|"
    r"(?:es|fue|era|son)\b|(?:c'est|c'etait|il (?:est|etait|y a))|(?:je|bylo?|byla|byl|jsou|to je)\b)|[是为]|\d"
)
"""Something is asserted."""
