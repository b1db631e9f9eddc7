"""A push service of our own, on 127.0.0.1 over TLS: it verifies who sends (RFC 8292) and decrypts what is sent
(RFC 8291), as a browser would. Its paths say how it behaves: /ok, /gone, /busy, /hang, /endless, /redirect, /refuse."""
import base64
import datetime
import hashlib
import hmac
import json
import os
import socket
import ssl
import struct
import threading
import time

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, utils
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.x509.oid import NameOID

NAMES = ["push.test", "other.test", "hung.test", "mapped.test", "mixed.test", "inside.test"]


def encode(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def decode(text):
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def point(key):
    return key.public_bytes(serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)


# -- certificates -------------------------------------------------------------------------

def certificate(subject, key, issuer, issuer_key, names=None):
    now = datetime.datetime.utcnow()
    name = lambda text: x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, text)])  # noqa: E731
    builder = (x509.CertificateBuilder().subject_name(name(subject)).issuer_name(name(issuer))
               .public_key(key.public_key()).serial_number(x509.random_serial_number())
               .not_valid_before(now - datetime.timedelta(days=1)).not_valid_after(now + datetime.timedelta(days=2))
               .add_extension(x509.BasicConstraints(ca=names is None, path_length=None), critical=True))
    if names:
        builder = builder.add_extension(x509.SubjectAlternativeName([x509.DNSName(n) for n in names]), critical=False)
    return builder.sign(issuer_key, hashes.SHA256())


def write_certificates(folder, names=NAMES):
    """(the CA's file, the server's file with its key)."""
    ca_key, key = ec.generate_private_key(ec.SECP256R1()), ec.generate_private_key(ec.SECP256R1())
    pem = serialization.Encoding.PEM
    ca, own = os.path.join(folder, "ca.pem"), os.path.join(folder, "own.pem")
    with open(ca, "wb") as file:
        file.write(certificate("test ca", ca_key, "test ca", ca_key).public_bytes(pem))
    with open(own, "wb") as file:
        file.write(certificate(names[0], key, "test ca", ca_key, names).public_bytes(pem))
        file.write(key.private_bytes(pem, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()))
    return ca, own


# -- a browser ----------------------------------------------------------------------------

class Browser:
    """A subscription: its address and its keys."""

    def __init__(self, endpoint):
        self.endpoint = endpoint
        self.private = ec.generate_private_key(ec.SECP256R1())
        self.point = point(self.private.public_key())
        self.secret = os.urandom(16)

    def fields(self):
        return {"endpoint": self.endpoint, "key": encode(self.point), "auth": encode(self.secret)}

    def open(self, sealed):
        """The text inside; raises where RFC 8291 says no."""
        salt, size, length = sealed[:16], struct.unpack(">I", sealed[16:20])[0], sealed[20]
        theirs, body = sealed[21:21 + length], sealed[21 + length:]
        if length != 65 or len(body) > size:
            raise ValueError(f"a key of {length} bytes, {len(body)} in a record of {size}")
        shared = self.private.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), theirs))
        mac = lambda key, data: hmac.new(key, data, hashlib.sha256).digest()  # noqa: E731
        material = mac(mac(self.secret, shared), b"WebPush: info\0" + self.point + theirs + b"\1")
        key = mac(salt, material)
        cek, nonce = mac(key, b"Content-Encoding: aes128gcm\0\1")[:16], mac(key, b"Content-Encoding: nonce\0\1")[:12]
        plain = AESGCM(cek).decrypt(nonce, body, None).rstrip(b"\0")
        if plain[-1:] != b"\2":
            raise ValueError("no mark of the last record")
        return plain[:-1]


def verify(headers, public_key, audience):
    """What is wrong with the Authorization header, or None; and the claims."""
    scheme, _, rest = headers.get("authorization", "").partition(" ")
    parts = dict(part.strip().split("=", 1) for part in rest.split(","))
    if scheme != "vapid" or parts.get("k") != public_key:
        return f"not our key: {scheme} {parts.get('k')}", None
    signed, _, signature = parts["t"].rpartition(".")
    head, claims = (json.loads(decode(part)) for part in signed.split("."))
    raw = decode(signature)
    der = utils.encode_dss_signature(int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big"))
    key = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), decode(public_key))
    key.verify(der, signed.encode(), ec.ECDSA(hashes.SHA256()))  # raises
    if head != {"typ": "JWT", "alg": "ES256"} or claims["aud"] != audience:
        return f"{head} {claims}", claims
    if not time.time() < claims["exp"] <= time.time() + 24 * 3600:
        return f"expires at {claims['exp']}", claims
    return None, claims


# -- the service --------------------------------------------------------------------------

class Receiver:
    def __init__(self, folder):
        self.ca, own = write_certificates(folder)
        self.context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        self.context.load_cert_chain(own)
        self.sock = socket.create_server(("127.0.0.1", 0), backlog=64)
        self.port = self.sock.getsockname()[1]
        self.lock = threading.Condition()
        self.requests = []    # (path, headers, body) of all that were whole
        self.connections = 0  # that came
        self.open = 0         # that are held
        self.statuses = {}    # path -> statuses to answer with, one after the other
        self.stopping = False
        threading.Thread(target=self.accept, daemon=True).start()

    def url(self, path, host="push.test"):
        return f"https://{host}:{self.port}{path}"

    def accept(self):
        while not self.stopping:
            try:
                raw, _ = self.sock.accept()
            except OSError:
                return
            threading.Thread(target=self.serve, args=(raw,), daemon=True).start()

    def serve(self, raw):
        with self.lock:
            self.connections += 1
            self.open += 1
            self.lock.notify_all()
        try:
            raw.settimeout(60)
            with self.context.wrap_socket(raw, server_side=True) as line:
                self.talk(line)
        except (OSError, ssl.SSLError, ValueError):
            pass
        finally:
            raw.close()
            with self.lock:
                self.open -= 1
                self.lock.notify_all()

    def talk(self, line):
        data = b""
        while b"\r\n\r\n" not in data:
            piece = line.recv(65536)
            if not piece:
                return
            data += piece
        head, body = data.split(b"\r\n\r\n", 1)
        lines = head.decode("ascii").split("\r\n")
        headers = {name.lower(): value.strip() for name, value in (l.split(":", 1) for l in lines[1:])}
        while len(body) < int(headers["content-length"]):
            body += line.recv(65536)
        method, path, _ = lines[0].split(" ")
        with self.lock:
            self.requests.append((method, path, headers, body))
            self.lock.notify_all()
        self.answer(line, path)

    def answer(self, line, path):
        kind = path.split("/")[1]
        if kind == "hang":
            line.recv(1)  # until the other side goes
        elif kind == "endless":
            line.sendall(b"HTTP/1.1 201 Created\r\n")
            while True:
                line.sendall(b"X-More: " + b"x" * 1000 + b"\r\n")
        elif kind == "redirect":
            line.sendall(f"HTTP/1.1 307 Go\r\nLocation: {self.url('/ok/redirected')}\r\n\r\n".encode())
        else:
            with self.lock:
                left = self.statuses.get(path) or ["410 Gone" if kind == "gone" else "201 Created"]
                status = left.pop(0) if len(left) > 1 else left[0]
            line.sendall(f"HTTP/1.1 {status}\r\nContent-Length: 0\r\n\r\n".encode())

    def to(self, path):
        return [request for request in self.requests if request[1] == path]

    def wait(self, done, seconds=60):
        """Until done() is true; False: it never was."""
        with self.lock:
            return self.lock.wait_for(done, seconds)

    def stop(self):
        self.stopping = True
        self.sock.close()
