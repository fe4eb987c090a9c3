#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Cofferdam developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Rows 1a-1f, 6a and 6b of the performance goals: requests and transfers against peers in the same run, round by round.

usage: bench_http.py BUILD_DIR [--rounds N] [--seconds S] [--only 1a,1d,…] [--url URL --token T [--file-path /p?x=y] [--upload-path /p?x=y]]
BUILD_DIR holds bench_httpserver and bench_httpclient. With --url a running cofferdamd is measured instead of the gate with an empty handler
(the paths name what it downloads and uploads). Prints figures; asserts nothing. wrk and nginx are used where they are installed."""
import argparse
import http.server
import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.parse

ARGUMENTS = argparse.ArgumentParser()
ARGUMENTS.add_argument("build")
ARGUMENTS.add_argument("--rounds", type=int, default=3)
ARGUMENTS.add_argument("--seconds", type=int, default=2)
ARGUMENTS.add_argument("--only", default="1a,1b,1c,1d,1f,6a,6b")
ARGUMENTS.add_argument("--url")
ARGUMENTS.add_argument("--token", default="")
ARGUMENTS.add_argument("--file-path", default="/file")
ARGUMENTS.add_argument("--upload-path", default="/upload")
ARGUMENTS.add_argument("--megabytes", type=int, default=256)
ARGUMENTS.add_argument("--python-server", type=int)


class Hello(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def answer(self, body):
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def do_GET(self):
        self.answer(b"hello")

    def do_POST(self):
        left = int(self.headers["Content-Length"])
        with tempfile.TemporaryFile(dir=os.environ["BENCH_DIR"]) as out:
            while left > 0:
                block = self.rfile.read(min(left, 1 << 20))
                out.write(block)
                left -= len(block)
        self.answer(b"ok")

    def log_message(self, *_):
        pass


class Peer:
    """One server under test, started here unless pid is None."""

    def __init__(self, name, command=None, port=None, path="/hello", field=""):
        self.name, self.path, self.field, self.port, self.process = name, path, field, port, None
        if command:
            self.process = subprocess.Popen(command, stdout=subprocess.PIPE if port is None else subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                                            text=True)
            if port is None:
                self.port = int(self.process.stdout.readline())

    def pids(self):
        if not self.process:
            return []
        with open(f"/proc/{self.process.pid}/task/{self.process.pid}/children") as children:
            return [self.process.pid] + [int(pid) for pid in children.read().split()]

    def cpu(self):
        total = 0
        for pid in self.pids():
            with open(f"/proc/{pid}/stat") as stat:
                fields = stat.read().rsplit(")", 1)[1].split()
            total += int(fields[11]) + int(fields[12])
        return total / os.sysconf("SC_CLK_TCK")

    def peak_mib(self):
        peak = 0
        for pid in self.pids():
            with open(f"/proc/{pid}/status") as status:
                peak = max(peak, int(re.search(r"VmHWM:\s+(\d+)", status.read()).group(1)) // 1024)
        return peak

    def stop(self):
        if self.process:
            self.process.terminate()
            self.process.wait()


def nginx(directory):
    port = 18480 + os.getpid() % 500
    path = f"{directory}/nginx.conf"
    with open(path, "w") as conf:
        conf.write(f"""daemon off; pid {directory}/nginx.pid; error_log /dev/null; worker_processes 1; user root;
events {{ worker_connections 1024; }}
http {{ access_log off; keepalive_requests 1000000000; sendfile on;
 server {{ listen 127.0.0.1:{port} backlog=1024; default_type text/plain;
 location = /file {{ alias {directory}/large; }} location / {{ return 200 "hello"; }} }} }}""")
    return Peer("nginx, 1 worker", ["nginx", "-c", path, "-p", directory], port)


def microseconds(text):
    value, unit = re.match(r"([\d.]+)(us|ms|s)", text).groups()
    return float(value) * {"us": 1, "ms": 1e3, "s": 1e6}[unit]


def wrk(peer, connections, seconds, big_head, path=None):
    fields = [f"X-Client-Header-{i}: some-typical-header-value-{i}-0123456789" for i in range(12)] if big_head else []
    fields += [peer.field] if peer.field else []
    command = ["wrk", "-t1", f"-c{connections}", f"-d{seconds}s", "--latency"]
    for field in fields:
        command += ["-H", field]
    before = peer.cpu()
    out = subprocess.run(command + [f"http://127.0.0.1:{peer.port}{path or peer.path}"], capture_output=True, text=True).stdout
    done = int(re.search(r"(\d+) requests in", out).group(1))
    for fault in re.findall(r"Socket errors:.*|Non-2xx.*", out):
        print(f"! {peer.name}: {fault}", file=sys.stderr)
    quantile = lambda share: microseconds(re.search(rf"^\s+{share}%\s+(\S+)", out, re.M).group(1))
    return (float(re.search(r"Requests/sec:\s+([\d.]+)", out).group(1)), quantile(50), quantile(99), (peer.cpu() - before) / max(done, 1) * 1e6)


def new_connections(client, peer, total):
    before = peer.cpu()
    out = subprocess.run([client, "new", str(peer.port), peer.path, "16", str(total), peer.field], capture_output=True, text=True).stdout.split()
    if out[3] != "0":
        print(f"! {peer.name}: {out[3]} errors", file=sys.stderr)
    return (float(out[0]), float(out[1]), float(out[2]), (peer.cpu() - before) / total * 1e6)


def table(title, peers, measure, rounds):
    results = {peer.name: [] for peer in peers}
    for _ in range(rounds):
        for peer in peers:
            results[peer.name].append(measure(peer))
    medians = {name: [statistics.median(column) for column in zip(*rows)] for name, rows in results.items()}
    print(f"\n## {title}\n| server | req/s | p50 us | p99 us | server CPU us/req | ours / this |\n|---|---|---|---|---|---|", flush=True)
    ours = medians[peers[0].name][0]
    for name, row in medians.items():
        print(f"| {name} | {row[0]:.0f} | {row[1]:.0f} | {row[2]:.0f} | {row[3]:.1f} | {ours / max(row[0], 1):.2f} |", flush=True)


def transfers(title, peers, measure, rounds):
    results = {peer.name: [] for peer in peers}
    for _ in range(rounds):
        for peer in peers:
            results[peer.name].append(measure(peer))
    ours = statistics.median(results[peers[0].name])
    print(f"\n## {title}\n| server | MB/s | peak memory MiB | ours / this |\n|---|---|---|---|", flush=True)
    for peer in peers:
        rate = statistics.median(results[peer.name])
        print(f"| {peer.name} | {rate:.0f} | {peer.peak_mib()} | {ours / max(rate, 1):.2f} |", flush=True)


def measure_all(options, directory):
    build = options.build
    client = f"{build}/bench_httpclient"
    server = lambda *rest: [f"{build}/bench_httpserver", *rest, "--dir", directory]
    wanted = set(options.only.split(","))
    if options.url:
        url = urllib.parse.urlsplit(options.url)
        ours = Peer("cofferdamd", port=url.port, path=url.path, field=f"Authorization: Bearer {options.token}" if options.token else "")
    else:
        ours = Peer("gate, empty handler", server("gate"))
    bare = Peer("bare QHttpServer", server("bare"))
    python = Peer("Python ThreadingHTTPServer", [sys.executable, __file__, build, "--python-server", "0"])
    peers = [ours, bare] + ([nginx(directory)] if shutil.which("nginx") else []) + [python]
    fast = peers[:-1]
    two = None
    time.sleep(0.5)
    try:
        if shutil.which("wrk"):
            if wanted & {"1a", "1c"}:
                table("1a, 1c, 1e: keep-alive, 16 connections", peers, lambda peer: wrk(peer, 16, options.seconds, False), options.rounds)
            if "1c" in wanted:
                table("1c: keep-alive, 64 connections", peers, lambda peer: wrk(peer, 64, options.seconds, False), options.rounds)
            if "1b" in wanted:
                table("1b: 700-byte head, 16 connections", fast, lambda peer: wrk(peer, 16, options.seconds, True), options.rounds)
            if "1f" in wanted and not options.url:
                two = Peer("gate, 2 workers", server("gate", "--workers", "2"))
                table("1f: 300 us of work, 16 connections", [two, ours], lambda peer: wrk(peer, 16, options.seconds, False, "/busy"), options.rounds)
        else:
            print("wrk is not installed: rows 1a, 1b, 1c, 1f are left out")
        if "1d" in wanted:
            table("1d, 1e: a new connection a request, 16 at once", peers,
                  lambda peer: new_connections(client, peer, 1500 if peer is python else 6000), options.rounds)
        size = options.megabytes << 20
        if "6a" in wanted:
            run = lambda peer, path: subprocess.run([client, "get", str(peer.port), path, peer.field], capture_output=True, text=True).stdout.split()
            down = lambda peer: float(run(peer, options.file_path if peer is ours else "/file")[0])
            transfers(f"6a: download of {options.megabytes} MiB", [ours] + [peer for peer in fast if "nginx" in peer.name], down, options.rounds)
        if "6b" in wanted:
            put = lambda peer, path: subprocess.run([client, "put", str(peer.port), path, str(size), peer.field], capture_output=True, text=True).stdout.split()
            up = lambda peer: float(put(peer, options.upload_path if peer is ours else "/upload")[0])
            transfers(f"6b: upload of {options.megabytes} MiB to disk", [ours, bare, python], up, options.rounds)
    finally:
        for peer in peers + ([two] if two else []):
            peer.stop()


def main():
    options = ARGUMENTS.parse_args()
    if options.python_server is not None:
        server = http.server.ThreadingHTTPServer(("127.0.0.1", options.python_server), Hello)
        print(server.server_port, flush=True)
        server.serve_forever()
    with tempfile.TemporaryDirectory() as directory:
        os.environ["BENCH_DIR"] = directory
        with open(f"{directory}/large", "wb") as large:
            for _ in range(options.megabytes):
                large.write(os.urandom(1 << 20))
        measure_all(options, directory)


main()
