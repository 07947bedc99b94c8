"""Chromium, started once, and pages in it that record every problem."""
import contextlib
import shutil

from playwright.sync_api import sync_playwright


def chromium():
    for name in ("chromium", "chromium-browser", "google-chrome"):
        if shutil.which(name):
            return shutil.which(name)
    return None


class Browser:
    def __enter__(self):
        self.playwright = sync_playwright().start()
        self.browser = self.playwright.chromium.launch(
            executable_path=chromium(),
            args=["--no-sandbox", "--disable-dev-shm-usage", "--enable-precise-memory-info",
                  "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1"])
        return self

    def __exit__(self, *error):
        self.browser.close()
        self.playwright.stop()

    @contextlib.contextmanager
    def page(self, trouble, **options):
        """Opens a page in its own context; its problems are added to `trouble`."""
        options.setdefault("viewport", {"width": 1280, "height": 800})
        context = self.browser.new_context(**options)
        # A slow machine is not a fault of the page.
        context.set_default_timeout(120_000)
        page = context.new_page()
        note(page, trouble)
        context.on("page", lambda other: note(other, trouble))
        try:
            yield page
        finally:
            context.close()


def note(page, trouble):
    def where():
        return "/".join(page.url.split("/")[-3:])

    def said(message):
        if message.type in ("error", "warning"):
            trouble.append("%s: console %s: %s" % (where(), message.type, message.text))

    def asked(request):
        if request.url.split(":")[0] not in ("file", "data", "blob"):
            trouble.append("%s: asks the network for %s" % (where(), request.url))

    def failed(request):
        # A page that is left cancels its requests.
        if "ERR_ABORTED" not in (request.failure or ""):
            trouble.append("%s: %s: %s" % (where(), request.url, request.failure))

    page.on("console", said)
    page.on("pageerror", lambda error: trouble.append("%s: %s" % (where(), error)))
    page.on("request", asked)
    page.on("requestfailed", failed)
    page.on("crash", lambda: trouble.append("%s: crashed" % where()))


QUIET = """() => ![...document.querySelectorAll('[role=status], .loading')]
    .some(one => /loading|making/i.test(one.textContent)) && !document.querySelector('.waiting')"""
FRAMES = "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"
# Uses the page's own clock, so that on slow machines the page's earlier timers run first.
REST = "() => new Promise(done => setTimeout(() => requestAnimationFrame(done), 250))"


def settled(page):
    """Waits until the page has loaded everything and shows its content."""
    page.wait_for_load_state("load")
    page.wait_for_function(QUIET)
    page.evaluate(FRAMES)
    if page.evaluate("() => document.querySelector('#list') && !(window.FP && FP.reviewPage)"):
        # Waits for what the page does after the map rests: the list and the link.
        page.evaluate(REST)
        page.wait_for_function(QUIET)
        page.evaluate(FRAMES)
