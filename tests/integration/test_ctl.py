#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Cofferdam developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""cofferdamctl against a real service: verbs, exit codes, credentials, JSON, completion."""
import hashlib
import json
import subprocess
import unittest

from harness import AGENT, BIN, POLICY, READER, Place, ServiceCase, ctl, wait_until

RUNNING = """server:
  version: 1
  base_dir: {work}
  defaults:
    audit: all
  auth:
    tokens:
      - id: agent
        scopes: ["process:run"]
        token_env: TEST_AGENT_TOKEN
sandboxing:
  subprocess:
    level: none
"""


class Ctl(ServiceCase):
    def run_ctl(self, code, *arguments, **more):
        done = ctl(self.place, *arguments, **more)
        self.assertEqual(done.returncode, code, (arguments, done.stdout, done.stderr))
        return done.stdout.decode()

    def test_status(self):
        self.assertIn("listening", self.run_ctl(0, "status"))
        info = json.loads(self.run_ctl(0, "status", "--json"))
        self.assertEqual(info["pid"], self.service.process.pid)

    def test_policy_get_is_the_text_itself(self):
        self.assertEqual(self.run_ctl(0, "policy", "get"), self.place.policy.read_text())

    def test_apply_needs_the_revision_without_a_terminal(self):
        file = self.place.root / "wider.yaml"
        file.write_text(self.place.policy.read_text().replace("/shared]", f"/shared, {self.place.private}]"))
        self.run_ctl(2, "policy", "apply", file)
        self.run_ctl(1, "policy", "apply", file, "--expect-revision", "0" * 64)
        before = self.service.revision()
        said = self.run_ctl(0, "policy", "apply", file, "--expect-revision", before[:12], "--reason", "by ctl")
        self.assertIn(before[:12], said)
        self.assertNotEqual(self.service.revision(), before)
        self.assertIn("by ctl", self.run_ctl(0, "policy", "history"))
        self.assertIn("reverted", self.run_ctl(0, "policy", "revert"))
        self.assertEqual(self.service.revision(), before)

    def test_diff_and_dry_run_change_nothing(self):
        file = self.place.root / "wider.yaml"
        file.write_text(self.place.policy.read_text().replace("/shared]", f"/shared, {self.place.private}]"))
        before = self.service.revision()
        for verb in (("policy", "diff", file), ("policy", "apply", "--dry-run", file)):
            said = self.run_ctl(0, *verb)
            self.assertIn(f"+      allow: [{self.place.shared}, {self.place.private}]", said)
            self.assertIn("files_read", said)
        self.assertEqual(self.service.revision(), before)

    def test_invalid_policy_is_78(self):
        file = self.place.root / "bad.yaml"
        file.write_text("version: 1\nendpoints:\n  files_dowload: {enabled: true}\n")
        for verb in (("check-config", file), ("policy", "diff", file), ("policy", "apply", file, "--expect-revision", "0" * 64)):
            self.assertIn("bad.yaml:3:3: error:", self.run_ctl(78, *verb))

    def test_preset_and_token_need_no_service(self):
        self.service.stop()
        self.assertIn("version: 1", self.run_ctl(0, "policy", "preset", "hardened"))
        self.run_ctl(2, "policy", "preset", "hardenend")
        made = json.loads(self.run_ctl(0, "token", "new", "ci", "--scopes", "files:read,files:write", "--json"))
        self.assertEqual(made["entry"]["token_sha256"], hashlib.sha256(made["token"].encode()).hexdigest())
        self.assertEqual(made["entry"]["scopes"], ["files:read", "files:write"])
        self.run_ctl(2, "token", "new", "operator", "--scopes", "files:read")
        self.run_ctl(69, "status")

    def test_explain_and_check(self):
        outside = self.place.private / "x"
        said = self.run_ctl(0, "explain", "files_read", outside, "--identity", "reader")
        self.assertIn("denied: files_read, path_outside", said)
        self.assertIn("policy:endpoints.files_*", said)
        self.run_ctl(1, "check", "files_read", outside, token=READER)
        self.run_ctl(1, "check", "files_delete", self.place.shared / "x", token=READER)
        self.run_ctl(0, "check", "files_list", self.place.shared, token=READER)
        self.run_ctl(77, "check", "files_list", self.place.shared)

    def test_credentials(self):
        self.run_ctl(77, "status", env={"COFFERDAM_OPERATOR_TOKEN_FILE": "/nonexistent"})
        wrong = self.place.root / "wrong.token"
        wrong.write_text(READER)
        self.run_ctl(77, "--operator-token-file", wrong, "policy", "get")
        url = f"http://{self.service.host}:{self.service.port}"
        self.run_ctl(0, "--url", url, "status", env={"COFFERDAM_OPERATOR_TOKEN_FILE": str(self.place.root / "runtime/operator.token")})
        self.run_ctl(69, "--url", "http://127.0.0.1:1", "status")
        self.run_ctl(2, "--url", "ftp://x", "status")

    def test_usage_errors_are_2(self):
        self.run_ctl(2)
        self.run_ctl(2, "nonsense")
        self.run_ctl(2, "policy")
        self.assertIn("COFFERDAM_OPERATOR_TOKEN_FILE", self.run_ctl(0, "--help"))

    def test_errors_in_json(self):
        done = ctl(self.place, "--json", "files", "ls", self.place.private, token=READER)
        self.assertEqual(done.returncode, 1)
        self.assertEqual(json.loads(done.stdout)["code"], "path_outside")

    def test_audit_query_and_tail(self):
        for name in ("shared", "private"):
            self.service.call("GET", f"/files/list?path={self.place.work / name}", READER)
        denied = self.run_ctl(0, "audit", "query", "decision:deny endpoint:files_*", "--json").splitlines()
        self.assertEqual([json.loads(line)["code"] for line in denied], ["path_outside"])
        self.assertIn("files_list", self.run_ctl(0, "audit", "tail", "-n", "5"))
        self.run_ctl(2, "audit", "tail", "decision:(")
        self.assertIn("intact", self.run_ctl(0, "audit", "verify"))

    def test_tail_follows(self):
        log = self.place.root / "tail.out"
        with open(log, "wb") as out, subprocess.Popen([str(BIN / "cofferdamctl"), "--runtime-dir", str(self.place.root / "runtime"), "audit", "tail", "-f",
                                                       "endpoint:files_list"], env=self.place.environment, stdout=out, stderr=subprocess.STDOUT) as tail:
            def both_seen():
                self.service.call("GET", f"/files/list?path={self.place.shared}", READER)
                return log.read_text().count("files_list") >= 2
            wait_until(both_seen, what="two lines of the followed log")
            tail.terminate()

    def test_exec_is_off_without_a_sandbox_level(self):
        done = ctl(self.place, "exec", "--", "echo", "hello", token=AGENT)
        self.assertEqual(done.returncode, 1)
        self.assertIn(b"endpoint_disabled", done.stderr)


class CtlExec(ServiceCase):
    policy = RUNNING

    def run_ctl(self, *arguments, **more):
        return ctl(self.place, *arguments, token=AGENT, **more)

    def test_output_and_codes(self):
        done = self.run_ctl("exec", "--", "echo", "hello")
        self.assertEqual((done.returncode, done.stdout), (0, b"hello\n"), done.stderr)
        self.assertEqual(self.run_ctl("exec", "--", "sh", "-c", "exit 7").returncode, 1)
        self.assertEqual(self.run_ctl("exec", "--pass-exit-code", "--", "sh", "-c", "exit 7").returncode, 7)
        self.assertEqual(self.run_ctl("exec", "--stdin", "--", "cat", stdin=b"typed").stdout, b"typed")

    def test_time_limit_gives_the_partial_output(self):
        done = self.run_ctl("exec", "--timeout", "1", "--json", "--", "sh", "-c", "echo first; sleep 30")
        self.assertEqual(done.returncode, 1, done.stderr)
        result = json.loads(done.stdout)
        self.assertEqual((result["timed_out"], result["stdout"]), (True, "first\n"))


class CheckConfig(unittest.TestCase):
    def check(self, text, *arguments):
        place = Place(text)
        self.addCleanup(place.close)
        return ctl(place, "check-config", *arguments, place.policy)

    def test_every_error_is_listed(self):
        done = self.check("version: 1\npresett: x\nendpoints: {files_dowload: {}, shell: {enabled: 7}}\n")
        self.assertEqual(done.returncode, 78)
        self.assertEqual(done.stdout.count(b": error:"), 3, done.stdout)

    def test_valid(self):
        self.assertEqual(self.check(POLICY).returncode, 0)

    def test_strict_fails_for_warnings(self):
        text = POLICY.replace('["files:read"]', '["*"]')
        self.assertEqual(self.check(text).returncode, 0)
        done = self.check(text, "--strict")
        self.assertEqual(done.returncode, 1, done.stdout)
        self.assertIn(b"warning", done.stdout)

    def test_json(self):
        place = Place("version: 1\nbase_dir: 7\n")
        self.addCleanup(place.close)
        done = ctl(place, "check-config", "--json", place.policy)
        found = json.loads(done.stdout)
        self.assertEqual((done.returncode, found["valid"], found["diagnostics"][0]["line"]), (78, False, 2))


class Completion(unittest.TestCase):
    def candidates(self, *words):
        done = subprocess.run([str(BIN / "cofferdamctl"), "__complete", *words], capture_output=True, timeout=30, check=True, text=True)
        return done.stdout.splitlines()

    def test_verbs_options_and_values(self):
        self.assertEqual(self.candidates("pol"), ["words", "policy"])
        self.assertIn("revert", self.candidates("policy", ""))
        self.assertIn("--expect-revision", self.candidates("policy", "apply", "--e"))
        self.assertIn("files_read", self.candidates("explain", "files_r"))
        self.assertIn("hardened", self.candidates("policy", "preset", "h"))
        self.assertEqual(self.candidates("check-config", "")[0], "files")
        self.assertIn("files:read", self.candidates("token", "new", "x", "--scopes", "files:r"))
        self.assertNotIn("__complete", self.candidates(""))

    def test_bash_script_works(self):
        script = 'source <(cofferdamctl completion bash); COMP_WORDS=(cofferdamctl audit ve); COMP_CWORD=2; _cofferdamctl; printf "%s\\n" "${COMPREPLY[@]}"'
        done = subprocess.run(["bash", "-c", script], env={"PATH": f"{BIN}:/usr/bin:/bin"}, capture_output=True, timeout=30, check=False, text=True)
        self.assertEqual(done.stdout, "verify\n", done.stderr)

    def test_every_shell_has_one(self):
        for shell in ("bash", "zsh", "fish"):
            done = subprocess.run([str(BIN / "cofferdamctl"), "completion", shell], capture_output=True, timeout=30, check=True)
            self.assertIn(b"cofferdamctl", done.stdout)
        self.assertEqual(subprocess.run([str(BIN / "cofferdamctl"), "completion", "tcsh"], capture_output=True, timeout=30, check=False).returncode, 2)


if __name__ == "__main__":
    unittest.main()
