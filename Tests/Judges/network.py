"""Lets Fieldpack fetch over networks as cities have them, with the real curl: private certificates,
proxies, servers that hang, and attachments that aren't what the service lists.

    network.py FIELDPACK FOLDER      judge; prints {"problems": [...]}

The certificates are made by openssl, and Python's ssl serves them. Curl's time limits are long, so
`curl` is a script here that shortens them and starts the real one.
"""

import json
import os
import shutil
import socket
import socketserver
import ssl
import subprocess
import sys
import threading
import time
import urllib.parse

import fetch
from fetch import City, PASSWORD, SECRETS, TOKEN, compare, expect, problems, run, tree

SETTINGS = ("http_proxy", "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY", "no_proxy",
            "NO_PROXY", "CURL_CA_BUNDLE", "SSL_CERT_FILE", "SSL_CERT_DIR")


def attempt(fieldpack, source, output, *words, more={}, token=None):
    """Runs fetch without the settings of this machine."""
    for name in SETTINGS:
        os.environ.pop(name, None)
    return run([fieldpack, "fetch", source, "-o", output, *words], token=token, more=more)


def refused(done, code, *words):
    """Whether fetch ended with an error that has some words."""
    text = done.stdout + done.stderr
    return done.returncode == 3 and code in text and all(word in text for word in words)


# Certificates


class Certificates:
    """An authority of a city, and certificates that it signed."""

    def __init__(self, folder):
        self.folder = folder
        os.makedirs(folder)
        self.openssl("req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", "ca.key", "-out",
                     "ca.pem", "-days", "30", "-subj", "/CN=City Authority")
        with open(folder + "/ca.conf", "w") as file:
            file.write("[ca]\ndefault_ca=a\n[a]\ndatabase=index\nnew_certs_dir=.\nserial=serial\n"
                       "default_md=sha256\npolicy=p\ncopy_extensions=copy\n[p]\ncommonName=supplied\n")
        for name, text in (("index", ""), ("serial", "01\n")):
            with open(folder + "/" + name, "w") as file:
                file.write(text)
        self.ca = folder + "/ca.pem"

    def openssl(self, *words):
        subprocess.run(["openssl", *words], cwd=self.folder, check=True, capture_output=True)

    def make(self, name, names, end="20991231000000Z"):
        self.openssl("req", "-newkey", "rsa:2048", "-nodes", "-keyout", name + ".key", "-out",
                     name + ".csr", "-subj", "/CN=" + name, "-addext", "subjectAltName=" + names)
        self.openssl("ca", "-config", "ca.conf", "-batch", "-cert", "ca.pem", "-keyfile", "ca.key",
                     "-in", name + ".csr", "-out", name + ".pem", "-startdate", "20200101000000Z",
                     "-enddate", end, "-notext")
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(self.folder + "/%s.pem" % name, self.folder + "/%s.key" % name)
        return context


class SecureServer(fetch.Server):
    def __init__(self, city, context, **options):
        self.context = context
        super().__init__(city, **options)

    def get_request(self):
        connection, peer = super().get_request()
        connection.settimeout(20)
        return self.context.wrap_socket(connection, server_side=True,
                                        do_handshake_on_connect=False), peer

    def handle_error(self, request, peer):
        pass

    @property
    def address(self):
        return "https://127.0.0.1:%d" % self.server_address[1]


class Proxy(socketserver.ThreadingTCPServer):
    """A proxy that connects to servers, or refuses. It notes what passes through it."""

    daemon_threads = True
    allow_reuse_address = True

    def __init__(self, status=200, authorization=None):
        super().__init__(("127.0.0.1", 0), Tunnel)
        self.status, self.authorization = status, authorization
        self.heads, self.bytes = [], []
        threading.Thread(target=self.serve_forever, daemon=True).start()

    @property
    def address(self):
        return "127.0.0.1:%d" % self.server_address[1]


class Tunnel(socketserver.StreamRequestHandler):
    def handle(self):
        head = b""
        while not head.endswith(b"\r\n\r\n"):
            line = self.rfile.readline()
            if not line:
                return
            head += line
        proxy = self.server
        proxy.heads.append(head)
        status = proxy.status
        if proxy.authorization and proxy.authorization not in head:
            status = 407
        if status != 200 or not head.startswith(b"CONNECT "):
            self.wfile.write(b"HTTP/1.1 %d No\r\nProxy-Authenticate: Basic realm=\"a\"\r\n"
                             b"Content-Length: 0\r\nConnection: close\r\n\r\n" % (status or 400))
            return
        host, port = head.split(b" ")[1].rsplit(b":", 1)
        server = socket.create_connection((host.decode(), int(port)))
        self.wfile.write(b"HTTP/1.1 200 Connected\r\n\r\n")
        back = threading.Thread(target=self.copy, args=(server, self.connection), daemon=True)
        back.start()
        self.copy(self.connection, server)
        back.join()

    def copy(self, source, target):
        try:
            while data := source.recv(1 << 16):
                self.server.bytes.append(data)
                target.sendall(data)
        except OSError:
            pass
        for end in (source, target):
            try:
                end.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass


def certificates(fieldpack, work):
    made = Certificates(work + "/certificates")
    good = made.make("good", "IP:127.0.0.1,DNS:localhost")
    city = City(120)
    server = SecureServer(city, good, size=50, token=TOKEN)
    known = {"CURL_CA_BUNDLE": made.ca}

    unknown = attempt(fieldpack, server.service, work + "/unknown", token=TOKEN)
    expect(refused(unknown, "SERVICE_UNTRUSTED", "certificate", "CURL_CA_BUNDLE"),
           "an unknown certificate: " + unknown.stderr)
    expect(not server.headers_seen, "a server without a known certificate gets requests")
    for name in ("CURL_CA_BUNDLE", "SSL_CERT_FILE"):
        done = attempt(fieldpack, server.service, work + "/" + name, more={name: made.ca},
                       token=TOKEN)
        expect(done.returncode == 0, "%s: %s" % (name, done.stderr))
        if done.returncode == 0:
            compare(work + "/" + name, city, name)
    lost = attempt(fieldpack, server.service, work + "/lost",
                   more={"CURL_CA_BUNDLE": work + "/nowhere.pem"})
    expect(refused(lost, "SERVICE_UNTRUSTED", "certificate"), "no such file: " + lost.stderr)

    expired = SecureServer(city, made.make("expired", "IP:127.0.0.1", "20200201000000Z"))
    late = attempt(fieldpack, expired.service, work + "/expired", more=known)
    expect(refused(late, "SERVICE_UNTRUSTED", "expired"), "expired: " + late.stderr)
    other = SecureServer(city, made.make("other", "DNS:gis.example.gov"))
    wrong = attempt(fieldpack, other.service, work + "/other", more=known)
    expect(refused(wrong, "SERVICE_UNTRUSTED", "127.0.0.1"), "another name: " + wrong.stderr)
    for name in ("unknown", "lost", "expired", "other"):
        expect(not os.path.exists(work + "/" + name), name + " was written")
    proxies(fieldpack, work, city, good, known)


def proxies(fieldpack, work, city, context, known):
    """Proxies that pass requests on, that want a password, and that refuse."""
    secrets = SECRETS + [b"Bearer"]
    proxy = Proxy()
    server = SecureServer(city, context, size=50, lasting=9)
    through = {**known, "https_proxy": "http://" + proxy.address}
    done = attempt(fieldpack, fetch.ITEM, work + "/proxy", "--portal", server.address + "/portal",
                   "--user", "anna", more={**through, "FIELDPACK_PASSWORD": PASSWORD})
    expect(done.returncode == 0, "proxy: " + done.stderr)
    if done.returncode == 0:
        compare(work + "/proxy", city, "proxy")
    expect(proxy.heads and all(head.startswith(b"CONNECT ") for head in proxy.heads),
           "the proxy wasn't used: %s" % proxy.heads[:1])
    seen = b"".join(proxy.heads + proxy.bytes)
    expect(len(seen) > 10000, "the proxy saw little: %d" % len(seen))
    expect(not any(secret in seen for secret in secrets), "the proxy can read a secret")

    used = len(proxy.heads)
    aside = attempt(fieldpack, server.service, work + "/aside", "--user", "anna",
                    more={**through, "no_proxy": "127.0.0.1", "FIELDPACK_PASSWORD": PASSWORD})
    expect(aside.returncode == 0 and len(proxy.heads) == used, "no_proxy: " + aside.stderr)

    wanting = Proxy(authorization=b"Proxy-Authorization: Basic")
    address = "http://" + wanting.address
    start = time.monotonic()
    denied = attempt(fieldpack, server.service, work + "/denied",
                     more={**known, "https_proxy": address})
    expect(refused(denied, "SERVICE_PROXY_REFUSED", "user name", "https_proxy"),
           "a proxy that wants a password: " + denied.stderr)
    expect(time.monotonic() - start < 20, "a proxy that wants a password is asked again")
    let = attempt(fieldpack, server.service, work + "/let", "--user", "anna",
                  more={**known, "FIELDPACK_PASSWORD": PASSWORD,
                        "https_proxy": address.replace("//", "//kim:S3CRET-0F-PROXY@")})
    expect(let.returncode == 0, "a proxy with a password: " + let.stderr)
    strict = Proxy(status=403)
    no = attempt(fieldpack, server.service, work + "/no",
                 more={**known, "https_proxy": "http://" + strict.address})
    expect(refused(no, "SERVICE_PROXY_REFUSED", "status 403"), "a strict proxy: " + no.stderr)

    # Without encryption, the token of a server on this machine stays on it.
    plain = fetch.Server(city, token=TOKEN)
    near = attempt(fieldpack, plain.service, work + "/near", token=TOKEN,
                   more={"http_proxy": "http://" + strict.address,
                         "all_proxy": "http://" + strict.address})
    expect(near.returncode == 0, "a server on this machine: " + near.stderr)
    expect(not any(TOKEN.encode() in head for head in strict.heads), "a proxy got a token")


# Servers that hang


class SlowHandler(fetch.Handler):
    """Sends a byte a second, or nothing at all, for the first question of each kind or for all."""

    def raw(self, body, status, kind, headers={}):
        server = self.server
        part = urllib.parse.urlsplit(self.path).path.rsplit("/", 1)[-1]
        with server.lock:
            times = server.slow[part] = server.slow.get(part, 0) + 1
        if times > server.patience:
            return super().raw(body, status, kind, headers)
        try:
            if server.stalls:
                time.sleep(30)
                return
            self.send_response(status)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            for byte in body:
                self.wfile.write(bytes([byte]))
                time.sleep(1)
        except OSError:
            pass
        self.close_connection = True


class SlowServer(fetch.Server):
    def __init__(self, city, stalls, patience):
        self.slow, self.stalls, self.patience = {}, stalls, patience
        super().__init__(city, size=100, handler=SlowHandler)


def impatient(work):
    """A folder with a curl that waits for two seconds instead of a minute."""
    folder = work + "/bin"
    os.makedirs(folder)
    real = shutil.which("curl")
    with open(folder + "/curl", "w") as file:
        file.write("#!/bin/sh\nsed -e 's/^speed-time = 60$/speed-time = 2/' | %s \"$@\"\n" % real)
    os.chmod(folder + "/curl", 0o755)
    return folder + ":" + os.environ["PATH"]


def slow(fieldpack, work):
    path = impatient(work)
    city = City(150)
    results = {}

    def go(name, server):
        results[name] = run([fieldpack, "fetch", server.service, "-o", work + "/" + name],
                            path=path)

    # All at once, because the time is waiting.
    names = {"trickles": SlowServer(city, False, 1), "stalls": SlowServer(city, True, 1),
             "hangs": SlowServer(city, False, 10**6)}
    threads = [threading.Thread(target=go, args=pair) for pair in names.items()]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(240)
    for name in ("trickles", "stalls"):
        done = results.get(name)
        expect(done and done.returncode == 0, "%s: %s" % (name, done and done.stderr))
        if done and done.returncode == 0:
            compare(work + "/" + name, city, name)
    done = results.get("hangs")
    expect(done and done.returncode == 75 and "SERVICE_UNREACHABLE" in done.stderr
           and "took too long" in done.stderr, "hangs: %s" % (done and done.stderr))
    expect(not os.path.exists(work + "/hangs"), "hangs was written")


# Attachments and referers


class LyingHandler(fetch.Handler):
    """Sends attachments that aren't what was listed, so many times. Tokens are bound to a page."""

    def answer(self, form):
        values = dict(urllib.parse.parse_qsl(form))
        if values.get("client") == "referer":
            self.server.referer = values.get("referer")
        elif "X-Esri-Authorization" in self.headers:
            if self.headers.get("Referer") != self.server.referer:
                return self.send({"error": {"code": 403, "message": "wrong referer"}})
        super().answer(form)

    def raw(self, body, status, kind, headers={}):
        server = self.server
        if kind == "image/jpeg":
            with server.lock:
                server.lies += 1
                lies = server.lies <= server.most
            if lies and server.lie == "error":
                return self.send({"error": {"code": 500, "message": "failed", "details": []}})
            if lies and server.lie == "length":
                # It announces more than it sends.
                self.send_response(200)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body[:len(body) // 2])
                self.close_connection = True
                return
            if lies:
                body = {"page": b"<html>Sign in</html>", "shorter": body[:-100],
                        "longer": body + b"x" * 100, "empty": b""}[server.lie]
        super().raw(body, status, kind, headers)


class LyingServer(fetch.Server):
    def __init__(self, city, lie, most):
        self.lie, self.most, self.lies, self.referer = lie, most, 0, None
        super().__init__(city, size=100, lasting=10**6, handler=LyingHandler)


def lies(fieldpack, work):
    city = City(60)
    more = {"FIELDPACK_PASSWORD": PASSWORD}
    for lie in ("page", "shorter", "longer", "empty", "error", "length"):
        server = LyingServer(city, lie, 3)
        folder = work + "/lies-" + lie
        done = attempt(fieldpack, server.service, folder, "--user", "anna", more=more)
        expect(done.returncode == 0, "%s: %s" % (lie, done.stderr))
        if done.returncode == 0:
            compare(folder, city, lie)
        if lie in ("error", "length"):
            continue
        server = LyingServer(city, lie, 10**6)
        done = attempt(fieldpack, server.service, folder + "-always", "--user", "anna", more=more)
        expect(refused(done, "SERVICE_ATTACHMENT_WRONG"), "always %s: %s" % (lie, done.stderr))
        expect(not os.path.exists(folder + "-always"), lie + " was written")


def judge(fieldpack, work):
    shutil.rmtree(work, ignore_errors=True)
    os.makedirs(work)
    hanging = threading.Thread(target=slow, args=(fieldpack, work))
    hanging.start()
    certificates(fieldpack, work)
    lies(fieldpack, work)
    hanging.join()
    for name, text in tree(work).items():
        expect(not any(secret in text for secret in SECRETS), "a secret is in " + name)


if __name__ == "__main__":
    judge(sys.argv[1], sys.argv[2])
    print(json.dumps({"problems": problems}))
