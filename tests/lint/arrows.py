#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Cofferdam developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Keeps the arrows between modules (ARCHITECTURE.md). A module is a folder; ALLOWED names every folder whose headers it may include.
Checked: each #include of the project, the libraries that only one module may use, and that what CMake links is allowed and holds every
include. Prints each offending line. usage: arrows.py ROOT"""
import os
import re
import sys

import tree

COMMON = ["common/base", "common/protocol", "common/policy", "common/audit"]
OPERATION = COMMON + ["service/gate", "service/pathguard", "service/operation"]

ALLOWED = {
    "common/base": [],
    "common/protocol": ["common/base"],
    "common/policy": ["common/base", "common/protocol"],
    "common/audit": ["common/base", "common/protocol"],
    "common/client": COMMON,
    "service/gate": ["common/base", "common/protocol"],
    "service/pathguard": ["common/base", "common/protocol", "common/policy"],
    "service/operation": COMMON + ["service/gate", "service/pathguard"],
    "service/identity": OPERATION,
    "service/ratelimit": OPERATION,
    "service/policystore": OPERATION,
    "service/auditlog": OPERATION,
    "service/pipeline": OPERATION,
    "service/sandbox/api": ["common/base"],
    "service/sandbox/launch": [],  # a program of its own, without Qt
    "service/sandbox/subprocess": ["common/base", "service/sandbox/api", "service/sandbox/launch"],
    "service/operations/core": OPERATION,
    "service/operations/files": OPERATION,
    "service/operations/process": OPERATION + ["service/sandbox/api"],
    # The one operation module that may know the stores: the operator's calls are about them.
    "service/operations/admin": OPERATION + ["service/policystore", "service/auditlog", "service/identity", "service/sandbox/api"],
    "service/http": OPERATION,
    "service/main": OPERATION + ["service/identity", "service/ratelimit", "service/policystore", "service/auditlog", "service/pipeline",
                                 "service/sandbox/api", "service/sandbox/subprocess", "service/operations/core", "service/operations/files",
                                 "service/operations/process", "service/operations/admin", "service/http"],
    "service/main/program": ["service/main"],
    "app/widgets": ["common/base"],
    "app/connection": COMMON + ["common/client"],
    "app/shell": COMMON + ["common/client", "app/widgets", "app/connection"],
    "app/ctl": COMMON + ["common/client"],
    "app/policyeditor/model": COMMON + ["common/client", "app/connection"],
}
FEATURE = COMMON + ["common/client", "app/widgets", "app/connection", "app/shell"]
ALLOWED["app/audit"] = FEATURE
ALLOWED["app/checks"] = FEATURE
ALLOWED["app/policyeditor"] = FEATURE + ["app/policyeditor/model"]
ALLOWED["app/main"] = FEATURE + ["app/audit", "app/checks", "app/policyeditor"]

# Library headers and where alone they may appear.
OWNERS = [
    (re.compile(r"<(QtHttpServer/|QHttpServer|QAbstractHttpServer)"), ["service/http"]),
    (re.compile(r"<llhttp"), ["service/gate"]),
    (re.compile(r"<KSyntaxHighlighting/"), ["app/policyeditor"]),
    (re.compile(r"<CLI/"), ["app/ctl", "app/main", "service/main"]),
    (re.compile(r"<(QtWidgets/|QtGui/|QtSvg/|QWidget|QApplication)"), ["app"]),
    (re.compile(r"<(QtNetwork/|QtWebSockets/)"), ["common/client", "service/gate", "service/http", "service/main", "app"]),
]
# yaml-cpp stays behind the files that read YAML, whose headers nobody else includes.
YAML = re.compile(r"<yaml-cpp/")
YAML_FILES = "common/policy/load_yaml"
LIBRARY_OWNERS = {"Qt6::HttpServer": ["service/http"], "Qt6::Widgets": ["app"], "Qt6::Gui": ["app"], "yaml-cpp::yaml-cpp": ["common/policy"]}

INCLUDE = re.compile(r'^\s*#\s*include\s+(?:"([^"]+)"|(<[^>]+>))')
CALL = re.compile(r"\b(cofferdam_module|target_link_libraries|add_executable)\s*\(([^)]*)\)", re.S)


def module_of(path):
    """The longest module folder that holds path; None outside all."""
    folder = os.path.dirname(path)
    while folder and folder not in ALLOWED:
        folder = os.path.dirname(folder)
    return folder or None


def within(module, owners):
    return any(module == owner or module.startswith(owner + "/") for owner in owners)


def include_faults(root, path, edges):
    module = module_of(path)
    for number, line in enumerate(tree.read(root, path).splitlines(), 1):
        found = INCLUDE.match(line)
        if not found:
            continue
        where = f"{path}:{number}: {line.strip()}"
        if module is None:
            yield f"{where}: this folder is no module; add it to ALLOWED"
            return
        own, library = found.groups()
        if own:
            target = module_of(own)
            if own.startswith(YAML_FILES) and not path.startswith(YAML_FILES):
                yield f"{where}: only {YAML_FILES}* may use this header"
            if target is None or not os.path.exists(os.path.join(root, own)):
                yield f"{where}: expected a header of a module, written from the root"
            elif target != module and target not in ALLOWED[module]:
                yield f"{where}: {module} may not use {target}"
            elif target != module:
                edges.setdefault((module, target), where)
            continue
        for pattern, owners in OWNERS:
            if pattern.match(library) and not within(module, owners):
                yield f"{where}: only {', '.join(owners)} may use this library"
        if YAML.match(library) and not path.startswith(YAML_FILES):
            yield f"{where}: only {YAML_FILES}* may use this library"


def folder_name(target):
    """cofferdam_policy or Cofferdam::policy → the name a module was declared with."""
    return re.sub(r"^(cofferdam_|Cofferdam::)", "", target)


def links(root):
    """module → (linked names, where it is declared), and declared name → module."""
    declared, linked, executables = {}, {}, {}
    for path in tree.files(root, "common", "service", "app"):
        if os.path.basename(path) != "CMakeLists.txt":
            continue
        folder = os.path.dirname(path)
        text = re.sub(r"#.*", "", tree.read(root, path))
        for command, arguments in CALL.findall(text):
            words = arguments.split()
            target = folder_name(words[0])
            if command == "cofferdam_module":
                declared[target] = folder
                linked.setdefault(folder, []).extend((word, path) for word in words[1:])
            elif command == "add_executable":
                executables[words[0]] = folder + "/program" if folder + "/program" in ALLOWED else folder
            else:
                owner = declared.get(target) or executables.get(words[0]) or folder
                linked.setdefault(owner, []).extend((word, path) for word in words[1:])
    return declared, linked


def link_faults(root, edges):
    declared, linked = links(root)
    graph = {}
    for module, words in linked.items():
        for word, path in words:
            if word in LIBRARY_OWNERS and not within(module, LIBRARY_OWNERS[word]):
                yield f"{path}: {module} may not link {word}"
            if not word.startswith("Cofferdam::"):
                continue
            target = declared.get(folder_name(word))
            if target is None:
                yield f"{path}: {module} links {word}, which no folder declares"
            elif module in ALLOWED and target != module and target not in ALLOWED[module]:
                yield f"{path}: {module} may not link {target}"
            else:
                graph.setdefault(module, set()).add(target)
    for (module, target), where in sorted(edges.items()):
        # A folder that declares no library is a program's; its headers need no link.
        if target in declared.values() and target not in reachable(graph, module):
            yield f"{where}: {module} includes {target} but its CMakeLists.txt does not link it"


def reachable(graph, start):
    seen, open_list = set(), [start]
    while open_list:
        for target in graph.get(open_list.pop(), ()):
            if target not in seen:
                seen.add(target)
                open_list.append(target)
    return seen


def main(root):
    faults, edges = [], {}
    for path in tree.files(root, "common", "service", "app"):
        if path.endswith((".cpp", ".h")):
            faults += include_faults(root, path, edges)
    faults += link_faults(root, edges)
    return tree.finish("arrows", faults)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1]))
