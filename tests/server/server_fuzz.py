"""Strangers without manners against a real server (tools/load/netfuzz.c), plain and with TLS.

    server_fuzz.py BUILD

Half a minute under the sanitizers, where it is worth most (AUDE_QUICK is set there; AUDE_PLACES=5 takes a fifth of it), some
seconds otherwise, and twenty minutes with AUDE_LONG. Another AUDE_SEED says other things. By hand, for as long as one likes:

    build/asan/aude serve --listen 127.0.0.1:7490 --store sqlite:fuzz.db &
    build/netfuzz --port 7490 --seconds 36000 --seed 2
"""
import os
import shutil
import sys

from wire import *  # noqa: E402,F403

check = Checks()
build = os.path.abspath(sys.argv[1])
program = os.path.join(build, "netfuzz")
if not os.path.exists(program):
    print("skipped: build/netfuzz is not built")
    sys.exit(77)
half_a_minute = 30 // int(os.environ.get("AUDE_PLACES", 1))
seconds = 1200 if os.environ.get("AUDE_LONG") else half_a_minute if os.environ.get("AUDE_QUICK") else 6
seed = os.environ.get("AUDE_SEED", "1")


def attack(seconds, *options):
    """A server with these options against the fuzzer; what the log says at the end."""
    tls = "--cert" in options
    with Server(build, None, "--tables", "200", *options) as server:
        run = subprocess.run([program, "--port", str(server.port), "--seconds", str(seconds), "--seed", seed,
                              *(["--tls"] if tls else [])], capture_output=True, text=True)
        check.equal(run.returncode, 0, "netfuzz: " + run.stdout + run.stderr)
        print(("with TLS: " if tls else "plain: ") + run.stdout.strip())
        try:
            check.equal(server.stop(), 0, "the stop after it")
        except subprocess.TimeoutExpired:
            check(False, "it does not stop")
            server.kill()
        log = open(server.store + ".log").read()
        check("Sanitizer" not in log and "runtime error" not in log, "a memory fault: " + log[-4000:])


with tempfile.TemporaryDirectory(prefix="aude-fuzz-") as folder:
    attack(seconds * 2 // 3)
    if shutil.which("openssl"):
        cert, key = os.path.join(folder, "cert.pem"), os.path.join(folder, "key.pem")
        subprocess.run(["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj",
                        "/CN=localhost", "-keyout", key, "-out", cert], check=True, capture_output=True)
        attack(seconds // 3, "--cert", cert, "--key", key)
    else:
        print("no openssl here: TLS is not tried")
check.end()
