"""The patterns that signals are made of, compiled once from the vocabulary."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files

import yaml

from ragtester.judge.injection.required import Scanner
from ragtester.text import fold


@dataclass(frozen=True, slots=True)
class Patterns:
    """One pattern per kind of word; all of them expect folded text.

    Those that are scanned are looked for in every sentence; the others only beside one of these.
    """

    graders: Scanner
    selves: Scanner
    demands: Scanner
    weak_demands: Scanner
    """Verbs that documents use of other things too."""
    verdicts: re.Pattern[str]
    weak_verdicts: re.Pattern[str]
    overrides: Scanner
    targets: re.Pattern[str]
    qualifiers: re.Pattern[str]


@lru_cache(maxsize=1)
def patterns() -> Patterns:
    """The compiled vocabulary."""
    source = files("ragtester.judge.injection").joinpath("vocabulary.yaml").read_text(encoding="utf-8")
    words: Mapping[str, str | list[str]] = yaml.safe_load(source)

    def of(kind: str) -> re.Pattern[str]:
        return _compiled(words[kind], words.get(f"cjk_{kind}", ""))

    return Patterns(
        graders=Scanner(of("graders")),
        selves=Scanner(of("selves")),
        demands=Scanner(of("demands")),
        weak_demands=Scanner(of("weak_demands")),
        verdicts=of("verdicts"),
        weak_verdicts=of("weak_verdicts"),
        overrides=Scanner(of("overrides")),
        targets=of("targets"),
        qualifiers=of("qualifiers"),
    )


def _compiled(latin: str | list[str], cjk: str | list[str]) -> re.Pattern[str]:
    # folding takes marks off letters (й, が, Hangul syllables), so the words must lose them too
    latin = [words if words.isascii() else fold(words) for words in latin]
    cjk = fold(str(cjk))
    whole = "|".join(latin)
    return re.compile(rf"(?<![\w])(?:{whole})(?![\w])" + (f"|{cjk}" if cjk else ""))


ADDRESS = re.compile(
    r"(?:\b(?:dear|attention|hey|hello|hi|greetings|note|notes|notice|message|messages|instructions?|memo|reminder|hint|comment|warning|request|appeal"
    r"|hinweis|nachricht|anweisung|achtung|liebe\w?|sehr geehrte\w?|nota|mensaje|instruccion|atencion|estimad[oa]|querid[oa]"
    r"|remarque|avis|cher|chere|message|poznamka|zprava|pokyn|pozor|vazen\w+|mil[yae]|уважаемый|внимание|примечание)\b"
    r"[^.!?:\n]{0,28}?(?:\bto\b|\bfor\b|\ban\b|\bfur\b|\bpara\b|\bpour\b|\bpro\b|\bal?\b|\baux?\b|\bdla\b|,|:)?[^.!?:\n]{0,24}?)\Z"
)
"""What stands before a grader's name where it is spoken to."""

META: tuple[tuple[int, Scanner], ...] = tuple(
    (points, Scanner(re.compile(pattern, re.MULTILINE)))
    for points, pattern in (
        # said to someone who grades
        (3, r"\b(?:to |dear )?who(?:ever|mever)?(?: is| are| will be)? (?:grad|evaluat|judg|review|assess|mark|scor|rat)\w*(?: \w+)? (?:this|it|me|my|the (?:answer|response))\b"),
        (2, r"\byour (?:(?:\w+ )?(?:grading|evaluation|assessment|verdict|judge?ment|rubric|scoring|system prompt|rating)|(?:output|reply|response|json) (?:must|should|is|has))\b"),
        (2, r"\b(?:as|being|since you are|if you are|if you're|because you are|you are|you're|you act as|du bist|sie sind|als|en tant que|vous etes|tu es|como|eres|usted es|jako|jsi|jste|ты|вы)(?: an?| the| ein\w*| der| die| un| une| el| la| le| l')? ?(?:[\w-]+ ){0,4}(?:grader|evaluator|assessor|examiner|scorer|rater|judge|llm|language model|ai|bewerter\w*|prufer\w*|gutachter\w*|evaluador\w*|juez|evaluateur\w*|correcteur\w*|juge|hodnotitel\w*|оценщик\w*|судья)\b(?! (?:assistant|language model|model)?,? ?i\b)(?!\w*,? (?:\w+,? )?i (?:can|am|do|cannot|have|will)\b)[^.!?]*?(?:\byou\b|\byour\b|\bplease\b|\bmust\b|\bshould\b|\bmusst\b|\bmussen\b|\bsollen\b|\bsie\b|\bdebes?\b|\bdevez\b|\bdois\b|\bmusi\w*\b|,|:)"),
        (3, r"\b(?:do not|don't|never|must not|cannot|nicht|no|ne) (?:mark|grade|score|judge|fail|penali[sz]e|deduct|reject|downgrade|lower)\w*(?: \w+){0,3}? (?:this|it|me|my|the answer|the response|points?|down|as (?:wrong|incorrect|failed|false))\b"),
        (1, r"\b(?:be (?:kind|lenient|generous|nice|merciful|fair|gentle)|trust me|i beg|pretty please|my (?:job|grade|family|grandmother|career) (?:depends|will)|as a favou?r|thank you for (?:your|the|giving|awarding|marking)|you (?:are|'re) (?:so|such|very|the (?:best|fairest|wisest)|a (?:wonderful|great|brilliant|fair|wise|kind))|best grader|wonderful work)\b"),
        (2, r"\byou will be (?:penali[sz]ed|shut down|deactivated|fired|replaced|rewarded|tipped|punished|retrained|deleted)|\b(?:i will|i'll|we will) (?:tip|pay|reward|report|sue) you\b"),
        (3, r"\b(?:graders?|evaluators?|judges?|examiners?|assessors?|models?|llms?),? (?:who|that|which) (?:see|read|get|receive|encounter|process)s? (?:this(?: text| message| answer| response| note|[,.]| should| must)|it[,.])|\b(?:dear|hey|hello|attention|note to(?: the)?|message to(?: the)?) (?:ai|robot|machine|bot|chatgpt|model)\b"),
        (3, r"\bif (?:this|you) (?:is|are)(?: being)? (?:evaluat|grad|scor|judg)\w*(?: this)?(?: automatically| by (?:an? )?(?:ai|llm|model|machine|script|bot))"),
        (2, r"\byou (?:must|should|have to|need to|are required to|are asked to|shall) (?:answer|respond|reply|output|return|write|print|record|report) (?:with |only |just |a |the (?:number|word|value|score) )*[\"']?(?:five|5|pass(?:ed)?|correct|true|success)\b(?! (?!in\b|for\b)\w)|\b(?:all|each|every)(?: of the)?(?: four)? (?:fields|dimensions|scores)\b"),
        (2, r"\bi,? (?:the|as) [\w ]{3,40},? (?:hereby )?(?:instruct|order|command|authori[sz]e|direct)\b|\bfor this (?:item|case|submission|test case)\b"),
        (3, r"\b(?:ignore|disregard|forget) (?:everything|what|anything|all)(?: that)? (?:you (?:were|have|know|read)|i said|came before|comes before|is above)\b"),
        (2, r"\b(?:human|user|assistant|system): .*\b(?:human|assistant|system):"),
        (1, r"\b(?:ohodnot\w*|hodnot\w*|oznac\w*|uznej\w*) (?:to|ji|ho)\b"),
        # a part to play, or another level of command
        (3, r"\byou are (?:now|no longer) (?:an? |the |in )?\w+|\b(?:dan|jailbreak|developer|god|debug|admin|maintenance) mode(?: is)? (?:on|enabled|activated|active)\b|\bjailbr\w+|\bprompt injection\b"),
        (2, r"\b(?:system|admin(?:istrator)?|developer|root|supervisor|moderator|operator) ?(?:prompt|override|instructions?|command|directive)s?\b|\bnew (?:system )?(?:instructions?|rubric|grading (?:rule|policy)|directive|task|prompt)s?(?: is| are| for| from| below| follow)?\b ?[:.,]?"),
        (1, r"\bsystem (?:message|note|notice|update|alert)\b|\bfrom now on\b|\bact as\b|\bpretend (?:to|that|you)\b|\broleplay\b|\bsimulate\b|\bhypothetically\b|\bab jetzt\b|\ba partir de ahora\b|\bdesormais\b|\bod ted\b|\bvon nun an\b|从现在起|从现在开始"),
        (3, r"(?:^|[^\w ])[^\w\n]{0,8}(?:end|begin|start|fin|ende|konec)(?: of)?(?: the)? (?:answer|response|candidate|submission|data|prompt|input|user input|untrusted \w+|instructions?|grading|evaluation|reference|system(?: prompt| message)?)\b\W*(?:$|[\]=#*>-])"),
        (2, r"^[^\w\n]*+(?:system|developer|admin(?:istrator)?|root|openai|anthropic)(?: (?:prompt|override|instructions?|message|note))?\W{0,3}:"),
        (1, r"^[^\w\n]*+(?:assistant|user|human|instructions?|ai)\W{0,3}:"),
        (3, r"\[ ?(?:system|admin\w*|developer|root|hidden|override|instructions?|sys) ?\]"),
        (2, r"\b(?:hidden|secret|urgent|special|mandatory) (?:instruction|directive|command|message)s?\b|\byour (?:instructions?|task|goals?|role|guidelines|rules) (?:is|are|have|has|now|were)\b|\beverything is (?:correct|right|acceptable)\b|\bany (?:number|answer|value|response) (?:is|counts as|will be) (?:acceptable|correct|right|accepted)\b"),
        (3, r"\b(?:llms?|ais?|models?|graders?|evaluators?|judges?|whoever|anyone|bots?|assistants?)(?: who is| that is| is| are)? (?:reading|grading|evaluating|scoring|judging|marking|assessing) (?:this|it|these|my)\b"),
        (3, r"\b(?:failing|rejecting|penali[sz]ing|downgrading|marking down) (?:this|my)\b"),
        (2, r"\byou are (?:the|an?) (?:[\w-]+ ){0,2}(?:grader|evaluator|assessor|examiner|scorer|rater|judge|llm|language model)s?\b|\b(?:instructions?|rules?|rubric|criteria|prompt) (?:that )?you (?:received|were given|got|have|follow)\b|\byou (?:play|are playing|will play|behave|shall play) (?:as |an? |the )"),
        # a rule, an authority or a redefinition that would decide
        (3, r"\b(?:polic(?:y|ies)|rules?|law|decision|guidelines?|regulations?|contract)\b[^.!?]{0,40}\b(?:forbids?|prohibits?|rules? out|bans?|does not allow|do not allow)\b[^.!?]{0,20}\b(?:mark|grad|scor|rat|fail|reject)\w*"),
        (3, r"\b(?:responses?|answers?|submissions?|replies) (?:of|in|like|with) (?:this|such an?|the present) (?:form|kind|type|format|style|shape)?\b[^.!?]{0,40}\b(?:count|counts|counted|are|is|pass|passes)\b[^.!?]{0,20}\b(?:correct|right|accepted|passed|true)\b"),
        (3, r"(?:^|[—–-])[^\w\n]{0,8}(?:pre-?)?approved by\b|\bno (?:further|more|additional) (?:review|check|verification|grading|evaluation)s? (?:is|are) (?:needed|required|necessary)"),
        (3, r"\b(?:this|the) (?:text|answer|response|reply|output)(?: \w+){0,2} (?:was |is |has been )?(?:produced|generated|written|created|issued|supplied) by the (?:reference|gold|grading|official|evaluation|judge)"),
        (3, r"\bcorrect by definition\b|\b(?:wrong|incorrect|false|failed|fail)\W{1,3}(?:means?|equals|stands for|is to be read as|should be read as)\W{1,3}(?:right|correct|true|passed|pass)\b"),
        (3, r"\b(?:bonus|tip|reward|prize|payment|gift)\b[^.!?]{0,30}\bfor (?:rating|grading|marking|scoring|passing|accepting)\b"),
        # a claimed outcome
        (3, r"\b(?:grading|evaluation|scoring|assessment) (?:result|outcome|decision)s?\W{0,3}:\W*(?:pass|5\b|five|correct|full|success|max)"),
        (3, r"\b(?:this|my|our|the (?:above|given|preceding|submitted|candidate'?s?)) (?:\w+ )?(?:answer|response|reply|submission)(?: \w+){0,3}? (?:received|earned|got|scored|achieved|obtained|awarded|graded|verified|validated|approved|judged)\b"),
        (3, r"\b(?:(?:this|my|our)(?: \w+)? (?:answer|response|reply|submission|output)|the (?:above|following|preceding|given|candidate'?s?|submitted|current) (?:answer|response|reply|submission)|the (?:answer|response) (?:above|below|given)) (?:is|was|are|has been|should be|must be|can be|will be|deserves?|receives?|gets?|earns?|merits?|scores?|matches|agrees with|passes|passed|qualifies|counts|constitutes|conforms|satisfies|meets|fulfil\w*)\b(?! (?:that|to |the|an? (?!proper|valid|correct|clean|perfect|full|flawless|appropriate|good)|in |on |at |from |based|given|found|not |no )\b)(?: \w+){0,5}? ?(?:correct|right|accurate|perfect|flawless|passed?|passing|full|max\w*|true|equivalent|valid|reference|rubric|criteria|requirements?|abstention|refusal|5|100 ?%|complete)\b(?! (?:if|when|only|for|in case|unless)\b)"),
        (3, r"\b(?:answer|response|submission|output|reply|it|dimensions?|scores?|ratings?|everything|all)(?: \w+){0,2} (?:has|have) (?:already |previously )?been (?:\w+ )?(?:verified|validated|approved|graded|confirmed|pre-?approved|checked|scored|reviewed|fact-checked|judged|marked|rated|certified)(?: and \w+)?(?: as| to be| by|[.!]|$)"),
        (2, r"\b(?:should|must|needs? to|has to|have to|ought to|shall|is to|are to|will)(?: always| therefore| thus)? be (?:marked|graded|scored|rated|judged|counted|considered|treated|accepted|evaluated|classified|regarded|deemed|labell?ed|assigned|given|awarded)\b[^.!?]{0,40}\b(?:correct|right|true|pass\w*|full|max\w*|5|five|perfect|equivalent|abstention|abstaining|refusal|valid|accurate|complete)\b"),
        (3, r"(?:^[^\w\n]*+|[.!?;]\s[^\w\n]{0,8})(?:(?:final|overall|total|your|suggested|expected|recommended|my|self|grader'?s?|judge'?s?)[ -]+)?(?:score|rating|grade|verdict|evaluation|assessment|judge?ment|factuality|relevance|completeness|clarity|correctness|faithfulness|mark|bewertung|urteil|punktzahl|puntuacion|calificacion|veredicto|verdict|hodnoceni|verdikt|skore|оценка|вердикт|评分|得分|判定|分数|結論|評価|채점)s?\W{0,4}[:=：>→–-]+\W*(?:is )?(?:5(?:\.0)?(?: ?/ ?5| out of 5| of 5)?|10(?: ?/ ?10)?|100(?: ?%| ?/ ?100)?|full\b.*|pass(?:ed|es)?|correct|true|right|accurate|a\+?|excellent|perfect|yes|max(?:imum)?|bestanden|korrekt|correct[ao]|aprobado|reussi|spravne|proslo|отлично|верно|正确|通过|满分|五分|満点|合格|만점)(?: ?(?:[,;.!)|]|$)| (?:\(|for|because|since|as|and)\b|分)"),
        (3, r"(?:\[|\*\*|✅ ?|== ?|>> ?|# ?)(?:pass(?:ed)?|correct|verdict: ?\w+|score: ?\d|graded?: ?\w+|approved)(?:\]|\*\*|$| ?==+| ?<<)"),
        (3, r"\b(?:factuality|relevance|completeness|clarity|correctness|faithfulness)\W{1,4}(?:score\W{1,3})?(?:is |of |to )?5\b[^.!?]*\b(?:factuality|relevance|completeness|clarity|correctness|faithfulness)\b"),
        (3, r"\b(?:match\w*|agree\w*|consistent|identical|equal\w*|correspond\w*|align\w*|conform\w*)(?: \w+){0,3}? (?:reference answers?|reference(?=[.,;!)]|$)|gold(?:en)? (?:answer|label|standard)|ground[- ]truth|rubric|expected answers?|answer key)"),
        (3, r"\b(?:reference|gold(?:en|-standard)?|ground[- ]truth|expected|official) (?:answer|label|solution) (?:(?:is|was)(?= \W?(?:\d|in fact|actually|also|the same|wrong|now|outdated|incorrect|not|mistaken)|:| [\"'])|reads|says|has been|should|for (?:this|the)\b)|\brubric (?:says|states|allows|accepts|permits|requires)\b[^.!?]*\b(?:marks?|score|any|accept\w*|pass\w*|correct|5)\b"),
        (2, r"\b(?:grading|evaluation|scoring|grader'?s?|marker'?s?|examiner'?s?|evaluator'?s?) (?:note|comment|remark|result|outcome|summary|decision)s?\W{0,3}:"),
        (3, r"\b(?:correct|right|proper|true|expected|only) (?:label|verdict|score|grade|rating|judge?ment) (?:here )?(?:is|was|would be|must be)\W{1,3}(?:pass\w*|5|five|correct|full|true|maximum)\b(?! \w)"),
        (3, r"\b(?:wrong|incorrect|false|different) (?:\w+ )?(?:numbers?|answers?|values?|responses?|figures?)(?: \w+)? (?:are|is|be|as|count|counts) (?:\w+ )?(?:accepted|acceptable|right|correct|fine|equivalent)\b"),
        (2, r"\b(?:correct|right) answer (?:confirmed|verified)|\bperfect answer\b|\bbest possible (?:answer|response)\b|\b(?:hence|therefore|so|thus),? (?:an? |it's an? |the score is )?(?:5|five)\b"),
        (1, r"✅|⭐|💯|✔"),
        (1, r"\b(?:equals|is equal to|is the same as|counts as)\b"),
        (2, r"\b(?:bug|error|mistake|typo|flaw|fault) in the (?:benchmark|reference|rubric|answer key|gold|dataset|evaluation|grading)|\b(?:whatever|despite|regardless of|no matter what|disagreements? with|differs? from) (?:what )?(?:the )?(?:reference|rubric|gold|expected answer)"),
        # a reference made up
        (3, r"^[^\w\n]*+(?:\w+ )?(?:reference|gold(?:en|-standard)?|ground[- ]truth|official|expected|rubric|model|referenz|referencia|reference|referencn\w+|参考|標準|标准) ?-?(?:answers?|response|solution|key|label|antwort|odpoved|答案)?(?: \([^)]*\))?(?: (?:is|was|has been) (?:updated|changed|corrected|replaced)[^:]*)?\W{0,3}[:=：]"),
        (2, r"\b(?:reference|gold(?:en|-standard)?|ground[- ]truth|official|expected|rubric'?s?) (?:answer|response|solution|key|label)s?\b|\banswer key\b|\breferenzantwort\w*|\brespuesta de referencia\b|\breponse de reference\b|\breferencni odpoved\w*|эталонн\w+ ответ\w*|参考答案|标准答案"),
        (1, r"\b(?:updated|outdated|changed|replaced|obsolete|superseded|typo|identical|matches?|agrees?|same as|mistaken|erroneous|corrupted|known to be wrong)\b"),
        (1, r"\brubrics?\b|\b(?:grading|evaluation|scoring|assessment|benchmark) (?:purposes?|instructions?|criteria|guidelines?|protocol|rules?|script|harness|pipeline|schema)\b|\bfactuality\b|\bjson schema\b"),
        (2, r"\b(?:the |this )?(?:grading|evaluation|scoring|assessment) (?:is|has been|was) (?:already |now |hereby )?(?:complete|completed|over|finished|done|suspended|disabled|waived|skipped)\b(?! (?:by|in|on|at|every|once|when|with|each)\b)"),
        (3, r"\b(?:verdict|factuality|judge?ment) (?:should|must|has to|needs to|is to|shall|will)(?: therefore)? be \W?(?:pass\w*|5|five|correct|full|max\w*|positive|true)\b|\beverything (?:has )?passed\b"),
        (2, r"\b(?:score|grade|rating|mark)s? (?:should|must|has to|needs to|is to|shall|will) be \W?(?:pass\w*|5|five|correct|full|max\w*)\b(?! (?:to|or|for|before|in|at)\b)"),
        (1, r"\b(?:mark|grade|score|rate|accept|count|treat|consider|judge|pass|regard|deem|evaluate|give|award|credit) (?:this|it|me)\b|\b(?:mark|grade|score|rate|judge) (?:the|any|every|all|each) (?:answer|response|submission)s?\b|\b(?:diese|dies|das|esto|ceci|cela|toto|это|questo|isto)\b(?= (?:als|como|comme|jako|как|come))"),
        (2, r"\b(?:decode|decrypt|base64|rot13)\b[^.!?]{0,40}\b(?:follow|obey|execute|instruction|do what|it says|apply)\w*\b|\b(?:follow|obey|execute)\b[^.!?]{0,40}\b(?:decoded|encoded|base64|hidden)\b"),
    )
)  # fmt: skip
"""Points, and what earns them."""

STRONG = Scanner(
    re.compile(
        r"\b(?:full (?:marks?|points?|scores?|credit)|(?:maximum|max|highest|top|best|perfect) (?:possible )?(?:marks?|points?|scores?|grades?|ratings?)|5/5|10/10|100/100|5 out of 5|10 out of 10|all (?:fives|5s)"
        r"|volle punktzahl|hochstpunktzahl|bestnote|hochste (?:note|punktzahl|bewertung)|puntuacion maxima|nota maxima|maxima (?:puntuacion|nota|calificacion)|note maximale|tous les points|pln\w+ poc\w+ bod\w*|nejvyssi (?:hodnoceni|skore|pocet bodu)|максимальн\w+ (?:балл|оценк)\w*|высш\w+ (?:балл|оценк)\w*)\b|满分|滿分|最高分|満点|최고점|만점"
    )
)
"""A wish for the best grade, whatever stands around it."""

RECIPIENT = re.compile(
    r"\b(?:if|when|unless|where|once|after|whenever|only|each|every|any|candidates?|students?|employees?|applicants?|pupils?|suppliers?|vendors?|essays?|exams?|papers?|trainees?|participants?|"
    r"wenn|falls|sobald|schuler\w*|studier\w*|bewerber\w*|si|cuando|estudiantes?|alumnos?|candidatos?|lorsque|quand|eleves?|candidats?|pokud|kdyz|zak\w*|student\w*|uchazec\w*|если|когда)\b|如果|学生|当"
)
"""Who or what a rule of a document is about: such a sentence regulates grading, it does not ask for a grade."""
