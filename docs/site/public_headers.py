"""Prepares Doxygen's XML of the public headers for the site and for the check of their comments.

Our headers write one comment above declarations that belong together, without a blank line between them; Doxygen gives
it to the first alone. And Doxygen lists functions below their namespaces, where we want them below their headers."""

import copy
import pathlib
import re
import sys
import xml.etree.ElementTree as ElementTree

DESCRIPTIONS = ("briefdescription", "detaileddescription")
# A line that ends what stands above it: blank, a comment, the head of a class or namespace, a preprocessor's line.
ENDS_GROUP = re.compile(r"\s*($|//|/\*|\*|#|(public|protected|private):|(typedef )?(struct|class|union|enum|namespace|extern)\b.*\{$)")


def text_of(element):
    return "" if element is None else " ".join("".join(element.itertext()).split())


def comment_of(element):
    """The whole comment of a compound, member or enumerator."""
    return " ".join(filter(None, (text_of(element.find(part)) for part in DESCRIPTIONS)))


def place_of(member):
    location = member.find("location")
    return location.get("file"), int(location.get("line"))


def in_source_order(compound):
    return sorted(compound.findall("sectiondef/memberdef"), key=place_of)


def copy_comment(source, target):
    for part in DESCRIPTIONS:
        place = list(target).index(target.find(part))
        target[place] = copy.deepcopy(source.find(part))


def is_of_every_type(member, compound):
    """Whether a member is one that types have anyway and that does the same everywhere: copies, moves, the end, equality,
    and what the base has already described."""
    own = compound.findtext("compoundname").rpartition("::")[2].partition("<")[0].strip()
    name, arguments = member.findtext("name"), member.findtext("argsstring") or ""
    if name in ("operator==", "operator=") or name.startswith("~") or "override" in arguments:
        return True
    return name == own and (arguments.startswith("()") or re.match(rf"\((const )?{own} ?&", arguments) is not None)


def remarks_of(lines):
    """The plain comments of a header that speak of several declarations: those with a blank line behind them."""
    block = []
    for line in [*lines, "end"]:
        found = re.match(r"\s*// ?([^/].*)?$", line)
        if found:
            block.append(found[1] or "")
            continue
        if block and not line.strip():
            yield " ".join(block)
        block = []


def paragraph(text):
    """A paragraph of Doxygen's, with `code`."""
    made = ElementTree.Element("para")
    plain, *rest = text.split("`")
    made.text = plain
    for code, after in zip(rest[0::2], rest[1::2]):
        part = ElementTree.SubElement(made, "computeroutput")
        part.text, part.tail = code, after
    return made


class Headers:
    def __init__(self, root, xml_folder):
        self.root = pathlib.Path(root)
        self.trees = {file: ElementTree.parse(file) for file in sorted(pathlib.Path(xml_folder).glob("*.xml"))
                      if file.name != "index.xml"}
        self.compounds = [tree.getroot().find("compounddef") for tree in self.trees.values()]
        self.lines = {}
        for compound in self.of_kind("namespace", "class", "struct", "union", "file"):
            self.share_comments(compound)

    def of_kind(self, *kinds):
        return [c for c in self.compounds if c is not None and c.get("kind") in kinds]

    def line(self, file, number):
        if file not in self.lines:
            self.lines[file] = (self.root / file).read_text().splitlines()
        return self.lines[file][number - 1]

    def share_comments(self, compound):
        """Gives a declaration without a comment that of the one above it, with which it forms a group, or that at the
        end of its line."""
        members = in_source_order(compound)
        for before, member in zip(members, members[1:]):
            if comment_of(before) and not comment_of(member) and self.joins(before, member):
                copy_comment(before, member)
        for after, member in zip(members[:0:-1], members[-2::-1]):
            if comment_of(after) and not comment_of(member) and place_of(after) == place_of(member):
                copy_comment(after, member)

    def joins(self, before, member):
        """Whether nothing between two declarations ends a group, such as a comment beside one of them."""
        (file, first), (other, last) = place_of(before), place_of(member)
        if file != other or first == last:
            return file == other
        return "///<" not in self.line(file, first) and not any(
            ENDS_GROUP.match(self.line(file, n)) or "///<" in self.line(file, n) for n in range(first + 1, last))

    def drop_what_every_type_has(self):
        for compound in self.of_kind("class", "struct", "union"):
            for section in compound.findall("sectiondef"):
                for member in section.findall("memberdef"):
                    if not comment_of(member) and is_of_every_type(member, compound):
                        section.remove(member)

    def list_by_header(self):
        """Moves the members of namespaces to the headers that declare them, and sorts all by their lines."""
        for file in self.of_kind("file"):
            path = file.find("location").get("file")
            members = [m for space in self.of_kind("namespace") for m in in_source_order(space)
                       if m.find("location").get("file") == path]
            members += [m for m in in_source_order(file) if m.get("kind") != "define"]
            of_classes = {inner.text for inner in file.findall("innerclass")}
            members = [m for m in members if m.findtext("name") not in of_classes]  # typedef struct a {..} a;
            for inner in file.findall("innernamespace"):
                file.remove(inner)
            for section in file.findall("sectiondef"):
                file.remove(section)
            for remark in remarks_of((self.root / path).read_text().splitlines()):
                file.find("detaileddescription").append(paragraph(remark))
            place = list(file).index(file.find("briefdescription"))
            for kind in ("enum", "typedef", "var", "func"):
                chosen = [m for m in members if m.get("kind") == {"func": "function", "var": "variable"}.get(kind, kind)]
                if chosen:
                    section = ElementTree.Element("sectiondef", kind=kind)
                    section.extend(chosen)
                    file.insert(place, section)
                    place += 1

    def write(self):
        for file, tree in self.trees.items():
            tree.write(file, encoding="utf-8", xml_declaration=True)


if __name__ == "__main__":
    headers = Headers(*sys.argv[1:])
    headers.drop_what_every_type_has()
    headers.list_by_header()
    headers.write()
