"""The order of the site's pages, which hangs below the README: its text stays as it is in the repository."""

GUIDE = ["docs/install", "docs/tutorial", "docs/gallery", "docs/viewer", "docs/web", "docs/lessons", "docs/laboratory", "docs/studies",
         "docs/python", "examples/README", "docs/troubleshooting"]
INSIDE = ["docs/engines", "docs/c", "docs/mujoco", "docs/opensim", "docs/smith2018", "docs/user-laws", "docs/platforms"]
MODEL = ["docs/model", "docs/force-contact", "docs/ligaments", "docs/materials", "docs/geometry", "docs/equilibrium",
         "docs/solver", "docs/validation", "docs/performance"]
PROJECT = ["docs/architecture", "CONTRIBUTING", "python/README", "CHANGELOG", "SECURITY"]
REFERENCE = ["docs/site/cpp/index", "docs/site/py/index", "docs/scenes"]


def add_contents(app, docname, source):
    if docname != app.config.root_doc:
        return
    parts = [("Guide", GUIDE), ("Engines and files", INSIDE), ("The model", MODEL), ("Reference", REFERENCE),
             ("The project", PROJECT)]
    for caption, pages in parts:
        source[0] += "\n".join(["", "```{toctree}", ":hidden:", f":caption: {caption}", "", *pages, "```", ""])


def setup(app):
    app.connect("source-read", add_contents)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
