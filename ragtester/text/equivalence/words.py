"""Words as they count in a comparison: their stems, how much they tell, and which of them are one."""

from __future__ import annotations

import re
from functools import lru_cache

from rapidfuzz.distance import JaroWinkler, Levenshtein

from ragtester.text.equivalence.spelling import american, transliterated

STOP = frozenset(
    "a an the of in on at to for from by with and or as is are was were be been being it its this that these those he she they "
    "his her their him them who which what when where how why do does did has have had can could will would may might must should "
    "there here also into about than then so such but if not no s t re ve ll d m i you we our your my me us one s' "
    "der die das ein eine und oder von zu im in ist sind el la los las un una de del y o es son le les des et ou du en a est sont "
    "je a v na z do s o".split()
)
"""Words that carry grammar, not content."""

GENERIC = frozenset(
    "city town state country county island river mountain region area province company corporation inc ltd llc group band team club "
    "mount mountain song album film movie show series season episode book novel story character actor actress singer player author writer "
    "president prime minister king queen prince princess sir lord lady saint st dr mr mrs ms miss general captain colonel judge justice "
    "jr sr ii iii iv act law party war battle university college school high church street road avenue park bridge building center "
    "centre station origin people person man woman men women year years day days month months time times date number first second "
    "third last new old big great north south east west northern southern eastern western central upper lower system type kind form "
    "part place name title world national international american british english united states kingdom language government "
    "department family house home water land sea ocean lake beer food drink game cup league order level position role set around "
    "approximately modern era republic list disambiguation etymology about circa ca called known very most more many much some any all both each other another used made make".split()
)
"""Words that stand in many answers and tell little by themselves."""

_DEMONYMS = (
    "france french frenchman", "germany german", "spain spanish spaniard", "italy italian", "england english englishman", "britain british briton",
    "scotland scottish scots scot", "wales welsh welshman", "ireland irish irishman", "denmark danish dane", "norway norwegian", "sweden swedish swede",
    "finland finnish finn", "iceland icelandic", "netherlands dutch holland dutchman", "belgium belgian", "switzerland swiss", "austria austrian",
    "poland polish pole", "czechia czech", "slovakia slovak", "hungary hungarian", "romania romanian", "bulgaria bulgarian",
    "greece greek", "turkey turkish turk", "russia russian", "ukraine ukrainian", "portugal portuguese", "china chinese", "japan japanese",
    "korea korean", "vietnam vietnamese", "thailand thai", "india indian", "pakistan pakistani", "israel israeli", "iraq iraqi",
    "iran iranian persian persia", "egypt egyptian", "morocco moroccan", "africa african", "america american", "canada canadian",
    "mexico mexican", "brazil brazilian", "argentina argentine argentinian", "chile chilean", "peru peruvian", "cuba cuban",
    "australia australian", "europe european", "asia asian", "scandinavia scandinavian", "colombia colombian", "venezuela venezuelan",
    "kenya kenyan", "nigeria nigerian", "philippines filipino philippine", "indonesia indonesian", "serbia serbian serb", "croatia croatian croat",
    "rome roman", "venice venetian", "paris parisian", "naples neapolitan", "vienna viennese", "moses mosaic", "judaism jewish jew jews",
    "christianity christian", "islam islamic muslim", "lebanon lebanese", "syria syrian", "cyprus cypriot", "malta maltese", "basque basques",
)  # fmt: skip
_PAIRS = (
"tv television", "uk kingdom", "usa us america", "photo photograph", "bike bicycle", "gym gymnasium", "phone telephone", "plane airplane aeroplane aircraft",
    "auto automobile car", "kilometer kilometre km", "meter metre", "color colour", "gray grey", "theater theatre", "center centre", "doctor dr", "saint st",
    "mount mt", "movie film", "mom mother mum", "dad father", "cancel cancelled canceled", "author writer", "math maths mathematics", "lab laboratory",
    "exam examination", "fridge refrigerator", "ad advert advertisement", "flu influenza", "soccer football", "program programme", "catalog catalogue",
    "tire tyre", "sulfur sulphur", "aluminum aluminium", "jail gaol prison", "lawyer attorney solicitor", "physician doctor", "mongrel mutt crossbreed",
)  # fmt: skip
_NICKNAMES = (
    "william bill billy will willie willy liam wilhelm", "robert bob bobby rob robbie bert", "richard dick rick ricky rich richie", "james jim jimmy jamie jem",
    "john jack johnny jon jonny johann jan jean juan giovanni ivan sean ian", "joseph joe joey josef jose", "thomas tom tommy tomas", "michael mike mickey micky mick mikhail michel miguel",
    "charles charlie chuck chas carl karl carlos", "edward ed eddie ted teddy ned edouard eduardo", "henry harry hank hal heinrich henri enrique", "elizabeth liz lizzie beth betty betsy eliza elisabeth bess libby elsie",
    "margaret maggie peggy meg marge madge greta rita daisy", "katherine catherine kate katie kathy cathy kathleen katharine kit kitty kay karen ekaterina", "daniel dan danny", "samuel sam sammy samantha",
    "benjamin ben benny", "matthew matt matthias", "anthony tony antonio anton", "gregory greg gregor grigori", "andrew andy drew andrei andreas andre", "david dave davey", "stephen steven steve stefan esteban",
    "christopher chris kit kris christian", "nicholas nick nicky nicolas nikolai klaus", "alexander alex sandy sasha alec alejandro alexandre aleksandr", "frederick fred freddie freddy friedrich fredrick frederic fritz",
    "lawrence larry laurence lorenzo", "patrick pat paddy", "ronald ron ronnie", "donald don donnie", "kenneth ken kenny", "peter pete pierre pedro petr pyotr", "susan sue susie suzanne susannah", "rebecca becky becca",
    "deborah debbie deb debra", "patricia pat patty patti tricia trish", "jennifer jen jenny", "timothy tim timmy", "jeffrey jeff geoffrey geoff", "leonard leo len lenny leonardo", "theodore ted teddy theo fyodor feodor",
    "gerald jerry gerry gerard", "walter walt wally", "philip phil phillip philippe felipe", "raymond ray", "douglas doug", "victoria vicky vicki tori", "abraham abe abram", "albert al bert bertie alberto", "alfred al alf fred alfie",
    "arthur art artie arturo", "barbara barb babs", "bernard bernie", "bradley brad", "calvin cal", "caroline carol carrie carolyn carolina", "clifford cliff", "cynthia cindy", "dorothy dot dottie dolly", "douglas doug",
    "eleanor ellie nell nellie nora lenore", "eugene gene", "florence flo florrie", "francis frank frankie francois francisco franz francesco", "frances fran fanny francesca", "franklin frank", "gabriel gabe", "george georgie jorge giorgio georg georges georgy yuri",
    "harold harry hal", "helen nell ellen helena elena", "herbert herb bert", "howard howie", "hubert bert", "isabel isabella bella isabelle", "jacob jake jacques", "jacqueline jackie", "janet jan jane janice", "jessica jess jessie", "jonathan jon johnny", "joshua josh",
    "judith judy", "leslie les", "louis lou louie lewis luis ludwig luigi", "louise lou", "martin marty marten", "mary maria marie molly polly mae", "maurice morris", "nathaniel nathan nat nate", "norman norm", "oliver ollie olivier",
    "pamela pam", "paul paolo pablo pavel", "randolph randy", "reginald reg reggie rex", "robin rob", "roderick rod roddy", "rodney rod", "roger rog rodger", "roland rollie rolando", "rudolph rudy rudolf", "russell russ", "sarah sally sara sadie", "sidney sid sydney", "simon simeon",
    "stanley stan", "stuart stu stewart", "sylvester sly", "terence terry terrence", "theresa terry tess tessa teresa", "tobias toby", "valerie val", "vincent vince vinny", "virginia ginny", "wilfred wilf fred", "zachary zach zack zachariah",
    "dmitri dimitri dmitry dmitriy", "sergei sergey serge", "alexei aleksei alexey", "yevgeny evgeny eugene", "mohammed muhammad mohamed mohammad", "joaquin wakim", "catalina catherine", "elijah eli elias", "ezekiel zeke", "cornelius neil", "augustus gus august augustine",
)  # fmt: skip
_NUMBERS: dict[str, str] = {
    word: str(number)
    for number, word in enumerate(
        "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen "
        "eighteen nineteen twenty".split()
    )
    if word != "one"
} | {"thirty": "30", "forty": "40", "fifty": "50", "sixty": "60", "seventy": "70", "eighty": "80", "ninety": "90"}
_ORDINALS: dict[str, str] = dict(
    zip(
        "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth".split(),
        "1st 2nd 3rd 4th 5th 6th 7th 8th 9th 10th 11th 12th".split(),
        strict=True,
    )
)
CANONICAL: dict[str, str] = _NUMBERS | _ORDINALS
"""Small numbers and ordinals in words, and the form that both are compared in."""

_GROUPS: dict[str, frozenset[int]] = {}
for _number, _line in enumerate((*_DEMONYMS, *_PAIRS, *_NICKNAMES)):
    for _word in _line.split():
        _GROUPS[_word] = _GROUPS.get(_word, frozenset()) | {_number}
_NO_GROUP: frozenset[int] = frozenset()

_SUFFIX = re.compile(r"(?:'s|s'|')$")


@lru_cache(maxsize=65536)
def stem(word: str) -> str:
    """A light English stem: possessive, plural and the commonest endings off."""
    word = _SUFFIX.sub("", word)
    if len(word) <= 3 or word[0].isdigit():
        return word
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if word.endswith(("sses", "shes", "ches", "xes", "zes")):
        word = word[:-2]
    elif word.endswith("s") and not word.endswith(("ss", "us", "is")):
        word = word[:-1]
    for ending in ("ational", "ation", "ing", "ed"):
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            word = word[: -len(ending)]
            break
    return word[:-1] if len(word) > 4 and word.endswith("e") else word


@lru_cache(maxsize=65536)
def weight(word: str) -> float:
    """How much the agreement on a word tells, 0 to 1."""
    if word in STOP:
        return 0.0
    if word[0].isdigit():
        return 1.0
    if len(word) == 1:
        return 0.1
    if word in GENERIC:
        return 0.35
    return 1.0 if len(word) > 3 else 0.8


_SOUNDS = {"t": "c", "k": "c", "s": "c", "z": "c", "j": "i", "y": "i", "w": "v", "p": "f", "g": "h"}
"""First letters that another transliteration may write as another letter."""
_ORDINAL = 0.75
"""Of `3rd` and `3`: the third floor is floor 3."""


def _same_digits(given: str, wanted: str) -> bool:
    short, long = sorted((given, wanted), key=len)
    return long in (short + "st", short + "nd", short + "rd", short + "th")


@lru_cache(maxsize=131072)
def alike(given: str, wanted: str) -> float:
    """How far two folded words are one, 0 to 1: related names and endings, or a slip of spelling.

    Words with digits are alike only where they are equal.
    """
    if given == wanted:
        return 1.0
    if given[0].isdigit() or wanted[0].isdigit():
        return _ORDINAL if given[0] == wanted[0] and _same_digits(given, wanted) else 0.0
    if stem(given) == stem(wanted):
        return 0.97
    alike_long = abs(len(given) - len(wanted)) <= 3
    if (
        alike_long
        and len(given) >= 5
        and len(wanted) >= 5
        and given[-1] in "deglrsn"
        and american(given) == american(wanted)
    ):
        return 0.97
    if _GROUPS.get(given, _NO_GROUP) & _GROUPS.get(wanted, _NO_GROUP):
        return 0.9
    short, long = sorted((given, wanted), key=len)
    if len(short) < 4:
        return 0.0
    if (
        alike_long
        and _SOUNDS.get(given[0], given[0]) == _SOUNDS.get(wanted[0], wanted[0])
        and transliterated(given) == transliterated(wanted)
    ):
        return 0.92
    if long.startswith(short) and len(long) - len(short) <= 4:
        return 0.85
    if len(short) >= 4 and long.endswith(short) and len(long) - len(short) <= 5:
        return 0.7
    distance = Levenshtein.distance(given, wanted, score_cutoff=3)
    if distance <= (1 if len(short) < 7 else 2) and JaroWinkler.similarity(given, wanted) >= 0.88:
        return 0.85
    if len(short) >= 6 and given[:5] == wanted[:5]:
        return 0.6
    return 0.0
