#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Cofferdam developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The main job by hand: an agent's calls judged by a policy, the operator changes it, the next call is judged by the new one."""
import hashlib
import unittest

from harness import AGENT, READER, ServiceCase, wait_until

VARYING = {"date", "x-request-id"}


def without_ids(answer):
    """What an answer says, less what differs between any two."""
    body = answer.json
    body.pop("request_id", None)
    body.pop("path", None)
    return answer.status, body, sorted((name, value) for name, value in answer.headers.items() if name not in VARYING)


class MainJob(ServiceCase):
    def setUp(self):
        super().setUp()
        (self.place.shared / "inside.txt").write_text("inside\n")
        (self.place.private / "secret.txt").write_text("secret\n")

    def read(self, path, token=READER):
        return self.service.call("GET", f"/files/read?path={path}", token)

    def test_without_token_nothing(self):
        self.assertRefused(self.read(self.place.shared / "inside.txt", None), 401, "auth_required")
        self.assertRefused(self.read(self.place.shared / "inside.txt", "x" * 32), 401, "auth_invalid")

    def test_credentials_do_not_mix(self):
        self.assertRefused(self.read(self.place.shared / "inside.txt", self.service.operator_token), 401, "auth_invalid")
        self.assertRefused(self.service.call("POST", "/admin/policy/get", READER, {}), 401, "auth_invalid")
        self.assertRefused(self.service.call("POST", "/admin/policy/get", None, {}), 401, "auth_required")

    def test_inside_is_served(self):
        answer = self.read(self.place.shared / "inside.txt")
        self.assertEqual((answer.status, answer.json["text"]), (200, "inside\n"))

    def test_outside_is_refused_alike_whether_or_not_it_exists(self):
        existing, missing = self.read(self.place.private / "secret.txt"), self.read(self.place.private / "absent.txt")
        body = self.assertRefused(existing, 403, "path_outside")
        self.assertEqual(body["rule"], "policy:endpoints.files_*")
        self.assertEqual(without_ids(existing), without_ids(missing))

    def test_denied_pattern_inside(self):
        (self.place.shared / ".env").write_text("KEY=1")
        self.assertRefused(self.read(self.place.shared / ".env"), 403, "path_denied")
        names = [entry["name"] for entry in self.service.call("GET", f"/files/list?path={self.place.shared}", READER).json["entries"]]
        self.assertEqual(names, ["inside.txt"])

    def test_reader_may_not_write(self):
        body = self.assertRefused(self.service.upload(self.place.shared / "new.txt", b"x", READER), 403, "scope_missing")
        self.assertEqual(body["scope"], "files:write")
        self.assertFalse((self.place.shared / "new.txt").exists())

    def test_upload_edit_download(self):
        first = self.service.upload(self.place.shared / "a.txt", b"one")
        self.assertEqual(first.status, 201, first.body)
        self.assertEqual(first.json["sha256"], hashlib.sha256(b"one").hexdigest())
        second = self.service.upload(self.place.shared / "a.txt", b"two", If_Match=first.json["etag"])
        self.assertEqual(second.status, 200, second.body)
        stale = self.service.upload(self.place.shared / "a.txt", b"three", If_Match=first.json["etag"])
        self.assertRefused(stale, 412, "precondition_failed")
        down = self.service.call("GET", f"/files/download-stream?path={self.place.shared}/a.txt", READER)
        self.assertEqual((down.status, down.body, down.headers["etag"]), (200, b"two", second.json["etag"]))

    def test_wider_policy_then_revert(self):
        secret = self.place.private / "secret.txt"
        self.assertEqual(self.read(secret).status, 403)
        wider = self.place.policy.read_text().replace("/shared]", f"/shared, {self.place.private}]")
        applied = self.service.apply(wider, "the reader needs it")
        self.assertEqual(applied.status, 200, applied.body)
        self.assertEqual(self.read(secret).json["text"], "secret\n")
        self.assertEqual(self.place.policy.read_text(), wider)
        reverted = self.service.admin("policy.revert")
        self.assertEqual(reverted.status, 200, reverted.body)
        self.assertEqual(self.read(secret).status, 403)
        heads = self.service.admin("policy.history").json["entries"]
        self.assertIn("the reader needs it", [head["reason"] for head in heads])
        self.assertEqual([head["current"] for head in heads].count(True), 1)

    def test_apply_over_an_unseen_policy_is_refused(self):
        answer = self.service.admin("policy.apply", {"text": self.place.policy.read_text(), "format": "yaml", "if_revision": "0" * 64, "reason": "x"})
        body = self.assertRefused(answer, 412, "precondition_failed")
        self.assertEqual(body["revision"], self.service.revision())

    def test_invalid_draft_cannot_be_applied(self):
        before = self.service.revision()
        draft = self.place.policy.read_text().replace("files_*", "files_dowload").replace("audit: all", "audit: sometimes")
        errors = self.assertRefused(self.service.apply(draft), 422, "policy_invalid")["errors"]
        self.assertEqual(len(errors), 2, errors)
        self.assertEqual(self.service.revision(), before)

    def test_audit_shows_each(self):
        self.read(self.place.shared / "inside.txt")
        self.read(self.place.private / "secret.txt")
        self.read(self.place.shared / "inside.txt", None)
        self.service.upload(self.place.shared / "a.txt", b"one")
        calls = [(r["identity"], r["endpoint"], r["decision"], r.get("code")) for r in
                 wait_until(lambda: (lambda found: found if len(found) >= 4 else None)([r for r in self.service.records() if r["event"] == "call"]))]
        self.assertIn(("reader", "files_read", "allow", None), calls)
        self.assertIn(("reader", "files_read", "deny", "path_outside"), calls)
        self.assertIn(("-", "deny", "auth_required"), [(identity, decision, code) for identity, _, decision, code in calls])
        self.assertIn(("agent", "files_upload_stream", "allow", None), calls)

    def test_aborted_upload_leaves_nothing(self):
        connection = self.service.connect()
        connection.putrequest("POST", f"/files/upload-stream?path={self.place.shared}/half.bin")
        connection.putheader("Authorization", "Bearer " + AGENT)
        connection.putheader("Content-Type", "application/octet-stream")
        connection.putheader("Content-Length", str(8 << 20))
        connection.endheaders()
        connection.send(b"x" * (4 << 20))
        connection.close()
        self.assertEqual(self.service.call("GET", "/health").json["status"], "ok")
        wait_until(lambda: [path.name for path in self.place.shared.iterdir()] == ["inside.txt"], what="the upload's file going away")

    def test_refused_before_the_body(self):
        connection = self.service.connect()
        connection.putrequest("POST", f"/files/upload-stream?path={self.place.private}/x.bin")
        connection.putheader("Authorization", "Bearer " + AGENT)
        connection.putheader("Content-Type", "application/octet-stream")
        connection.putheader("Content-Length", str(1 << 20))
        connection.endheaders()
        self.assertEqual(connection.getresponse().status, 403)
        connection.close()

    def test_the_running_revision_is_told_everywhere(self):
        revision = self.service.revision()
        self.assertEqual(self.service.listening["revision"], revision)
        self.assertEqual(self.service.call("GET", "/capabilities", READER).json["policy"]["revision"], revision)
        check = {"endpoint": "files_read", "path": str(self.place.private / "secret.txt")}
        answer = self.service.call("POST", "/capabilities/check", READER, check).json
        self.assertEqual((answer["decision"], answer["code"], answer["revision"]), ("denied", "path_outside", revision))


if __name__ == "__main__":
    unittest.main()
