#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Cofferdam developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""No test is forgotten: every folder below tests/ with sources has a CMakeLists.txt that the glob of tests/CMakeLists.txt finds, and that file
names each tst_, fuzz_, bench_ and test_ source (or takes them by a glob of its own). usage: registered.py ROOT"""
import os
import re
import sys

import tree

DEEPEST = 3  # folders below tests/ that its glob looks into
SOURCE = re.compile(r"^(tst|fuzz|bench|test)_.*\.(cpp|py)$")


def main(root):
    faults, folders = [], {}
    for path in tree.files(root, "tests"):
        if path.endswith((".cpp", ".py")):
            folders.setdefault(os.path.dirname(path), []).append(os.path.basename(path))
    for folder, names in folders.items():
        if folder == "tests":
            faults.append(f"{folder}: sources belong into a folder that mirrors a module")
            continue
        list_file = os.path.join(root, folder, "CMakeLists.txt")
        parent = os.path.join(root, os.path.dirname(folder), "CMakeLists.txt")
        if folder.count("/") > DEEPEST:
            faults.append(f"{folder}: deeper than tests/CMakeLists.txt looks")
        if os.path.exists(list_file):
            with open(list_file, encoding="utf-8") as file:
                text = file.read()
        elif os.path.exists(parent) and os.path.dirname(folder) != "tests":
            with open(parent, encoding="utf-8") as file:
                text = file.read()
        else:
            faults.append(f"{folder}: has no CMakeLists.txt, its tests never run")
            continue
        for name in names:
            stem = name.rsplit(".", 1)[0]
            if SOURCE.match(name) and stem not in text and "GLOB" not in text:
                faults.append(f"{folder}/{name}: not named in its CMakeLists.txt, it never runs")
    return tree.finish("registered", faults)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1]))
