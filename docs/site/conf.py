"""The site of Condyle: ./docs/make_site calls Sphinx with this. Its sources are the pages as they lie in the
repository; the links in them work there, on GitHub and here."""

import gc
import os
import pathlib
import re
import sys

gc.disable()  # the trees of pages live until the end, and to look through them again and again takes half the time

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path[:0] = [str(HERE), os.environ["CONDYLE_PYTHON"]]

project = "Condyle"
copyright = "the authors of Condyle; Apache 2.0"
version = release = re.search(r"project\(condyle VERSION ([0-9.]+)", (ROOT / "CMakeLists.txt").read_text())[1]

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx_copybutton", "python_reference", "front_page",
              "cpp_reference", "dark"]
root_doc = "README"
include_patterns = ["README.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md", "docs/*.md", "docs/site/**.md",
                    "examples/README.md", "python/README.md"]
exclude_patterns = ["build", "out", ".*"]

myst_heading_anchors = 4  # as GitHub's
smartquotes = False  # z' is a rate, and law='linear' is to be copied

primary_domain = None
highlight_language = "text"
breathe_projects = {"condyle": os.environ["CONDYLE_DOXYGEN"] + "/xml"}
breathe_default_project = "condyle"
breathe_show_include = False
breathe_domain_by_extension = {"h": "cpp"}

autodoc_member_order = "bysource"
autodoc_default_options = {"members": True, "undoc-members": True}
toc_object_entries_show_parents = "hide"
autodoc_typehints = "signature"

html_theme = "furo"
html_title = "Condyle"
html_static_path = ["static"]
html_css_files = ["site.css"]
html_extra_path = ["extra"]
html_copy_source = False
html_show_sphinx = False
html_show_sourcelink = False
html_favicon = "../../packaging/condyle.svg"
pygments_style = "default"
pygments_dark_style = "github-dark"
