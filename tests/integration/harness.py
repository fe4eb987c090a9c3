# SPDX-FileCopyrightText: 2026 The Cofferdam developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Starts the real programs in folders of their own, on free ports, and speaks plain HTTP with them."""
import http.client
import json
import os
import pathlib
import queue
import signal
import subprocess
import tempfile
import threading
import time
import unittest

BIN = pathlib.Path(os.environ["COFFERDAM_BIN"])
START_LIMIT = 20
STOP_LIMIT = 20

READER = "reader-token-0123456789abcdef"
AGENT = "agent-token-0123456789abcdef"

POLICY = """version: 1
base_dir: {work}
defaults:
  audit: all
auth:
  tokens:
    - id: reader
      scopes: ["files:read"]
      token_env: TEST_READER_TOKEN
    - id: agent
      scopes: ["files:read", "files:write", "files:delete"]
      token_env: TEST_AGENT_TOKEN
endpoints:
  "files_*":
    paths:
      allow: [{work}/shared]
      deny: ["**/.env"]
"""


class Answer:
    def __init__(self, status, headers, body):
        self.status, self.headers, self.body = status, headers, body

    @property
    def json(self):
        return json.loads(self.body)


class Place:
    """The folders of one service."""

    def __init__(self, policy=POLICY):
        self._keep = tempfile.TemporaryDirectory(prefix="cofferdam-test-")
        self.root = pathlib.Path(self._keep.name).resolve()
        for name in ("work/shared", "work/private", "state", "runtime", "home"):
            (self.root / name).mkdir(parents=True, mode=0o700)
        for name in ("state", "runtime"):
            (self.root / name).chmod(0o700)
        self.work, self.shared, self.private = self.root / "work", self.root / "work/shared", self.root / "work/private"
        self.policy = self.root / "policy.yaml"
        self.write_policy(policy)

    def write_policy(self, text):
        self.policy.write_text(text.replace("{work}", str(self.work)))

    @property
    def environment(self):
        return {"PATH": os.environ["PATH"], "HOME": str(self.root / "home"), "LC_ALL": "C.UTF-8", "TEST_READER_TOKEN": READER, "TEST_AGENT_TOKEN": AGENT,
                **{key: value for key, value in os.environ.items() if key.endswith("SAN_OPTIONS")}}

    def arguments(self):
        return [str(BIN / "cofferdamd"), "--listen", "127.0.0.1:0", "--policy", str(self.policy), "--base-dir", str(self.work), "--state-dir",
                str(self.root / "state"), "--runtime-dir", str(self.root / "runtime"), "--workers", "2"]

    def close(self):
        self._keep.cleanup()


class Service:
    """A running cofferdamd. stdout's first line is awaited; stderr is kept for the failure message."""

    def __init__(self, place):
        self.place = place
        self.errors = open(place.root / "service.log", "wb")
        self.process = subprocess.Popen(place.arguments(), env=place.environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=self.errors)
        self.listening = json.loads(self._first_line())
        self.host, port = self.listening["addresses"][0].rsplit(":", 1)
        self.port = int(port)
        self.operator_token = (place.root / "runtime/operator.token").read_text().strip()

    def _first_line(self):
        lines = queue.Queue()
        threading.Thread(target=lambda: lines.put(self.process.stdout.readline()), daemon=True).start()
        try:
            line = lines.get(timeout=START_LIMIT)
        except queue.Empty:
            line = b""
        if not line:
            self.process.kill()
            raise AssertionError("the service did not start:\n" + self.log())
        return line

    def log(self):
        return (self.place.root / "service.log").read_text(errors="replace")

    def connect(self):
        return http.client.HTTPConnection(self.host, self.port, timeout=20)

    def call(self, method, target, token=None, body=None, headers=None):
        """One request on a connection of its own; token is sent as a bearer."""
        fields = dict(headers or {})
        if token:
            fields["Authorization"] = "Bearer " + token
        if isinstance(body, dict):
            body = json.dumps(body).encode()
            fields.setdefault("Content-Type", "application/json")
        connection = self.connect()
        try:
            connection.request(method, target, body=body, headers=fields)
            reply = connection.getresponse()
            return Answer(reply.status, dict((name.lower(), value) for name, value in reply.getheaders()), reply.read())
        finally:
            connection.close()

    def admin(self, method, params=None):
        return self.call("POST", "/admin/" + method.replace(".", "/"), self.operator_token, params or {})

    def upload(self, path, data, token=AGENT, **headers):
        fields = {"Content-Type": "application/octet-stream", **{name.replace("_", "-"): value for name, value in headers.items()}}
        return self.call("POST", f"/files/upload-stream?path={path}", token, data, fields)

    def revision(self):
        return self.admin("policy.get").json["revision"]

    def apply(self, text, reason="test"):
        return self.admin("policy.apply", {"text": text, "format": "yaml", "if_revision": self.revision(), "reason": reason})

    def records(self, text=""):
        return self.admin("audit.query", {"filter": text, "limit": 1000}).json["records"]

    def stop(self):
        """TERM, as a service manager does; the exit code."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        try:
            code = self.process.wait(STOP_LIMIT)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
            raise AssertionError("the service did not end after TERM:\n" + self.log()) from None
        finally:
            self.process.stdout.close()
            self.errors.close()
        return code


def ctl(place, *arguments, token=None, stdin=b"", env=None):
    """Runs cofferdamctl without a terminal; the finished process with bytes."""
    environment = {**place.environment, **(env or {})}
    if token:
        environment["COFFERDAM_TOKEN"] = token
    return subprocess.run([str(BIN / "cofferdamctl"), "--runtime-dir", str(place.root / "runtime"), *map(str, arguments)], input=stdin,
                          capture_output=True, env=environment, cwd=place.root, timeout=60, check=False)


def wait_until(claim, limit=10, what="the expected state"):
    """Polls a claim about another process, which sends no event to this one."""
    end = time.monotonic() + limit
    while time.monotonic() < end:
        found = claim()
        if found:
            return found
        time.sleep(0.02)
    raise AssertionError(f"{what} did not come within {limit} s")


class ServiceCase(unittest.TestCase):
    """One service for each test."""

    policy = POLICY

    def setUp(self):
        self.place = Place(self.policy)
        self.addCleanup(self.place.close)
        self.service = Service(self.place)
        self.addCleanup(self._end)

    def _end(self):
        if self.service.process.poll() is None:
            self.service.stop()

    def assertRefused(self, answer, status, code):
        self.assertEqual((answer.status, answer.json.get("code")), (status, code), answer.body)
        return answer.json
