#!/usr/bin/env python3
"""Measures the map page of a published site in Chromium, opened from disk.

usage: site_speed.py SITE [--layer ID] [--runs 5] [--size 1280x800] [--ratio 1] [--against GEOJSON]

Prints one JSON object: milliseconds to the first full draw (best and median of the runs), and of a
frame while the map moves (whole extent, a quarter of it, streets), of a click, of a filter with the
counts of all facets, and of a search, each as median and 95th percentile; and megabytes of script
memory afterwards (heap and buffers). With --against, also the first draw of a page with the points
of a GeoJSON file in a variable, which draws an arc for each, like map exports; the two take turns.
Needs playwright (pip) and chromium. The times depend on the machine and its load.
"""
import argparse
import json
import os
import shutil
import statistics
import sys
import tempfile

MEASURE = """async (wanted) => {
  const page = FP.page, map = page.map;
  const rest = (time) => new Promise((done) => setTimeout(done, time));
  const layer = wanted || page.active.id;
  const spread = (times) => {
    const sorted = times.slice().sort((a, b) => a - b);
    const at = (part) => +sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))].toFixed(3);
    return { median: at(0.5), p95: at(0.95) };
  };
  const timed = (count, work) => {
    const times = [];
    for (let i = 0; i < count; i += 1) {
      const began = performance.now();
      work(i);
      times.push(performance.now() - began);
    }
    return spread(times);
  };
  const pan = async (times) => {
    map.fit(map.site.extent);
    map.zoomBy(Math.log2(times));
    await rest(300);
    return timed(40, (i) => { map.panBy(i % 8 < 4 ? 6 : -6, 3); map.drawNow(); });
  };
  await map.ready;
  while (!page.filters) await rest(20);
  const answer = { records: map.layer(layer).set.n };
  answer.frameWhole = await pan(1);
  answer.frameQuarter = await pan(4);
  answer.frameStreets = await pan(32);
  map.fit(map.site.extent);
  await rest(600);
  answer.click = timed(200, (i) => map.identify(40 + (i * 37) % 700, 40 + (i * 53) % 600));
  const facets = page.filters.facets;
  answer.filter = timed(30, (i) => {
    const ready = facets[i % Math.max(1, facets.length)];
    if (ready && ready.kind === 'category') {
      page.filters.set(ready.facet.column, { values: [ready.column.values[0]], except: i % 2 === 0 });
    } else if (ready) {
      page.filters.set(ready.facet.column, { from: ready.least, to: (ready.least + ready.most) / 2 });
    }
    page.filters.run();
  });
  facets.forEach((ready) => page.filters.set(ready.facet.column, null));
  const began = performance.now();
  const search = await FP.data.search(layer);
  answer.searchLoad = +(performance.now() - began).toFixed(1);
  const mask = new Uint8Array(answer.records);
  const line = search.text.slice(search.starts[Math.floor(answer.records / 2)]).split('\\n')[0];
  const words = line.split(' ').filter((word) => word.length > 2);
  const queries = ['e', words[0] || 'a', words.slice(0, 3).join(' '), line.slice(0, 30), 'zzzz'];
  answer.search = timed(25, (i) => FP.searching.marked(search, queries[i % queries.length], mask));
  await page.search(words[0] || 'a');
  await rest(1500);
  return answer;
}"""


PEER = """<!doctype html><title>GeoJSON in a variable</title>
<canvas id="map" width="1280" height="800"></canvas>
<script src="points.js"></script>
<script>
  var places = [], west = 180, south = 90, east = -180, north = -90;
  points.features.forEach(function (feature) {
    if (!feature.geometry) return;
    var at = feature.geometry.coordinates;
    west = Math.min(west, at[0]); east = Math.max(east, at[0]);
    south = Math.min(south, at[1]); north = Math.max(north, at[1]);
    places.push(at);
  });
  var pen = document.getElementById('map').getContext('2d');
  var step = Math.min(1280 / (east - west), 800 / (north - south));
  pen.fillStyle = '#1a7837';
  places.forEach(function (at) {
    pen.beginPath();
    pen.arc((at[0] - west) * step, (north - at[1]) * step, 3, 0, 2 * Math.PI);
    pen.fill();
  });
  pen.getImageData(0, 0, 1, 1);
  requestAnimationFrame(function () { window.drawn = performance.now(); });
</script>
"""


def opened(browser, options):
    width, height = (int(part) for part in options.size.split("x"))
    context = browser.new_context(
        viewport={"width": width, "height": height}, device_scale_factor=options.ratio)
    return context, context.new_page()


def peer_page(geojson, folder):
    """Writes the other page and returns its address."""
    with open(os.path.join(folder, "points.js"), "w") as script, open(geojson) as source:
        script.write("var points = ")
        shutil.copyfileobj(source, script)
    with open(os.path.join(folder, "index.html"), "w") as page:
        page.write(PEER)
    return "file://" + os.path.join(folder, "index.html")


def peer_draw(browser, address, options):
    context, page = opened(browser, options)
    page.goto(address, timeout=120_000)
    page.wait_for_function("window.drawn", timeout=120_000)
    time = page.evaluate("window.drawn")
    context.close()
    return time


def first_draws(browser, address, peer, options):
    """Times Fieldpack's page and the other one, in turns; the last page of Fieldpack stays open."""
    times, peers, page, context = [], [], None, None
    for _ in range(max(1, options.runs)):
        if context:
            context.close()
        if peer:
            peers.append(peer_draw(browser, peer, options))
        context, page = opened(browser, options)
        page.goto(address)
        page.evaluate("FP.data.meta().then(() => new Promise((done) => setTimeout(done)))"
                      ".then(() => FP.page.map.ready).then(() => 1)")
        times.append(page.evaluate("FP.page.map.firstDrawn"))
    return times, peers, page, context


def summed(times):
    return {"best": round(min(times)), "median": round(statistics.median(times))}


def memory(page, context):
    session = context.new_cdp_session(page)
    session.send("HeapProfiler.collectGarbage")
    usage = session.send("Runtime.getHeapUsage")
    total = usage["usedSize"] + usage.get("backingStorageSize", 0)
    return round(total / 1e6, 1)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("site")
    parser.add_argument("--layer", default="")
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--size", default="1280x800")
    parser.add_argument("--ratio", type=float, default=1)
    parser.add_argument("--against", default="")
    options = parser.parse_args()
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        sys.exit("site_speed.py needs playwright: pip install playwright")
    program = next(filter(None, map(shutil.which, ["chromium", "chromium-browser", "google-chrome"])), None)
    if not program:
        sys.exit("site_speed.py needs chromium")
    address = "file://" + os.path.abspath(os.path.join(options.site, "index.html"))
    with sync_playwright() as tools, tempfile.TemporaryDirectory() as folder:
        browser = tools.chromium.launch(
            executable_path=program, args=["--no-sandbox", "--headless=new"])
        peer = peer_page(options.against, folder) if options.against else None
        times, peers, page, context = first_draws(browser, address, peer, options)
        answer = {"firstDraw": summed(times)}
        if peers:
            answer["peerFirstDraw"] = summed(peers)
        answer.update(page.evaluate(MEASURE, options.layer))
        answer["memoryMB"] = memory(page, context)
        browser.close()
    print(json.dumps(answer, indent=2))


if __name__ == "__main__":
    main()
