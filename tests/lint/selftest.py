#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Cofferdam developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The checks of this folder find what they are for: small trees with one fault each."""
import contextlib
import io
import os
import tempfile
import unittest

import arrows
import licences
import registered

MODULE = {"common/base/CMakeLists.txt": "cofferdam_module(base)", "common/protocol/CMakeLists.txt": "cofferdam_module(protocol LINK Cofferdam::base)",
          "common/base/ids.h": "", "common/protocol/node.h": '#include "common/base/ids.h"\n'}


def outcome(check, files):
    """(exit code, what it printed) of a check over a tree made of files."""
    with tempfile.TemporaryDirectory() as root:
        for path, text in files.items():
            os.makedirs(os.path.join(root, os.path.dirname(path)), exist_ok=True)
            with open(os.path.join(root, path), "w", encoding="utf-8") as file:
                file.write(text)
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            code = check.main(root)
        return code, printed.getvalue()


class Arrows(unittest.TestCase):
    def fails(self, files, words):
        code, printed = outcome(arrows, MODULE | files)
        self.assertEqual(code, 1)
        self.assertIn(words, printed)

    def test_allowed_tree_passes(self):
        self.assertEqual(outcome(arrows, MODULE), (0, "arrows: 0 fault(s)\n"))

    def test_arrow_upwards(self):
        self.fails({"common/base/ids.h": '#include "common/protocol/node.h"\n'},
                   'common/base/ids.h:1: #include "common/protocol/node.h": common/base may not use common/protocol')

    def test_service_and_app_never_meet(self):
        self.fails({"app/widgets/a.cpp": '#include "service/gate/head.h"\n', "service/gate/head.h": ""}, "app/widgets may not use service/gate")

    def test_http_server_outside_its_module(self):
        self.fails({"service/pipeline/a.cpp": "#include <QtHttpServer/QHttpServer>\n"}, "only service/http may use this library")

    def test_widgets_in_the_service(self):
        self.fails({"service/gate/a.cpp": "#include <QtWidgets/QWidget>\n"}, "only app may use this library")

    def test_yaml_outside_its_files(self):
        self.fails({"common/policy/load.h": "#include <yaml-cpp/yaml.h>\n"}, "only common/policy/load_yaml* may use this library")

    def test_header_of_the_yaml_files(self):
        self.fails({"common/policy/load.h": '#include "common/policy/load_yamlbuilder.h"\n', "common/policy/load_yamlbuilder.h": ""},
                   "only common/policy/load_yaml* may use this header")

    def test_folder_that_is_no_module(self):
        self.fails({"service/new/a.cpp": "#include <vector>\n"}, "this folder is no module")

    def test_link_that_is_not_allowed(self):
        self.fails({"common/base/CMakeLists.txt": "cofferdam_module(base LINK Cofferdam::protocol)"}, "common/base may not link common/protocol")

    def test_include_without_link(self):
        self.fails({"common/protocol/CMakeLists.txt": "cofferdam_module(protocol)"}, "its CMakeLists.txt does not link it")

    def test_library_link_outside_its_module(self):
        self.fails({"service/gate/CMakeLists.txt": "cofferdam_module(gate LINK Qt6::HttpServer)"}, "service/gate may not link Qt6::HttpServer")


class Licences(unittest.TestCase):
    REUSE = {"REUSE.toml": 'SPDX = "SPDX-FileCopyrightText: 2026 The Cofferdam developers"\nB = "SPDX-License-Identifier: GPL-3.0-or-later"\n'
                           '[[annotations]]\npath = "**.md"\n'}

    def test_file_without_lines(self):
        code, printed = outcome(licences, self.REUSE | {"common/a.h": "#pragma once\n"})
        self.assertEqual(code, 1)
        self.assertIn("common/a.h: expected two SPDX lines", printed)

    def test_annotated_file_passes(self):
        self.assertEqual(outcome(licences, self.REUSE | {"docs/a.md": "# A\n"})[0], 0)


class Registered(unittest.TestCase):
    def test_folder_without_list_file(self):
        code, printed = outcome(registered, {"tests/common/tst_a.cpp": ""})
        self.assertEqual(code, 1)
        self.assertIn("its tests never run", printed)

    def test_source_that_is_not_named(self):
        code, printed = outcome(registered, {"tests/common/tst_a.cpp": "", "tests/common/CMakeLists.txt": "cofferdam_test(tst_b)"})
        self.assertEqual(code, 1)
        self.assertIn("tst_a.cpp: not named", printed)

    def test_named_source_passes(self):
        self.assertEqual(outcome(registered, {"tests/common/tst_a.cpp": "", "tests/common/CMakeLists.txt": "cofferdam_test(tst_a)"})[0], 0)


if __name__ == "__main__":
    unittest.main()
