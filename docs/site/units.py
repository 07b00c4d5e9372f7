"""Whether a comment tells the unit of a number: for tests/repo/check_reference and the pages of Python."""

import functools
import pathlib
import re

# A unit, of which at least one letter is a unit of the SI or of the pages: [m], [N/m^2], [rad or m], [N per unit strain].
UNIT = re.compile(r"\[[^\]]*\b(m|mm|s|kg|N|Pa|MPa|J|W|rad|deg|Hz|m\^[234]|s\^2|bytes|rows|per|1)\b[^\]]*\]")
# Words that say that a number has no unit, or where its unit is.
WITHOUT_UNIT = re.compile(
    r"\b(unit (vector|normal|tangent|direction)s?|unit|strains?|ratio|factors?|share|fraction|part of|coefficients?|"
    r"relative|exponent|weights?|normals?|tangents?|binormals?|axis|directions?|rotation|dimensionless|per cent|%|"
    r"in the unit of|units? (of|in)|whole numbers?|SI|scale|slopes?)\b", re.IGNORECASE)


def tells_unit(comment):
    """Whether a comment has a unit in brackets, or a word that says that there is none."""
    return bool(UNIT.search(comment) or WITHOUT_UNIT.search(comment))


@functools.cache
def names_with_units():
    """The names whose unit the page of the C++ reference gives once for all."""
    page = pathlib.Path(__file__).resolve().parent / "cpp" / "index.md"
    names = re.findall(r"`(\w+)`", "".join(line.split("|")[1] for line in page.read_text().splitlines()
                                           if line.startswith("| `") and "condyle/" not in line))
    words = "|".join(name for name in names if "_A" not in name)
    return re.compile(rf"([XVp]_\w+|({words})(_[A-Z]+)?)$")


def has_unit_by_name(name):
    """Whether a name tells its unit, or that there is none, as `dynamic_coefficient`."""
    return bool(names_with_units().match(name) or WITHOUT_UNIT.search(name.replace("_", " ")))
