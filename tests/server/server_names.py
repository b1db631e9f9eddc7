"""Names over HTTP: cookies, pages of other sites, what a guest did going along, two devices, bots.

    server_names.py BUILD
"""
import base64
import hashlib
import json
import os
import subprocess
import sys
import tempfile

import wire
from wire import *  # noqa: F403

build = sys.argv[1]
check = Checks()
SHARED = "POST /api/name/mine, drop, out, delete"
CALLS = {what: f"POST /api/name/{what}" for what in ("begin", "finish", "recover", "link", "code")}
CALLS.update((what, SHARED) for what in ("mine", "drop", "out", "delete"))
try:
    from cryptography.hazmat.primitives import hashes
    from cryptography.hazmat.primitives.asymmetric import ec
except ImportError:
    print("skipped: python3-cryptography is not here")
    sys.exit(77)


def text(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


class Device:
    """Keeps a key for localhost."""

    def __init__(self, server, number):
        self.origin, self.id, self.counter = f"http://localhost:{server.port}", bytes([number]) * 32, 0
        self.key = ec.generate_private_key(ec.SECP256R1())

    def head(self, flags):
        self.counter += 1
        return hashlib.sha256(b"localhost").digest() + bytes([flags]) + self.counter.to_bytes(4, "big")

    def client(self, kind, challenge):
        return json.dumps({"type": kind, "challenge": challenge, "origin": self.origin}).encode()

    def make(self, challenge):
        public = self.key.public_key().public_numbers()
        cose = (bytes([0xa5, 1, 2, 3, 0x26, 0x20, 1, 0x21, 0x58, 32]) + public.x.to_bytes(32, "big")
                + bytes([0x22, 0x58, 32]) + public.y.to_bytes(32, "big"))
        data = self.head(0x45) + bytes(16) + b"\0\x20" + self.id + cose
        return {"challenge": challenge, "client": text(self.client("webauthn.create", challenge)), "data": text(data)}

    def sign(self, challenge):
        client, data = self.client("webauthn.get", challenge), self.head(5)
        signature = self.key.sign(data + hashlib.sha256(client).digest(), ec.ECDSA(hashes.SHA256()))
        return {"challenge": challenge, "client": text(client), "data": text(data), "credential": text(self.id),
                "signature": text(signature)}


class Browser:
    """Keeps cookies as a browser does."""

    def __init__(self, server):
        self.server, self.jar, self.raw = server, {}, []
        self.take(server.http("/api/me")[1])

    def take(self, headers):
        for line in headers.get_all("Set-Cookie") or []:
            self.raw.append(line)
            name, value = line.split(";")[0].split("=", 1)
            if "Max-Age=0" in line:
                self.jar.pop(name, None)
            else:
                self.jar[name] = value

    @property
    def cookie(self):
        return "; ".join(f"{name}={value}" for name, value in self.jar.items())

    def call(self, what, body=None, status=200, **headers):
        sent = {"Cookie": self.cookie, "Origin": f"http://127.0.0.1:{self.server.port}",
                "Content-Type": "application/json", **{name.replace("_", "-"): value for name, value in headers.items()}}
        sent = {name: value for name, value in sent.items() if value is not None}
        got, back, text_ = self.server.http(f"/api/name/{what}", json.dumps(body or {}).encode(), sent)
        self.take(back)
        check.equal(got, status, f"{what} {body} {headers}: {text_[:200]!r}")
        answer = json.loads(text_)
        if got in (200, 400):
            wrong = wire.judge.fits("call", CALLS[what] if got == 200 else "any call, refused", answer)
            check(wrong is None, f"the answer to {what} is not as described: {wrong}")
        return answer

    def keep(self, device, name):
        begun = self.call("begin", {"what": "keep", "name": name})
        return self.call("finish", device.make(begun["challenge"]))

    def open(self, device):
        return self.call("finish", device.sign(self.call("begin", {"what": "open"})["challenge"]))


def test_pages_of_other_sites(server):
    ann = Browser(server)
    for headers in ({"Origin": "https://evil.example"}, {"Origin": None}, {"Origin": "null"},
                    {"Content_Type": "text/plain"}, {"Content_Type": None}):
        ann.call("mine", status=403, **headers)
    ann.call("nonsense", status=404)
    ann.call("begin", {"what": "x" * 20000}, status=413)
    check.equal(server.http("/api/name/mine", headers={"Cookie": ann.cookie})[0], 404, "it is not read by GET")
    check("aude-name" not in ann.jar, "nobody is signed in by any of that")


def test_a_guest_keeps_a_name(server):
    ann, key = Browser(server), Device(server, 1)
    guest = ann.cookie
    client = server.join(guest)
    table = client.create([HERE, HERE])
    eve = server.join(guest)  # somebody who knows the guest's cookie
    got = ann.keep(key, "Ana")
    check.equal(got["name"]["name"], "Ana", "the name")
    check(len(got["recovery"]) == 23, "a recovery code")
    session = next(line for line in ann.raw if line.startswith("aude-name="))
    check(all(word in session for word in ("HttpOnly", "SameSite=Strict", "Path=/")) and "Domain" not in session, session)
    check(ann.jar["aude"] not in guest, "the guest's cookie is another one now")
    for one in (client, eve):
        try:
            one.wait(lambda m: m["type"] == "bye")
        except Closed:
            pass
    mine = server.join(ann.cookie)
    mine.ask("watch", table=table, since=0)
    seats = mine.wait(lambda m: m["type"] == "mine")["seats"]
    check.equal(seats, [0, 1], "the seats of the guest are Ana's")
    late = server.join(guest)
    late.ask("watch", table=table, since=0)
    check.equal(late.wait(lambda m: m["type"] == "mine")["seats"], [], "the old cookie has no seat")
    given = server.http("/api/me", headers={"Cookie": guest})[1]["Set-Cookie"] or ""
    check(given.startswith("aude=") and given.split(";")[0] != guest, "who comes with it is a new guest")
    check(server.http("/api/me", headers={"Cookie": ann.cookie})[1]["Set-Cookie"] is None, "Ana keeps her cookies")
    return ann, key, table


def why_no_deal(server, browser):
    try:
        return server.join(browser.cookie).ask("deal", name="Guest")
    except Refused as error:
        return error.code


def test_a_browser_plays_one_deal(server):
    """Keeping a name, signing out and deleting it make no further game in the same browser."""
    browser, key = Browser(server), Device(server, 9)
    played = server.join(browser.cookie).ask("deal", name="Guest")["table"]
    browser.keep(key, "Dealer")
    check.equal(server.join(browser.cookie).ask("deal")["table"], played, "the game went along with the name")
    browser.call("out")
    check.equal(why_no_deal(server, browser), "DEALT", "signed out")
    browser.open(key)
    browser.call("delete", {"name": "Dealer"})
    check.equal(why_no_deal(server, browser), "DEALT", "deleted")
    for broken in ("x" * 43, browser.jar["aude"][:43] + "." + "!" * 43, browser.jar["aude"] + "x"):
        given = server.http("/api/me", headers={"Cookie": f"aude={broken}"})[1]["Set-Cookie"] or ""
        check(given.startswith("aude=") and broken not in given, "a cookie that is not of our making is replaced")
    check(server.join(Browser(server).cookie).ask("deal", name="Guest")["table"] != played, "another browser has its own")


def test_two_devices(server, ann, key, table):
    code = ann.call("link")["code"]
    phone, second = Browser(server), Device(server, 2)
    begun = phone.call("begin", {"what": "add", "code": code})
    phone.call("finish", second.make(begun["challenge"]))
    client = server.join(phone.cookie)
    client.ask("watch", table=table, since=0)
    check.equal(client.wait(lambda m: m["type"] == "mine")["seats"], [0, 1], "the same seats on the phone")
    mine = phone.call("mine")
    check.equal(len(mine["devices"]), 2, "two devices")
    old = phone.cookie
    phone.call("out")
    check("aude-name" not in phone.jar, "signed out")
    try:
        client.wait(lambda m: m["type"] == "bye")
    except Closed:
        pass
    gone = server.join(old)
    gone.ask("watch", table=table, since=0)
    check.equal(gone.wait(lambda m: m["type"] == "mine")["seats"], [], "the session is over for who kept its cookie")
    phone.open(second)
    phone.call("delete", {"name": "Ana"})
    ann.call("link", status=403)
    eve = Browser(server)
    check.equal(eve.call("begin", {"what": "keep", "name": "ana"}, status=400)["why"], "taken", "the name rests")


def test_a_bot(folder):
    store = os.path.join(folder, "bots.db")
    words = [os.path.join(build, "aude"), "name", "bot", "Clever Clogs", "--store", f"sqlite:{store}", "--json"]
    made = subprocess.run(words, capture_output=True, text=True, check=False)
    check.equal(made.returncode, 0, made.stderr)
    again = subprocess.run(words, capture_output=True, text=True, check=False)
    check.equal((again.returncode, again.stdout), (1, ""), "taken: " + again.stderr)
    with Server(build, store) as server:
        bot = Browser(server)
        mine = bot.call("mine", Authorization="Bearer " + json.loads(made.stdout)["key"])
        check.equal((mine["name"]["name"], mine["name"]["bot"]), ("Clever Clogs", True), "a bot, with its mark")
        check.equal(bot.call("mine", Authorization="Bearer " + "x" * 43)["name"], None, "another key is nobody's")


def test_a_neighbour():
    """Somebody at the same address uses up everything: who keeps a name and has a seat comes back to it."""
    with Server(build, None, "--rate", "1") as server:
        ann, key = Browser(server), Device(server, 7)
        ann.keep(key, "Ana")
        client = server.join(ann.cookie, source="127.0.0.13")
        table = client.create([HERE, HERE])
        client.close()
        for _ in range(200):
            line = socket.create_connection(("127.0.0.1", server.port), timeout=20, source_address=("127.0.0.13", 0))
            line.sendall(b"GET /api/me HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
            status = line.recv(12).split()[-1:]
            line.close()
            if status == [b"429"]:
                break
        check.equal(status, [b"429"], "the purse is empty")
        try:
            back = server.join(ann.cookie, source="127.0.0.13")
            back.ask("watch", table=table, since=0)
            check.equal(back.wait(lambda m: m["type"] == "mine")["seats"], [0, 1], "Ana is back")
        except (Closed, OSError) as error:
            check(False, f"Ana may not come back: {error}")


def hold(server, ann, path, size, sent):
    """A call whose body comes only in part."""
    head = f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nOrigin: http://127.0.0.1:{server.port}\r\n" \
           f"Cookie: {ann.cookie}\r\nContent-Type: application/json\r\nContent-Length: {size}\r\n\r\n"
    line = socket.create_connection(("127.0.0.1", server.port), timeout=20)
    line.sendall(head.encode() + b"a" * sent)
    return line


def test_files_in_the_way():
    """Files that come slowly fill what the server keeps for them: names are asked for all the same."""
    with Server(build) as server:
        ann = Browser(server)
        pieces = [1000000] * 4 + [100000] * 4 + [10000] * 8 + [1000] * 8 + [100] * 8 + [10] * 8 + [1] * 8
        lines = [hold(server, ann, "/api/import", 1048576, 1048000) for _ in range(60)]
        for _ in range(40):  # what was sent may not have been read yet
            if (full := server.http("/api/import", b"aude 1\n")[0] == 503):
                break
            lines += [hold(server, ann, "/api/import", 1048576, size) for size in pieces]
        check(full, "there is no room for one more file")
        ann.call("mine")
        sent = {"Cookie": ann.cookie, "Content-Type": "application/json", "Origin": f"http://127.0.0.1:{server.port}"}
        for _ in range(10):
            lines += [hold(server, ann, "/api/name/mine", 16000, 15900) for _ in range(280)]
            status = server.http("/api/name/mine", b" " * 15900 + b"{}", sent)[0]
            if status == 503:
                break
        check.equal(status, 503, "nor for one more long call")
        for line in lines:
            line.close()


def test_secure_cookies():
    with Server(build, None, "--public-url", "https://play.example.org/") as server:
        ann = Browser(server)
        sent = {"Cookie": ann.cookie, "Content-Type": "application/json", "Origin": "https://play.example.org"}
        status, _, body = server.http("/api/name/begin", b'{"what":"open"}', sent)
        check.equal((status, json.loads(body).get("rp")), (200, "play.example.org"), "the site is the public one")
        status, headers, _ = server.http("/api/name/mine", b"{}", {**sent, "Cookie": ann.cookie + "; __Host-aude-name=" + "A" * 43})
        ended = [line for line in headers.get_all("Set-Cookie") or [] if line.startswith("__Host-aude-name=;")]
        check(ended and "Secure" in ended[0], "a session that is none is taken away")
        status, _, _ = server.http("/api/name/mine", b"{}", {**sent, "Origin": "http://play.example.org"})
        check.equal(status, 403, "not from a page without https")


with tempfile.TemporaryDirectory(prefix="aude-names-") as held:
    with Server(build) as running:
        if running.http("/api/name/mine", b"{}", {"Origin": f"http://127.0.0.1:{running.port}",
                                                  "Content-Type": "application/json"})[0] == 404:
            print("skipped: this program was built without libfido2")
            sys.exit(77)
        test_pages_of_other_sites(running)
        test_a_browser_plays_one_deal(running)
        test_two_devices(running, *test_a_guest_keeps_a_name(running))
    test_a_bot(held)
    test_a_neighbour()
    test_files_in_the_way()
    test_secure_cookies()
check.end()
