#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Cofferdam developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Every file says whose it is and under which licence: by two SPDX lines among its first five, or by REUSE.toml where its format takes no
comments. usage: licences.py ROOT"""
import fnmatch
import os
import sys
import tomllib

import tree

COPYRIGHT = "SPDX-FileCopyrightText: 2026 The Cofferdam developers"
LICENCE = "SPDX-License-Identifier: GPL-3.0-or-later"
TEXTS_THEMSELVES = ("LICENSE", "LICENSES/")


def annotated(root):
    with open(os.path.join(root, "REUSE.toml"), "rb") as file:
        entries = tomllib.load(file)["annotations"]
    return [pattern for entry in entries for pattern in ([entry["path"]] if isinstance(entry["path"], str) else entry["path"])]


def main(root):
    patterns, faults = annotated(root), []
    for path in tree.files(root):
        if path.startswith(TEXTS_THEMSELVES) or path == "console.png" or any(fnmatch.fnmatch(path, pattern) for pattern in patterns):
            continue
        head = "\n".join(tree.read(root, path).splitlines()[:5])
        if COPYRIGHT not in head or LICENCE not in head:
            faults.append(f"{path}: expected two SPDX lines at its top")
    return tree.finish("licences", faults)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1]))
