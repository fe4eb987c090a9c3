#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Cofferdam developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Start, reload and end of cofferdamd: exit codes, signals, what is left behind."""
import json
import os
import signal
import subprocess
import unittest

from harness import BIN, POLICY, READER, Place, Service, ServiceCase, ctl, wait_until

BROKEN = """version: 1
presett: default
endpoints:
  files_dowload:
    enabled: maybe
  shell:
    limits:
      timeout_s: -4
"""


class Start(unittest.TestCase):
    def refused(self, policy, environment=None):
        place = Place(policy)
        self.addCleanup(place.close)
        return subprocess.run(place.arguments(), env={**place.environment, **(environment or {})}, capture_output=True, timeout=30, check=False)

    def test_invalid_policy_lists_every_error(self):
        done = self.refused(BROKEN)
        self.assertEqual(done.returncode, 78, done.stderr)
        self.assertEqual(done.stdout, b"")
        for place in (b":2:", b":4:", b":8:", b"files_download_stream", b"preset"):
            self.assertIn(place, done.stderr)

    def test_unset_token_variable(self):
        done = self.refused(POLICY, {"TEST_READER_TOKEN": ""})
        self.assertEqual(done.returncode, 78, done.stderr)
        self.assertIn(b"TEST_READER_TOKEN", done.stderr)

    def test_missing_policy_file_never_falls_back(self):
        place = Place()
        self.addCleanup(place.close)
        place.policy.unlink()
        done = subprocess.run(place.arguments(), env=place.environment, capture_output=True, timeout=30, check=False)
        self.assertEqual(done.returncode, 78, done.stderr)

    def test_unknown_option(self):
        done = subprocess.run([str(BIN / "cofferdamd"), "--no-such-option"], capture_output=True, timeout=30, check=False)
        self.assertEqual(done.returncode, 2)

    def test_describe_is_json(self):
        done = subprocess.run([str(BIN / "cofferdamd"), "--describe"], capture_output=True, timeout=30, check=True)
        self.assertIn("files_read", [endpoint["id"] for endpoint in json.loads(done.stdout)["endpoints"]])


class RelativePlace(Place):
    """A policy named from the caller's folder, which is not the one the service works in."""

    def arguments(self):
        return [os.path.relpath(word) if word == str(self.policy) else word for word in super().arguments()]


class RelativePolicy(unittest.TestCase):
    def test_is_found_at_start_and_at_reload(self):
        place = RelativePlace()
        self.addCleanup(place.close)
        self.addCleanup(os.chdir, os.getcwd())
        os.chdir(place.root)
        service = Service(place)
        self.addCleanup(service.stop)
        before = service.revision()
        place.write_policy(POLICY + "  files_delete: {enabled: false}\n")
        service.process.send_signal(signal.SIGHUP)
        wait_until(lambda: service.revision() != before)


class Life(ServiceCase):
    def test_second_start_names_the_first(self):
        done = subprocess.run(self.place.arguments(), env=self.place.environment, capture_output=True, timeout=30, check=False)
        self.assertEqual(done.returncode, 75, done.stderr)
        self.assertIn(str(self.service.process.pid).encode(), done.stderr)
        self.assertEqual(self.service.call("GET", "/health").status, 200)

    def test_term_ends_cleanly_and_the_chain_is_whole(self):
        self.service.call("GET", f"/files/list?path={self.place.shared}", READER)
        self.assertEqual(self.service.stop(), 0, self.service.log())
        self.assertFalse((self.place.root / "runtime/service.json").exists())
        verified = ctl(self.place, "audit", "verify", self.place.root / "state/audit")
        self.assertEqual(verified.returncode, 0, verified.stdout + verified.stderr)
        self.assertIn(b"intact", verified.stdout)

    def test_changed_log_is_found_broken(self):
        for _ in range(3):
            self.service.call("GET", f"/files/list?path={self.place.shared}", READER)
        self.service.stop()
        file = next((self.place.root / "state/audit").glob("audit-*.jsonl"))
        file.write_bytes(file.read_bytes().replace(b'"identity":"reader"', b'"identity":"roader"', 1))
        verified = ctl(self.place, "audit", "verify", self.place.root / "state/audit")
        self.assertEqual(verified.returncode, 1, verified.stdout + verified.stderr)
        self.assertIn(b"BROKEN", verified.stdout)

    def test_state_survives_a_restart(self):
        self.service.call("GET", f"/files/list?path={self.place.shared}", READER)
        self.service.stop()
        self.service = Service(self.place)
        records = self.service.records("endpoint:files_list")
        self.assertEqual(len(records), 1, records)

    def test_hup_reloads_the_file(self):
        before = self.service.revision()
        self.place.write_policy(self.place.policy.read_text().replace('["files:read"]', "[]", 1))
        self.service.process.send_signal(signal.SIGHUP)
        wait_until(lambda: self.service.revision() != before, what="the new revision")
        self.assertEqual(self.service.call("GET", f"/files/list?path={self.place.shared}", READER).json["code"], "scope_missing")

    def test_hup_with_a_broken_file_keeps_the_last_good_policy(self):
        before = self.service.revision()
        self.place.write_policy(BROKEN)
        self.service.process.send_signal(signal.SIGHUP)
        wait_until(lambda: self.service.admin("policy.get").json["stale"], what="the stale mark")
        self.assertEqual(self.service.revision(), before)
        self.assertEqual(self.service.call("GET", f"/files/list?path={self.place.shared}", READER).status, 200)

    def test_files_of_the_run_are_private(self):
        for name, mode in (("runtime", 0o700), ("runtime/operator.token", 0o600)):
            self.assertEqual((self.place.root / name).stat().st_mode & 0o777, mode, name)

    def test_secrets_are_nowhere(self):
        self.service.call("GET", f"/files/list?path={self.place.shared}", READER)
        self.service.call("GET", f"/files/list?path={self.place.shared}", "wrong-token-wrong-token-wrong")
        token = self.service.operator_token
        environ = (f"/proc/{self.service.process.pid}/environ")
        with open(environ, "rb") as file:
            self.assertNotIn(READER.encode(), file.read())
        self.service.stop()
        text = self.service.log().encode() + b"".join(path.read_bytes() for path in (self.place.root / "state").rglob("*") if path.is_file())
        for secret in (READER, token, "wrong-token-wrong-token-wrong"):
            self.assertNotIn(secret.encode(), text)


if __name__ == "__main__":
    unittest.main()
