"""What a package needs is found where it is said or used, and nothing that it brings itself."""

from typing import Any

import pytest

from skills.packages.dependencies import dependencies_missing, dependencies_of


def needed(files: dict[str, str], frontmatter: dict[str, Any] | None = None) -> list[str]:
    return dependencies_of({path: text.encode() for path, text in files.items()}, frontmatter or {})


def test_python_imports_of_scripts_are_needed_by_their_package_names() -> None:
    assert needed({"scripts/a.py": "import cv2, os.path\nfrom PIL import Image\nimport numpy.linalg as n\n"}) == [
        "pip:numpy",
        "pip:opencv-python",
        "pip:pillow",
    ]


@pytest.mark.parametrize(
    "files",
    [
        {"scripts/a.py": "import json, sys\nfrom pathlib import Path\n"},
        {
            "scripts/a.py": "import helper\nfrom lib.tools import x\n",
            "scripts/helper.py": "",
            "scripts/lib/tools.py": "",
        },
        {"scripts/a.py": "from . import x\nfrom ..y import z\n"},
        {"scripts/a.py": "TEXT = '''\nimport requests\n'''\n# import numpy\n"},
        {"scripts/a.py": "X = \"import React from 'react'\"\n"},
        {"scripts/a.py": "try:\n    import tqdm\nexcept ImportError:\n    tqdm = None\n"},
        {"scripts/a.py": "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import numpy\n"},
        {"scripts/a.js": "import fs from 'fs'\nimport x from './x.js'\nrequire('node:path')\n// require('a')\n"},
        {"scripts/a.js": "const t = `\nimport a from 'left-pad'\n`\n/* import b from 'b' */\n"},
        {"references/a.py": "import numpy\n", "tests/b.py": "import pytest\n"},
        {"scripts/a.py": "import (\n"},
        {"scripts/a.sh": "#!/bin/sh\necho hi\n"},
        {"scripts/a.py": "#!/usr/bin/env python3\nprint(1)\n"},
    ],
)
def test_what_is_not_needed_is_not_said_to_be(files: dict[str, str]) -> None:
    assert needed(files) == []


def test_an_import_that_ends_the_script_where_it_fails_is_needed() -> None:
    assert needed(
        {"scripts/a.py": "try:\n    import fitz\nexcept ImportError:\n    raise SystemExit('install it')\n"}
    ) == ["pip:pymupdf"]


def test_node_packages_with_their_scope_and_programs_of_the_first_line_are_needed() -> None:
    files = {
        "scripts/a.mjs": "#!/usr/bin/env node\nimport x from '@scope/pkg/sub'\nconst y = require('lodash/map')\n",
        "scripts/b": "#!/usr/bin/env -S deno run\n",
        "scripts/c.sh": "#!/bin/bash\n",
    }
    assert needed(files) == ["bash", "deno", "node", "npm:@scope/pkg", "npm:lodash"]


def test_what_the_frontmatter_says_replaces_the_scan() -> None:
    files = {"scripts/a.py": "import numpy\n"}
    assert needed(files, {"deps": ["pip:pandas", "npm:x", "system:jq", "ffmpeg", "github:a/b"]}) == [
        "ffmpeg",
        "github:a/b",
        "jq",
        "npm:x",
        "pip:pandas",
    ]
    assert needed(files, {"deps": []}) == []
    assert needed(files, {"metadata": {"clawdbot": {"requires": {"bins": ["jq"]}}}}) == ["jq", "pip:numpy"]
    assert needed(files, {"exclude_deps": "numpy"}) == []
    assert needed(files, {"exclude_deps": ["pip:numpy"]}) == []


def test_a_name_that_could_be_more_than_a_name_is_left_out() -> None:
    assert needed({}, {"deps": ["pip:x;id", "-r", "$(id)", "evil:x", 3, "../x"]}) == []


def test_what_is_missing_is_what_this_machine_has_not() -> None:
    missing = dependencies_missing(
        ["pip:pillow", "pip:nothing-here", "jq", "no-such-program", "npm:x", "github:a/b"],
        has_module=lambda name: name == "PIL",
        has_program=lambda name: name in ("jq", "node"),
    )
    assert missing == ["pip:nothing-here", "no-such-program"]
    assert dependencies_missing(["pip:django", "pip:certainly-not-installed-xyz"]) == [
        "pip:certainly-not-installed-xyz"
    ]
