"""Drives WebKitGTK through its WebDriver, with its own browser, on a virtual screen."""
import base64
import json
import os
import shutil
import socket
import time
import urllib.error
import urllib.request

from pages.engines import start, stop, walk


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


class WebKit:
    def __init__(self):
        self.started = []
        self.session = ""
        self.port = free_port()

    def start(self):
        environment = dict(os.environ, WEBKIT_DISABLE_COMPOSITING_MODE="1",
                           WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS="1")
        if "DISPLAY" not in environment:
            reader, writer = os.pipe()
            self.run_beside(
                ["Xvfb", "-displayfd", str(writer), "-screen", "0", "1280x900x24"], environment,
                pass_fds=[writer])
            os.close(writer)
            environment["DISPLAY"] = ":" + os.read(reader, 16).decode().strip()
        self.run_beside(["WebKitWebDriver", "--port=%d" % self.port], environment)
        answer = self.patiently("/session", {"capabilities": {}})
        self.session = "/session/" + answer["sessionId"]

    def run_beside(self, arguments, environment, **options):
        self.started.append(start(arguments, env=environment, **options))

    def stop(self):
        if self.session:
            try:
                self.ask("", None, "DELETE")
            except OSError:
                pass
        for process in reversed(self.started):
            stop(process)

    def patiently(self, path, values):
        for _ in range(50):
            try:
                return self.ask(path, values)
            except (ConnectionError, urllib.error.URLError):
                time.sleep(0.2)
        raise TimeoutError("WebKitWebDriver does not answer")

    def ask(self, path, values, method="POST"):
        request = urllib.request.Request(
            "http://127.0.0.1:%d%s%s" % (self.port, self.session, path), method=method,
            data=json.dumps(values or {}).encode())
        try:
            with urllib.request.urlopen(request, timeout=120) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            raise RuntimeError("%s: %s" % (path, error.read()[:300]))

    def go(self, url):
        self.ask("/url", {"url": url})

    def run(self, script):
        return self.ask("/execute/sync", {"script": script, "args": []})

    def limit(self, seconds):
        """Sets how long a page may load."""
        self.ask("/timeouts", {"pageLoad": seconds * 1000})

    def back(self):
        self.ask("/back", {})

    def found(self, selector):
        element = self.ask("/element", {"using": "css selector", "value": selector})
        return "/element/" + next(iter(element.values()))

    def act(self, sources):
        self.ask("/actions", {"actions": sources})

    def type(self, selector, text):
        self.ask(self.found(selector) + "/value", {"text": text})

    def printed(self, orientation="portrait"):
        """Returns None, because WebKitGTK supports the command only in later versions."""
        try:
            return base64.b64decode(self.ask("/print", {"orientation": orientation}))
        except RuntimeError as error:
            if "unknown command" in str(error):
                return None
            raise


def complaints(site, skip, steps=walk):
    for needed in ("WebKitWebDriver", "Xvfb"):
        if not shutil.which(needed) and not (needed == "Xvfb" and "DISPLAY" in os.environ):
            skip(needed + " is absent")
            return
    if steps is walk and not site.source:
        skip("no source to compare with")
        return
    driver = WebKit()
    try:
        driver.start()
    except (OSError, RuntimeError) as error:
        driver.stop()
        skip("WebKit does not start: %s" % error)
        return
    try:
        yield from steps(site, driver)
    finally:
        driver.stop()
