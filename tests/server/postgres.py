"""A PostgreSQL of one's own for tests: under a scratch folder, on a socket there, as an unprivileged user.

    need(build)                             # raises Skip with a reason; so does the next line where there is none
    with Postgres() as database:
        database.url                        # for `aude serve --store` and AUDE_TEST_STORE
"""
import glob
import os
import pwd
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time


class Skip(Exception):
    """Why there is no PostgreSQL here."""


def need(build):
    """Raises Skip where this aude cannot use PostgreSQL."""
    done = subprocess.run([os.path.join(build, "aude"), "serve", "--listen", "127.0.0.1:0", "--store", "postgresql://127.0.0.1:1/x"],
                          capture_output=True, text=True, timeout=120, check=False)
    if "built without" in done.stderr:
        raise Skip("this aude was built without PostgreSQL (package libpq-dev)")


def or_skip(test):
    """Runs a test; where there is no PostgreSQL it ends as skipped, with the reason."""
    try:
        test()
    except Skip as why:
        print(f"skipped: {why}")
        sys.exit(77)


def programs():
    """The folder with initdb and postgres, of the latest version there is."""
    found = shutil.which("initdb")
    folders = [os.path.dirname(found)] if found else []
    folders += sorted(glob.glob("/usr/lib/postgresql/*/bin"), key=lambda f: int(f.split("/")[-2].split(".")[0]))
    for folder in reversed(folders):
        if os.path.exists(os.path.join(folder, "initdb")) and os.path.exists(os.path.join(folder, "postgres")):
            return folder
    raise Skip("PostgreSQL is not installed (package postgresql)")


def is_running(pid):
    try:
        return open(f"/proc/{pid}/stat").read().rsplit(")", 1)[1].split()[0] != "Z"
    except OSError:
        return False


class Postgres:
    """initdb refuses root: then it belongs to `nobody`."""

    def __init__(self, *options):
        self.bin, self.options, self.process, self.frozen = programs(), options, None, []

    def run(self, *words):
        done = subprocess.run(self.as_user(words), capture_output=True, text=True, cwd="/", check=False)
        if done.returncode:
            raise Skip(f"{os.path.basename(words[0])} does not work here: {(done.stderr or done.stdout).strip().splitlines()[-1:]}")

    def as_user(self, words):
        if os.getuid():
            return list(words)
        if not shutil.which("setpriv"):
            raise Skip("setpriv is not here (package util-linux), and PostgreSQL refuses root")
        return ["setpriv", "--reuid", "nobody", "--regid", str(pwd.getpwnam("nobody").pw_gid), "--clear-groups", *words]

    def __enter__(self):
        self.folder = tempfile.mkdtemp(prefix="aude-pg-", dir="/tmp")
        if not os.getuid():
            os.chown(self.folder, pwd.getpwnam("nobody").pw_uid, -1)
        os.chmod(self.folder, 0o755)
        self.data = os.path.join(self.folder, "data")
        try:
            self.run(os.path.join(self.bin, "initdb"), "-D", self.data, "-U", "aude", "-A", "trust", "-E", "UTF8", "--locale=C", "-N")
            self.start()
        except Exception:
            self.__exit__()
            raise
        return self

    def start(self):
        words = [os.path.join(self.bin, "postgres"), "-D", self.data, "-k", self.folder, "-c", "listen_addresses=",
                 "-c", "max_connections=40", "-c", "shared_buffers=32MB", *self.options]
        self.log = open(os.path.join(self.folder, "log"), "ab")
        self.process = subprocess.Popen(self.as_user(words), stdout=self.log, stderr=self.log, cwd="/")
        for _ in range(1200):
            if self.process.poll() is not None:
                raise Skip("postgres does not start here: " + open(os.path.join(self.folder, "log")).read()[-200:])
            if self.sql("SELECT 1").returncode == 0:
                return
            time.sleep(0.1)
        raise Skip("postgres does not answer")

    def sql(self, text):
        words = [os.path.join(self.bin, "psql"), "-h", self.folder, "-U", "aude", "-d", "postgres", "-Atqc", text]
        return subprocess.run(words, capture_output=True, text=True, check=False)

    @property
    def url(self):
        return f"postgresql://aude@/postgres?host={self.folder}"

    def pids(self):
        """The postmaster and all its children."""
        children = subprocess.run(["ps", "-o", "pid=", "--ppid", str(self.process.pid)], capture_output=True, text=True, check=False)
        return [self.process.pid] + [int(pid) for pid in children.stdout.split()]

    def freeze(self):
        self.frozen = self.pids()
        for pid in self.frozen:
            os.kill(pid, signal.SIGSTOP)

    def thaw(self):
        for pid in self.frozen:
            os.kill(pid, signal.SIGCONT)
        self.frozen = []

    def kill(self):
        """As if the machine went: the postmaster and its children, at once. It stands still first, so that it makes no more of them."""
        os.kill(self.process.pid, signal.SIGSTOP)
        pids = self.pids()
        for pid in pids:
            try:
                os.kill(pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
        self.process.wait()
        for _ in range(600):
            if not any(is_running(pid) for pid in pids):
                break
            time.sleep(0.05)
        try:
            os.remove(os.path.join(self.data, "postmaster.pid"))
        except FileNotFoundError:
            pass

    def stop(self):
        self.thaw()
        if self.process and self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
            try:
                self.process.wait(30)
            except subprocess.TimeoutExpired:
                self.kill()

    def __exit__(self, *ignored):
        self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)


class Cutter:
    """A proxy before the database that cuts connections: every so many bytes of answers, before they are handed on.

    What was asked is done then, or not, and whoever asked cannot know."""

    def __init__(self, database):
        self.to = os.path.join(database.folder, ".s.PGSQL.5432")
        self.listening = socket.create_server(("127.0.0.1", 0))
        self.port = self.listening.getsockname()[1]
        self.cuts, self.every, self.seen = 0, 0, 0
        threading.Thread(target=self.accept, daemon=True).start()

    @property
    def url(self):
        return f"postgresql://aude@127.0.0.1:{self.port}/postgres?sslmode=disable"

    def accept(self):
        while True:
            try:
                client, _ = self.listening.accept()
            except OSError:
                return
            server = socket.socket(socket.AF_UNIX)
            try:
                server.connect(self.to)
            except OSError:
                client.close()
                continue
            threading.Thread(target=self.pump, args=(client, server, False), daemon=True).start()
            threading.Thread(target=self.pump, args=(server, client, True), daemon=True).start()

    def pump(self, source, sink, answers):
        try:
            while data := source.recv(65536):
                if answers and self.every:
                    self.seen += 1
                    if self.seen % self.every == 0:
                        self.cuts += 1
                        break
                sink.sendall(data)
        except OSError:
            pass
        for end in (source, sink):
            try:
                end.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass

    def close(self):
        self.listening.close()
