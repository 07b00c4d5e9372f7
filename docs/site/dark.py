"""The theme's dark colours where the reader's system asks for them: Debian's build of the theme has lost that rule for all
but blocks of code, which would be dark on a light page."""

import pathlib
import re


def follow_the_system(app, exception):
    static = pathlib.Path(app.outdir) / "_static"
    theme = (static / "styles" / "furo.css").read_text()
    if exception or "prefers-color-scheme" in theme:
        return
    colours = re.search(r'body\[data-theme="dark"\] (\{[^}]*--color-background-primary[^}]*\})', theme)[1]
    with (static / "site.css").open("a") as file:
        file.write(f'\n@media screen and (prefers-color-scheme: dark) {{\n  body:not([data-theme="light"]) {colours}\n}}\n')


def setup(app):
    app.connect("build-finished", follow_the_system)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
