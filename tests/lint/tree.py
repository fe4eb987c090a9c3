# SPDX-FileCopyrightText: 2026 The Cofferdam developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What the checks of this folder share: the project's files, without what builds leave behind."""
import os

SKIPPED = {".git", "build", ".cache", "__pycache__"}


def files(root, *tops):
    """Paths below root, relative to it, in order; of the named top folders only, if any are named."""
    for top in tops or ("",):
        for folder, folders, names in os.walk(os.path.join(root, top)):
            folders[:] = sorted(f for f in folders if f not in SKIPPED)
            for name in sorted(names):
                yield os.path.relpath(os.path.join(folder, name), root)


def read(root, path):
    with open(os.path.join(root, path), encoding="utf-8", errors="replace") as file:
        return file.read()


def finish(title, faults):
    for fault in faults:
        print(fault)
    print(f"{title}: {len(faults)} fault(s)")
    return 1 if faults else 0
