"""Drives Firefox through Marionette, its own protocol, without a driver.

Under Marionette, Firefox relaxes its rules for files unless `remote.prefs.recommended` is false.
With relaxed rules, a walk from disk would prove nothing.
"""
import base64
import json
import os
import shutil
import socket
import tempfile
import time

from pages.engines import start, stop, walk

PREFERENCES = {
    "remote.prefs.recommended": False,
    "marionette.port": 0,
    "app.update.enabled": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    "browser.shell.checkDefaultBrowser": False,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
}


def program():
    return shutil.which("firefox-esr") or shutil.which("firefox")


class Firefox:
    def start(self):
        self.profile = tempfile.mkdtemp()
        with open(self.profile + "/user.js", "w") as file:
            for name, value in PREFERENCES.items():
                file.write("user_pref(%s, %s);\n" % (json.dumps(name), json.dumps(value)))
        self.process = start(
            [program(), "--headless", "--marionette", "--no-remote", "--profile", self.profile],
            env=dict(os.environ, HOME=self.profile, MOZ_HEADLESS="1"))
        self.socket = socket.create_connection(("127.0.0.1", self.port()), 60)
        self.buffer = b""
        self.number = 0
        self.read()
        self.ask("WebDriver:NewSession", {})

    def stop(self):
        stop(self.process)
        shutil.rmtree(self.profile, ignore_errors=True)

    def port(self):
        """Returns Firefox's port, which is in a file of the profile."""
        end = time.time() + 60
        while time.time() < end:
            try:
                with open(self.profile + "/MarionetteActivePort") as file:
                    return int(file.read())
            except (OSError, ValueError):
                time.sleep(0.2)
        raise TimeoutError("Firefox opens no port")

    def read(self):
        """Returns one message: its length, a colon, JSON."""
        while b":" not in self.buffer:
            self.more()
        length, _, rest = self.buffer.partition(b":")
        self.buffer = rest
        while len(self.buffer) < int(length):
            self.more()
        message, self.buffer = self.buffer[:int(length)], self.buffer[int(length):]
        return json.loads(message)

    def more(self):
        bytes = self.socket.recv(65536)
        if not bytes:
            raise ConnectionError("Firefox went away")
        self.buffer += bytes

    def ask(self, command, values):
        self.number += 1
        message = json.dumps([0, self.number, command, values]).encode()
        self.socket.sendall(b"%d:%s" % (len(message), message))
        _, _, error, result = self.read()
        if error:
            raise RuntimeError("%s: %s" % (command, error.get("message")))
        return result

    def go(self, url):
        self.ask("WebDriver:Navigate", {"url": url})

    def run(self, script):
        return self.ask("WebDriver:ExecuteScript", {"script": script, "args": []})["value"]

    def limit(self, seconds):
        """Sets how long a page may load."""
        self.ask("WebDriver:SetTimeouts", {"pageLoad": seconds * 1000})

    def back(self):
        self.ask("WebDriver:Back", {})

    def found(self, selector):
        element = self.ask("WebDriver:FindElement", {"using": "css selector", "value": selector})
        return next(iter(element["value"].values()))

    def act(self, sources):
        self.ask("WebDriver:PerformActions", {"actions": sources})

    def type(self, selector, text):
        self.ask("WebDriver:ElementSendKeys", {"id": self.found(selector), "text": text})

    def printed(self, orientation="portrait"):
        answer = self.ask("WebDriver:Print", {"orientation": orientation})
        return base64.b64decode(answer["value"])


def complaints(site, skip, steps=walk, neighbor="about.html"):
    if not program():
        skip("Firefox is absent")
        return
    if steps is walk and not site.source:
        skip("no source to compare with")
        return
    driver = Firefox()
    try:
        driver.start()
    except (OSError, RuntimeError) as error:
        driver.stop()
        skip("Firefox does not start: %s" % error)
        return
    try:
        # With the normal rules, a page on disk can't read the files beside it.
        driver.go(site.url("index.html"))
        read = driver.run(
            "const r = new XMLHttpRequest(); try { r.open('GET', '%s', false); r.send();"
            " return r.responseText.length; } catch (error) { return 0; }" % neighbor)
        if read:
            yield "the rules for files are lifted, the walk proves nothing"
        yield from steps(site, driver)
    finally:
        driver.stop()
