"""The pages of the C++ headers: a directive for a header, and declarations that share a comment as one entry, as they
stand in the header."""

import pathlib

from breathe.directives.file import DoxygenFileDirective
from sphinx import addnodes
from sphinx.domains.cpp import CPPDomain
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx.util import logging

LOG = logging.getLogger(__name__)
# Headers that only include others: docs/site/cpp/index.md lists them.
DOORS = {"bullet", "condyle", "geometry", "mujoco", "opensim", "scene", "world"}

SECTIONS = ("briefdescription detaileddescription innerclass public-type public-attrib public-static-attrib public-func "
            "public-static-func enum typedef var func")


class HeaderDirective(DoxygenFileDirective):
    """All that a header declares: types first, then functions."""

    def run(self):
        self.options["sections"] = SECTIONS
        self.env.metadata[self.env.docname].setdefault("headers", []).append(self.arguments[0])
        return super().run()


class QuietDomain(CPPDomain):
    """The search finds no names of parameters."""

    def get_objects(self):
        return (found for found in super().get_objects() if found[2] not in ("functionParam", "templateParam"))


def content_of(entry):
    return next((child for child in entry.children if isinstance(child, addnodes.desc_content)), None)


def is_declaration(node):
    return (isinstance(node, addnodes.desc) and node.get("domain") == "cpp"
            and node["objtype"] in ("function", "member", "type", "var"))


def joined(children):
    """Children of a node, in which each declaration has the signatures of those behind it that have its comment."""
    kept = []
    for child in children:
        last = next((node for node in reversed(kept) if not isinstance(node, addnodes.index)), None)
        if is_declaration(last) and is_declaration(child):
            text = content_of(child).astext().strip()
            if text and last["objtype"] == child["objtype"] and text == content_of(last).astext().strip():
                place = last.index(content_of(last))
                last[place:place] = [c for c in child.children if isinstance(c, addnodes.desc_signature)]
                continue
        kept.append(child)
    return kept


class JoinGroups(SphinxPostTransform):
    default_priority = 5

    def run(self, **kwargs):
        for parent in list({id(d.parent): d.parent for d in self.document.findall(addnodes.desc)}.values()):
            parent.children = joined(parent.children)


def require_all_headers(app, env):
    """Each public header that declares something is on one page."""
    shown = [header for page in env.metadata.values() for header in page.get("headers", [])]
    root = pathlib.Path(app.srcdir)
    public = [str(file.relative_to(folder)) for folder in root.glob("[cp]*/**/include/condyle") for file in folder.rglob("*.h")
              if "///" in file.read_text() or "/**" in file.read_text()]
    for header in sorted(set(public) | set(shown)):
        expected = 0 if "/" not in header and header.removesuffix(".h") in DOORS else 1
        if shown.count(header) != expected:
            LOG.warning("%s is on %d pages of docs/site/cpp, not on %d", header, shown.count(header), expected)


def setup(app):
    app.setup_extension("breathe")
    app.add_domain(QuietDomain, override=True)
    app.add_directive("header", HeaderDirective)
    app.connect("env-check-consistency", require_all_headers)
    app.add_post_transform(JoinGroups)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
