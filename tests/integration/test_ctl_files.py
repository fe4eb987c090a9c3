#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Cofferdam developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""cofferdamctl files: what arrives is whole or not there, on both sides."""
import hashlib
import json
import os
import unittest

from harness import AGENT, READER, ServiceCase, ctl


class Files(ServiceCase):
    def run_ctl(self, code, *arguments, token=AGENT, **more):
        done = ctl(self.place, "files", *arguments, token=token, **more)
        self.assertEqual(done.returncode, code, (arguments, done.stdout, done.stderr))
        return done.stdout

    def local(self, name, data):
        file = self.place.root / "home" / name
        file.write_bytes(data)
        return file

    def test_put_get_round_trip(self):
        data = os.urandom(3 << 20)
        said = json.loads(self.run_ctl(0, "put", self.local("big.bin", data), f"{self.place.shared}/", "--json"))
        self.assertEqual((said["size"], said["sha256"]), (len(data), hashlib.sha256(data).hexdigest()))
        self.assertEqual((self.place.shared / "big.bin").read_bytes(), data)
        back = self.place.root / "home/back.bin"
        self.run_ctl(0, "get", f"{self.place.shared}/big.bin", back)
        self.assertEqual(back.read_bytes(), data)

    def test_pipes(self):
        self.run_ctl(0, "put", "-", f"{self.place.shared}/piped.txt", stdin=b"from a pipe")
        self.assertEqual(self.run_ctl(0, "get", f"{self.place.shared}/piped.txt", "-"), b"from a pipe")

    def test_empty_file(self):
        self.run_ctl(0, "put", "-", f"{self.place.shared}/empty", stdin=b"")
        self.assertEqual((self.place.shared / "empty").read_bytes(), b"")
        self.assertEqual(self.run_ctl(0, "get", f"{self.place.shared}/empty", "-"), b"")

    def test_refused_get_leaves_the_local_file_alone(self):
        (self.place.private / "secret").write_bytes(b"s")
        old = self.local("kept.txt", b"old")
        self.run_ctl(1, "get", f"{self.place.private}/secret", old)
        self.run_ctl(1, "get", f"{self.place.shared}/absent", old)
        self.assertEqual(old.read_bytes(), b"old")
        self.assertEqual([path.name for path in (self.place.root / "home").iterdir()], ["kept.txt"])

    def test_put_does_not_overwrite_when_told(self):
        self.run_ctl(0, "put", "-", f"{self.place.shared}/a", stdin=b"1")
        self.run_ctl(1, "put", "--no-overwrite", "-", f"{self.place.shared}/a", stdin=b"2")
        self.assertEqual((self.place.shared / "a").read_bytes(), b"1")

    def test_if_match(self):
        first = json.loads(self.run_ctl(0, "put", "-", f"{self.place.shared}/a", "--json", stdin=b"1"))
        self.run_ctl(0, "put", "-", f"{self.place.shared}/a", "--if-match", first["etag"], stdin=b"2")
        self.run_ctl(1, "put", "-", f"{self.place.shared}/a", "--if-match", first["etag"], stdin=b"3")
        self.assertEqual((self.place.shared / "a").read_bytes(), b"2")

    def test_reader_cannot_put_remove_or_move(self):
        (self.place.shared / "a").write_bytes(b"1")
        self.run_ctl(1, "put", "-", f"{self.place.shared}/a", token=READER, stdin=b"2")
        self.run_ctl(1, "rm", f"{self.place.shared}/a", token=READER)
        self.run_ctl(1, "mv", f"{self.place.shared}/a", f"{self.place.shared}/b", token=READER)
        self.assertEqual((self.place.shared / "a").read_bytes(), b"1")
        self.run_ctl(77, "ls", self.place.shared, token="not-a-token-not-a-token")

    def test_ls_mv_rm(self):
        (self.place.shared / "folder").mkdir()
        (self.place.shared / "folder/a").write_bytes(b"1")
        self.assertEqual(self.run_ctl(0, "ls", self.place.shared), b"folder/\n")
        entry = json.loads(self.run_ctl(0, "ls", f"{self.place.shared}/folder", "--json"))["entries"][0]
        self.assertEqual((entry["name"], entry["type"], entry["size"]), ("a", "file", 1))
        self.run_ctl(0, "mv", f"{self.place.shared}/folder/a", f"{self.place.shared}/b")
        self.run_ctl(1, "rm", f"{self.place.shared}/absent")
        self.run_ctl(0, "rm", "-r", f"{self.place.shared}/folder")
        self.assertEqual(self.run_ctl(0, "ls", self.place.shared), b"b\n")

    def test_names_cannot_drive_the_terminal(self):
        (self.place.shared / "a\x1b[2Jb").write_bytes(b"")
        said = self.run_ctl(0, "ls", self.place.shared)
        self.assertNotIn(b"\x1b", said)
        self.assertIn(b"\\x1b", said)


if __name__ == "__main__":
    unittest.main()
