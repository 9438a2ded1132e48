"""Attacks on the server of `forcelab live`, over plain sockets."""

import base64
import json
import os
import re
import signal
import socket
import struct
import subprocess
import time
import unittest

from support import FORCELAB, PLACE

TEXT, BINARY, CLOSE, PING = 1, 2, 8, 9


def frame(payload, kind=TEXT, final=True, masked=True, reserved=0, length=None):
    """A frame of RFC 6455; `length` is what its head says, if that is not true."""
    size = len(payload) if length is None else length
    head = bytes([(0x80 if final else 0) | reserved << 4 | kind])
    bit = 0x80 if masked else 0
    if size < 126:
        head += bytes([bit | size])
    elif size < 1 << 16:
        head += bytes([bit | 126]) + struct.pack(">H", size)
    else:
        head += bytes([bit | 127]) + struct.pack(">Q", size)
    return head + (b"\0\0\0\0" if masked else b"") + payload


class Attacks(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = PLACE / "attacked"
        cls.folder.mkdir(exist_ok=True)
        file = cls.folder / "victim.yaml"
        file.write_text("name: victim\ngraph: miserables\nforces: [many-body, link]\n")
        cls.process = subprocess.Popen(
            [FORCELAB, "live", file, "--no-open"], stdout=subprocess.PIPE, text=True)
        cls.url = cls.process.stdout.readline().strip()
        found = re.fullmatch(r"http://127\.0\.0\.1:(\d+)/([0-9a-f]{32})/", cls.url)
        cls.port, cls.token = int(found[1]), found[2]
        cls.authority = f"127.0.0.1:{cls.port}"

    @classmethod
    def tearDownClass(cls):
        cls.process.send_signal(signal.SIGINT)
        cls.process.wait(timeout=60)
        cls.process.stdout.close()

    def tearDown(self):
        # Whatever happened, a page with the right address is served.
        self.assertEqual(self.ask(f"/{self.token}/")[0], 200)
        self.assertLess(self.memory(), 400e6)

    def memory(self):
        """The resident memory of the server in bytes."""
        with open(f"/proc/{self.process.pid}/statm") as statm:
            return int(statm.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")

    def connect(self):
        link = socket.create_connection(("127.0.0.1", self.port), timeout=60)
        self.addCleanup(link.close)
        return link

    def ask(self, path, host=None, method="GET", **headers):
        """Status, head and body of an answer."""
        link = self.connect()
        lines = [f"{method} {path} HTTP/1.1", f"Host: {host or self.authority}"]
        lines += [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
        link.sendall(("\r\n".join(lines) + "\r\n\r\n").encode())
        answer = b""
        while part := link.recv(65536):
            answer += part
        head, _, body = answer.partition(b"\r\n\r\n")
        return int(head.split()[1]), head.decode(), body

    def handshake(self, token=None, origin="own", host=None, place="socket"):
        """The socket and the status of its handshake."""
        link = self.connect()
        lines = [
            f"GET /{token or self.token}/{place} HTTP/1.1", f"Host: {host or self.authority}",
            "Connection: Upgrade", "Upgrade: websocket", "Sec-WebSocket-Version: 13",
            f"Sec-WebSocket-Key: {base64.b64encode(os.urandom(16)).decode()}",
        ]
        if origin is not None:
            lines.append(f"Origin: {f'http://{self.authority}' if origin == 'own' else origin}")
        link.sendall(("\r\n".join(lines) + "\r\n\r\n").encode())
        head = b""
        while b"\r\n\r\n" not in head:
            part = link.recv(1)
            if not part:
                break
            head += part
        return link, int(head.split()[1])

    def exactly(self, link, count):
        data = b""
        while len(data) < count:
            part = link.recv(count - len(data))
            if not part:
                raise EOFError
            data += part
        return data

    def receive(self, link):
        """Kind and payload of the next frame of the server."""
        kind, size = self.exactly(link, 2)
        if size == 126:
            size = struct.unpack(">H", self.exactly(link, 2))[0]
        elif size == 127:
            size = struct.unpack(">Q", self.exactly(link, 8))[0]
        return kind & 15, self.exactly(link, size)

    def closing(self, link):
        """The code with which the server closes, or None if it only ends the connection."""
        try:
            while True:
                kind, payload = self.receive(link)
                if kind == CLOSE:
                    return struct.unpack(">H", payload[:2])[0]
        except (EOFError, ConnectionError):
            return None

    def page(self):
        link, status = self.handshake()
        self.assertEqual(status, 101)
        return link

    def answer(self, link, request, kind):
        link.sendall(frame(json.dumps(request).encode()))
        while True:
            what, payload = self.receive(link)
            if what == TEXT and json.loads(payload)["type"] in kind:
                return json.loads(payload)

    # Who may come in

    def test_wrong_token(self):
        for token in ("", "0" * 32, self.token[:-1], self.token + "0", "%2e%2e", self.token.upper()):
            if token == self.token:
                continue
            self.assertEqual(self.ask(f"/{token}/")[0], 403)
            self.assertEqual(self.handshake(token=token or "-")[1], 403)
        self.assertEqual(self.ask("/")[0], 403)
        self.assertEqual(self.ask(f"//{self.token}/")[0], 403)

    def test_wrong_origin(self):
        for origin in ("http://evil.example", "null", None, "https://" + self.authority,
                       f"http://127.0.0.1:{self.port + 1}", f"http://localhost:{self.port}"):
            self.assertEqual(self.handshake(origin=origin)[1], 403, origin)
        self.assertEqual(self.ask(f"/{self.token}/", Origin="http://evil.example")[0], 403)

    def test_foreign_host(self):
        for host in ("evil.example", f"evil.example:{self.port}", "127.0.0.1", f"127.0.0.1.evil:{self.port}",
                     f"0.0.0.0:{self.port}", f"169.254.0.1:{self.port}", ""):
            status = self.ask(f"/{self.token}/", host=host or " ")[0]
            self.assertEqual(status, 421, host)
            self.assertEqual(
                self.handshake(host=host or " ", origin=f"http://{host}")[1], 421, host)
        self.assertEqual(self.ask(f"/{self.token}/", host=f"localhost:{self.port}")[0], 200)

    def test_no_other_files(self):
        for path in ("../victim.yaml", "..%2fvictim.yaml", "victim.yaml", "//etc/passwd", "socket",
                     "live.css/", "%00", "a" * 5000):
            self.assertIn(self.ask(f"/{self.token}/{path}")[0], (400, 404), path)

    def test_the_policy_is_strict(self):
        head = self.ask(f"/{self.token}/")[1]
        for line in ("default-src 'none'", "script-src 'self';", "frame-ancestors 'none'",
                     "X-Content-Type-Options: nosniff", "Referrer-Policy: no-referrer"):
            self.assertIn(line, head)
        self.assertNotIn("unsafe", head)
        self.assertNotIn("Access-Control", head)

    def test_malformed_requests(self):
        self.assertEqual(self.ask(f"/{self.token}/", method="POST")[0], 405)
        self.assertEqual(self.ask(f"/{self.token}/", Content_Length="1000000000")[0], 400)
        self.assertEqual(self.ask(f"/{self.token}/", Host=self.authority)[0], 400)
        for junk in (b"\0" * 100 + b"\r\n\r\n", b"GET\r\n\r\n", b"\xff\xfe\r\n\r\n", b"\r\n\r\n",
                     b"GET / HTTP/1.1\r\n: x\r\n\r\n"):
            link = self.connect()
            link.sendall(junk)
            self.assertRegex(link.recv(1000), rb"^HTTP/1.1 4\d\d ")

    def test_an_endless_header_is_cut_off(self):
        link = self.connect()
        link.sendall(b"GET / HTTP/1.1\r\nX: ")
        with self.assertRaises((ConnectionError, AssertionError)):
            for _ in range(4000):
                link.sendall(b"x" * 65536)
            self.fail("a quarter of a gigabyte was read")

    def test_a_page_may_connect(self):
        # A new page is greeted first, also while the state changes.
        changing = self.page()
        for _ in range(10):
            for on in (b"true", b"false") * 20:
                changing.sendall(frame(b'{"do": "run", "on": %s}' % on))
            link = self.page()
            kinds = [json.loads(self.receive(link)[1])["type"] for _ in range(3)]
            self.assertEqual(kinds, ["hello", "graph", "state"])
        link.sendall(frame(b"drawn"))
        # Changes of the state are sent at any time, also before the first frame.
        kind, payload = next(m for m in iter(lambda: self.receive(link), None) if m[0] != TEXT)
        self.assertEqual((kind, payload[:4]), (BINARY, b"FLV1"))

    # What may be sent

    def test_malformed_frames(self):
        cases = [
            (frame(b"{}", masked=False), 1002), (frame(b"{}", reserved=4), 1002),
            (frame(b"{}", kind=3), 1002), (frame(b"{}", kind=0), 1002),
            (frame(b"x" * 126, kind=PING), 1002), (frame(b"x", kind=PING, final=False), 1002),
            (frame(b"a", final=False) + frame(b"b"), 1002), (frame(b"{}", kind=BINARY), 1003),
            (frame(b"\xff\xff"), 1007), (frame(b"\xed\xa0\x80"), 1007),
        ]
        for data, code in cases:
            link = self.page()
            link.sendall(data)
            self.assertEqual(self.closing(link), code, data[:10])

    def test_a_message_of_a_gigabyte(self):
        for length in (1 << 30, (1 << 63) - 1, (1 << 64) - 1, 65537):
            link = self.page()
            link.sendall(frame(b"", length=length))
            self.assertEqual(self.closing(link), 1009)

    def test_a_gigabyte_in_fragments(self):
        link = self.page()
        part = frame(b"x" * 60000, kind=0, final=False)
        link.sendall(frame(b"x" * 60000, final=False))
        try:
            link.sendall(part)
        except ConnectionError:
            pass
        self.assertEqual(self.closing(link), 1009)
        # Empty fragments have no length, but are no less endless.
        link = self.page()
        try:
            link.sendall(frame(b"", final=False) + frame(b"", kind=0, final=False) * 100)
        except ConnectionError:
            pass
        self.assertEqual(self.closing(link), 1009)

    def test_a_million_messages(self):
        before = self.memory()
        link = self.page()
        sent, packet = 0, frame(b'{"do": "event", "event": {"reheat": 0.3}}') * 1000
        try:
            for _ in range(1000):
                link.sendall(packet)
                sent += 1000
        except ConnectionError:
            pass
        self.assertLess(sent, 1_000_000)
        self.assertIn(self.closing(link), (1008, None))
        self.assertLess(self.memory() - before, 60e6)

    def test_pings_are_answered_and_do_not_pile_up(self):
        link = self.page()
        link.sendall(frame(b"hello", kind=PING))
        while True:
            kind, payload = self.receive(link)
            if kind == 10:
                break
        self.assertEqual(payload, b"hello")

    def test_nonsense_is_refused_and_changes_nothing(self):
        link = self.page()
        for request in (
                {}, {"do": "nothing"}, {"do": "event"}, {"do": "run", "why": 1},
                {"do": "event", "event": {"set": {"forces": 1}}, "view": 7},
                *({"do": "event", "event": {"set": {path: value}}, "view": 0} for path, value in (
                    ("graph", {"file": "/etc/passwd"}), ("name", "x"), ("", "x"),
                    ("placement", {"file": "/etc/passwd"}), ("placement.file.path", "/etc/passwd"),
                    ("forces.0.many-body.strength", "much"), ("forces.9.many-body.strength", 1))),
                *({"do": "event", "event": event} for event in (
                    {"set": {"forces.0.many-body.strength": 1, "placement": {"file": "/etc/passwd"}}},
                    {"pin": "nobody"}, {"pin": {"nodes": "0", "at": [1e300, 0]}}, {"explode": 1},
                    {"add-nodes": {"place": {"at": [1e300, 0]}}}, {"add-nodes": {"place": {"at": [1]}}},
                    {"add-nodes": {"count": 10000, "place": {"at": [0, 0]}}}, {"add-nodes": 1},
                    {"add-nodes": {"place": {"at": [0, 0]}, "labels": ["a\nb"]}},
                    {"add-edges": [["1", "1"]]}, {"add-edges": {"count": 1}}, {"remove-nodes": {"count": 1}},
                    {"move": {"path": "forces.0.many-body.strength", "to": 1, "over": 9}})),
                {"do": "event", "event": {"pin": "0"}, "revision": 99},
                {"do": "drag-start", "node": "nobody"}, {"do": "drag-start", "node": "0", "revision": 99},
                {"do": "step", "count": 10**9}, {"do": "rate", "rate": "fast"},
                {"do": "swift", "view": -1}, {"do": "save", "name": "x.yaml", "view": 9}):
            self.answer(link, request, ("error",))
        link.sendall(frame(b"[" * 60000))
        self.assertEqual(self.answer(link, {"do": "nothing"}, ("error",))["type"], "error")
        for request in ("[", "{a: &a [*a]}", '"x"', "- 1\n--- \n- 2", ""):
            link.sendall(frame(request.encode()))
        state = self.answer(link, {"do": "run", "on": True}, ("state",))
        self.assertEqual((state["nodes"], state["revision"]), (77, 1))

    def test_saving_stays_in_the_folder(self):
        link = self.page()
        before = sorted(os.listdir(self.folder))
        for name in ("../out.yaml", "..\\out.yaml", "/tmp/forcelab-out.yaml", "a/../../out.yaml",
                     ".hidden.yaml", "out.yaml\0.txt", "out.yaml\n", "con fig.yaml", "x.sh", "", ".yaml",
                     "x" * 200 + ".yaml", "\u2025/out.yaml", "forcelab.yaml", "corpus.yml", "Config.yaml",
                     "igraph.engine.yaml", "x.Engine.YAML"):
            message = self.answer(
                link, {"do": "save", "name": name, "view": 0, "replays": False, "overwrites": True},
                ("error", "saved"))
            self.assertEqual(message["type"], "error", name)
        self.assertEqual(sorted(os.listdir(self.folder)), before)

    # Pages that are slow or many

    def test_a_page_that_never_reads(self):
        link = self.page()
        self.answer(link, {"do": "rate", "rate": 0}, ("state",))
        # It acknowledges frames that it has not read, and asks without end.
        link.setblocking(False)
        requests = frame(b"drawn") + frame(b'{"do": "event", "event": {"reheat": 0.3}}') + frame(b'{"do": "swift", "view": 0}')
        before = self.memory()
        for _ in range(400):
            try:
                link.send(requests)
            except BlockingIOError:
                pass
            time.sleep(0.01)
        self.assertLess(self.memory() - before, 30e6)

    def test_idle_connections_give_way(self):
        page = self.page()
        idle = [self.connect() for _ in range(200)]
        self.assertEqual(self.ask(f"/{self.token}/")[0], 200)
        # The oldest have gone, the newest have not.
        self.assertEqual(idle[0].recv(1), b"")
        idle[-1].settimeout(0.2)
        self.assertRaises(TimeoutError, idle[-1].recv, 1)
        self.answer(page, {"do": "run", "on": True}, ("state",))

    def test_many_connections(self):
        links = []
        for _ in range(200):
            try:
                links.append(socket.create_connection(("127.0.0.1", self.port), timeout=5))
            except OSError:
                break
        for link in links:
            link.close()
        for _ in range(200):
            try:
                if self.ask(f"/{self.token}/")[0] == 200:
                    return
            except (OSError, IndexError):
                pass
            time.sleep(0.1)
        self.fail("the server does not answer any more")


class Opening(unittest.TestCase):
    """How `forcelab live` opens the browser."""

    def test_the_address_is_in_a_private_file(self):
        place = PLACE / "opening"
        place.mkdir()
        (place / "a.yaml").write_text("name: a\ngraph: miserables\n")
        opener = place / "xdg-open"
        opener.write_text('#!/bin/sh\nstat -c %a "$1" >got; cat "$1" >>got; echo "$@" >arguments\n')
        opener.chmod(0o755)
        environment = os.environ | {
            "PATH": f"{place}:{os.environ['PATH']}", "DISPLAY": ":99", "TMPDIR": str(place)}
        process = subprocess.Popen(
            [FORCELAB, "live", "a.yaml"], cwd=place, env=environment, stdout=subprocess.PIPE, text=True)
        try:
            url = process.stdout.readline().strip()
            arguments = place / "arguments"
            while not (arguments.exists() and arguments.read_text().endswith("\n")):
                time.sleep(0.05)
            [file] = arguments.read_text().split()
            self.assertRegex(file, rf"^{place}/forcelab-\w+\.html$")
            mode, page = (place / "got").read_text().split("\n", 1)
            self.assertEqual(mode, "600")
            self.assertIn(f'content="0; url={url}"', page)
            self.assertTrue(os.path.exists(file))
        finally:
            process.send_signal(signal.SIGINT)
            self.assertEqual(process.wait(timeout=60), 130)
            process.stdout.close()
        self.assertFalse(os.path.exists(file))


class Commands(unittest.TestCase):
    """What `forcelab live` says where it cannot start."""

    def live(self, text, *options):
        file = PLACE / "command.yaml"
        file.write_text(text)
        ended = subprocess.run(
            [FORCELAB, "live", file, "--no-open", *options], capture_output=True, text=True, timeout=60)
        self.assertEqual((ended.returncode, ended.stdout), (2, ""))
        return ended.stderr

    def test_a_port_in_use(self):
        with socket.socket() as link:
            link.bind(("127.0.0.1", 0))
            link.listen()
            port = link.getsockname()[1]
            message = self.live("name: a\ngraph: miserables\n", "--port", str(port))
        self.assertIn(f"port {port} is in use; choose another with --port", message)

    def test_a_missing_file(self):
        ended = subprocess.run(
            [FORCELAB, "live", "nowhere.yaml"], capture_output=True, text=True, cwd=PLACE)
        self.assertEqual(ended.returncode, 2)
        self.assertIn("nowhere.yaml: error: ", ended.stderr)

    def test_other_studies_and_engines(self):
        message = self.live("name: a\nstudy: averages\nvalues: [1, 2]\n")
        self.assertIn("2:8: error: `forcelab live` shows layouts", message)
        message = self.live("name: a\ngraph: miserables\ntime-budget: 100ms\n")
        self.assertIn("no simulation to run", message)

    def test_trials_and_tokens(self):
        text = "name: a\ngraph: miserables\nsweep: {grid: {forces.many-body.strength: [-1, -2]}}\n"
        self.assertIn("there is no trial 3", self.live(text, "--trial", "3"))
        self.assertIn("--host", self.live(text, "--host", "0.0.0.0"))


if __name__ == "__main__":
    unittest.main()
