"""Drives Chromium for walks that are the same in all engines."""
from pages.browser import Browser, chromium


# The keys that walks press, in WebDriver's form.
KEYS = {
    "\ue004": "Tab", "\ue007": "Enter", "\ue00e": "PageUp", "\ue00f": "PageDown", "\ue010": "End",
    "\ue011": "Home", "\ue012": "ArrowLeft", "\ue013": "ArrowUp", "\ue014": "ArrowRight",
    "\ue015": "ArrowDown"}


class Chromium:
    def __init__(self, page):
        self.page = page

    def go(self, url):
        self.page.goto(url)

    def back(self):
        self.page.go_back()

    def run(self, script):
        return self.page.evaluate("() => {%s}" % script)

    def act(self, sources):
        for action in sources[0]["actions"]:
            if action["type"] == "pointerMove":
                self.page.mouse.move(action["x"], action["y"])
            elif action["type"] == "pointerDown":
                self.page.mouse.down()
            elif action["type"] == "pointerUp":
                self.page.mouse.up()
            elif action["type"] == "keyDown":
                self.page.keyboard.down(KEYS[action["value"]])
            elif action["type"] == "keyUp":
                self.page.keyboard.up(KEYS[action["value"]])

    def type(self, selector, text):
        self.page.type(selector, text)

    def printed(self, orientation="portrait"):
        return self.page.pdf(landscape=orientation == "landscape", print_background=True)


def complaints(site, skip, steps, **options):
    if not chromium():
        skip("Chromium is absent")
        return
    trouble = []
    with Browser() as browser, browser.page(trouble) as page:
        yield from steps(site, Chromium(page))
    yield from trouble
