"""Units of measure and currencies: their names in several languages and how they convert."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Unit:
    """A unit; units of one dimension convert by their factors."""

    name: str
    dimension: str
    factor: float = 1.0


_TABLE: dict[str, tuple[str, float, str]] = {
    # name: (dimension, factor, written as)
    "second": (
        "time",
        1,
        "second seconds sec secs sekunde sekunden seconde secondes segundo segundos sekund sekundy 秒 秒钟",
    ),
    "minute": ("time", 60, "minute minutes min mins minuten minuto minutos minuta minuty minut 分钟"),
    "hour": ("time", 3600, "hour hours hr hrs h stunde stunden std heure heures hora horas hodina hodiny hodin 小时"),
    "day": ("time", 86400, "day days tag tage tagen jour jours dia dias den dny dni dnu 天 日"),
    "week": (
        "time",
        604800,
        "week weeks wk wks woche wochen semaine semaines semana semanas tyden tydny tydnu 周 星期",
    ),
    "fortnight": ("time", 1209600, "fortnight fortnights"),
    "month": ("months", 1, "month months mo mos monat monate monaten mois mes meses mesic mesice mesicu 个月"),
    "quarter": ("months", 3, "quarter-year quarters"),
    "year": ("months", 12, "year years yr yrs jahr jahre jahren ans annee annees ano anos rok roky let 年"),
    "decade": ("months", 120, "decade decades jahrzehnt jahrzehnte decennie decennies"),
    "century": ("months", 1200, "century centuries jahrhundert jahrhunderte siecle siecles"),
    "working day": (
        "working time",
        1,
        "arbeitstag arbeitstage arbeitstagen werktag werktage werktagen 工作日 个工作日",
    ),
    "millisecond": ("time", 0.001, "millisecond milliseconds ms msec"),
    "mm": ("length", 0.001, "mm millimeter millimeters millimetre millimetres"),
    "cm": ("length", 0.01, "cm centimeter centimeters centimetre centimetres zentimeter"),
    "m": ("length", 1, "m meter meters metre metres metro metros metr metry metru 米"),
    "km": ("length", 1000, "km kilometer kilometers kilometre kilometres kilometro kilometros 公里"),
    "inch": ("length", 0.0254, "inch inches"),
    "foot": ("length", 0.3048, "foot feet ft"),
    "yard": ("length", 0.9144, "yard yards yd yds"),
    "mile": ("length", 1609.344, "mile miles mi"),
    "mg": ("mass", 1e-6, "mg milligram milligrams"),
    "g": ("mass", 0.001, "g gram grams gramm gramos grammes gramu"),
    "kg": ("mass", 1, "kg kilogram kilograms kilo kilos kilogramm kilogramos kilogrammes 公斤"),
    "tonne": ("mass", 1000, "tonne tonnes t tons ton tuna tun tuny tonnen tonelada toneladas"),
    "pound": ("mass", 0.45359237, "lb lbs"),
    "ounce": ("mass", 0.028349523, "oz ounce ounces"),
    "stone": ("mass", 6.35029318, "stone stones"),
    "ml": ("volume", 0.001, "ml milliliter milliliters millilitre millilitres"),
    "litre": ("volume", 1, "l liter liters litre litres litro litros litr litry litru 升"),
    "cubic m": ("volume", 1000, "m3 m³ cbm"),
    "gallon": ("volume", 3.785411784, "gallon gallons gal"),
    "square m": ("area", 1, "m2 m² sqm qm quadratmeter"),
    "square km": ("area", 1e6, "km2 km² sqkm"),
    "hectare": ("area", 1e4, "ha hectare hectares hektar"),
    "acre": ("area", 4046.8564224, "acre acres"),
    "kmh": ("speed", 1, "km/h kmh kph"),
    "mph": ("speed", 1.609344, "mph"),
    "celsius": ("celsius", 1, "°c celsius degc"),
    "fahrenheit": ("fahrenheit", 1, "°f fahrenheit degf"),
    "kelvin": ("kelvin", 1, "kelvin"),
    "degree": ("angle", 1, "° degree degrees deg grad"),
    "watt": ("power", 1, "w watt watts"),
    "kw": ("power", 1000, "kw kilowatt kilowatts"),
    "mw": ("power", 1e6, "mw megawatt megawatts"),
    "wh": ("energy", 1, "wh"),
    "kwh": ("energy", 1000, "kwh"),
    "mwh": ("energy", 1e6, "mwh"),
    "gwh": ("energy", 1e9, "gwh"),
    "square foot": ("area", 0.09290304, "sqft"),
    "square mile": ("area", 2589988.11, ""),
    "volt": ("voltage", 1, "v volt volts"),
    "ampere": ("current", 1, "amp amps ampere amperes"),
    "hz": ("frequency", 1, "hz hertz"),
    "khz": ("frequency", 1e3, "khz"),
    "mhz": ("frequency", 1e6, "mhz"),
    "ghz": ("frequency", 1e9, "ghz"),
    "pa": ("pressure", 1, "pascal"),
    "kpa": ("pressure", 1e3, "kpa"),
    "mmhg": ("pressure", 133.322, "mmhg"),
    "bar": ("pressure", 1e5, "bar"),
    "psi": ("pressure", 6894.76, "psi"),
    "byte": ("data", 1, "byte bytes"),
    "kb": ("data", 1e3, "kb kilobyte kilobytes"),
    "mb": ("data", 1e6, "mb megabyte megabytes"),
    "gb": ("data", 1e9, "gb gigabyte gigabytes"),
    "tb": ("data", 1e12, "tb terabyte terabytes"),
    "kib": ("data", 1024, "kib kibibyte kibibytes"),
    "mib": ("data", 1024**2, "mib mebibyte mebibytes"),
    "gib": ("data", 1024**3, "gib gibibyte gibibytes"),
    "tib": ("data", 1024**4, "tib tebibyte tebibytes"),
    "kbit/s": ("data rate", 1e3, "kbit/s kbps kb/s"),
    "mbit/s": ("data rate", 1e6, "mbit/s mbps"),
    "gbit/s": ("data rate", 1e9, "gbit/s gbps"),
    "rpm": ("rotation", 1, "rpm"),
    "mcg": ("mass", 1e-9, "mcg µg μg microgram micrograms"),
    "mmol": ("substance", 0.001, "mmol"),
    "mol": ("substance", 1, "mol"),
    "lux": ("illumination", 1, "lux lx"),
    "ppm": ("concentration", 1, "ppm"),
    "ppb": ("concentration", 0.001, "ppb"),
    "kcal": ("energy", 1.163, "kcal"),
    "joule": ("energy", 1 / 3600, "joule joules"),
    "kj": ("energy", 1 / 3.6, "kj"),
    "knot": ("speed", 1.852, "knot knots"),
    "decilitre": ("volume", 0.1, "dl decilitre decilitres deciliter deciliters"),
    "centilitre": ("volume", 0.01, "cl centilitre centilitres centiliter centiliters"),
    "hectolitre": ("volume", 100, "hl hectolitre hectolitres"),
    "decimetre": ("length", 0.1, "dm"),
    "square cm": ("area", 1e-4, "cm2 cm²"),
    "db": ("loudness", 1, "db decibel decibels"),
    "percent": ("share", 1, "% percent per-cent pct prozent procent procenta procento"),
    "fraction": ("share", 100, ""),
    "times": ("times", 1, ""),
    "factor": ("factor", 1, ""),
    "clock": ("clock", 1, ""),
    "per year": ("frequency", 1, ""),
    "percentage point": ("points", 1, "pp pps"),
    "basis point": ("points", 0.01, "bp bps"),
    "USD": ("USD", 1, "$ usd us$ dollar dollars 美元"),
    "EUR": ("EUR", 1, "€ eur euro euros"),
    "GBP": ("GBP", 1, "£ gbp pounds quid"),
    "CZK": ("CZK", 1, "kc czk koruna koruny korun crown crowns"),
    "CHF": ("CHF", 1, "chf franken franc francs"),
    "JPY": ("JPY", 1, "¥ jpy yen"),
    "CNY": ("CNY", 1, "cny rmb yuan 元 人民币"),
    "INR": ("INR", 1, "₹ inr rupee rupees"),
    "CAD": ("CAD", 1, "cad c$ ca$"),
    "AUD": ("AUD", 1, "aud a$ au$"),
    "SEK": ("SEK", 1, "sek krona kronor"),
    "PLN": ("PLN", 1, "pln zloty zl"),
    "cent": ("USD", 0.01, "cent cents ¢"),
    "penny": ("GBP", 0.01, "penny pence"),
}

MULTIWORD: dict[str, str] = {
    "per cent": "percent", "percentage points": "percentage point", "percentage point": "percentage point",
    "basis points": "basis point", "basis point": "basis point",
    "working days": "working day", "working day": "working day", "business days": "working day",
    "business day": "working day", "jours ouvres": "working day", "jours ouvrables": "working day",
    "dias habiles": "working day", "dias laborables": "working day", "pracovnich dnu": "working day",
    "pracovni dny": "working day", "pracovnich dni": "working day",
    "kilowatt hours": "kwh", "kilowatt-hours": "kwh", "kilowatt hour": "kwh", "megawatt hours": "mwh", "megawatt-hours": "mwh", "swiss francs": "CHF", "swiss franc": "CHF",
    "czech crowns": "CZK", "czech korunas": "CZK", "metric tons": "tonne", "metric tonnes": "tonne", "square feet": "square foot", "square foot": "square foot", "square miles": "square mile",
    "calendar days": "day", "calendar day": "day", "square metres": "square m", "cubic metres": "cubic m", "cubic meters": "cubic m", "cubic metre": "cubic m", "cubic meter": "cubic m", "square meters": "square m",
    "square metre": "square m", "square meter": "square m",
    "square kilometres": "square km", "square kilometers": "square km", "degrees celsius": "celsius",
    "degrees fahrenheit": "fahrenheit", "miles per hour": "mph", "kilometres per hour": "kmh",
    "kilometers per hour": "kmh", "us dollars": "USD", "u.s. dollars": "USD", "pounds sterling": "GBP",
    "metres carres": "square m", "metros cuadrados": "square m", "metru ctverecnich": "square m",
    "por ciento": "percent", "pour cent": "percent", "british pounds": "GBP",
}  # fmt: skip
"""Units written as more than one word."""

UNITS: dict[str, Unit] = {name: Unit(name, dimension, factor) for name, (dimension, factor, _) in _TABLE.items()}
WRITTEN: dict[str, str] = {form: name for name, (_, _, forms) in _TABLE.items() for form in forms.split()} | MULTIWORD
"""Every written form, folded, with the unit's name."""

CURRENCIES = frozenset(name for name in _TABLE if name.isupper()) | {"cent", "penny"}
DURATIONS = frozenset(
    (
        "millisecond",
        "second",
        "minute",
        "hour",
        "day",
        "week",
        "fortnight",
        "month",
        "year",
        "quarter",
        "decade",
        "century",
        "working day",
    )
)
_MONTH_SECONDS = 30.436875 * 86400


HAVE_CENTS = frozenset(("EUR", "USD", "CAD", "AUD", "NZD"))
"""Currencies of which a bare `cent` may be a hundredth."""


def convert(number: float, unit: str, target: str) -> float | None:
    """`number` of `unit` in `target`, or None where the two do not convert exactly.

    Months and years do not convert to days: their length varies (see `comparable_seconds`).
    """
    if unit == target:
        return number
    one, other = UNITS.get(unit), UNITS.get(target)
    if one is None or other is None:
        return None
    if one.dimension == other.dimension:
        return number * one.factor / other.factor
    if unit == "cent" and target in HAVE_CENTS:
        return number / 100
    if target == "cent" and unit in HAVE_CENTS:
        return number * 100
    scales = {"celsius": (1.0, 0.0), "fahrenheit": (5 / 9, -160 / 9), "kelvin": (1.0, -273.15)}
    if unit in scales and target in scales:
        celsius = number * scales[unit][0] + scales[unit][1]
        return (celsius - scales[target][1]) / scales[target][0]
    return None


def comparable_seconds(number: float, unit: str) -> float | None:
    """A duration in seconds with months of average length, or None where it is no duration."""
    known = UNITS.get(unit)
    if known is None or known.dimension not in ("time", "months"):
        return None
    return number * known.factor * (_MONTH_SECONDS if known.dimension == "months" else 1.0)
