# SPDX-License-Identifier: Apache-2.0
"""Numbers as ECMAScript writes them."""


def number_text(value: float) -> str:
    """A double as ECMAScript writes it: the shortest digits that give it back (ECMA-262, Number::toString)."""
    if value != value:
        return "NaN"
    if value in (float("inf"), float("-inf")):
        return "Infinity" if value > 0 else "-Infinity"
    if value == 0:
        return "-0" if str(value).startswith("-") else "0"
    sign = "-" if value < 0 else ""
    mantissa, _, power = repr(abs(value)).partition("e")
    whole, _, fraction = mantissa.partition(".")
    fraction = "" if fraction == "0" else fraction
    digits = (whole + fraction).lstrip("0")
    point = len(whole) + int(power or 0) - (len(whole + fraction) - len(digits))
    digits = digits.rstrip("0")
    count = len(digits)
    if count <= point <= 21:
        return sign + digits + "0" * (point - count)
    if 0 < point <= 21:
        return f"{sign}{digits[:point]}.{digits[point:]}"
    if -6 < point <= 0:
        return f"{sign}0.{'0' * -point}{digits}"
    exponent = f"e{'+' if point > 0 else '-'}{abs(point - 1)}"
    return f"{sign}{digits[0]}{'.' + digits[1:] if count > 1 else ''}{exponent}"
