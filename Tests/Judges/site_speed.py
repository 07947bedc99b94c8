#!/usr/bin/env python3
"""Measures the map page of a published site in Chromium, opened from the disk.

usage: site_speed.py SITE [--layer ID] [--runs 5] [--size 1280x800] [--ratio 1]

Prints one JSON object: milliseconds to the first full draw (best and median of the runs), of a
frame while the map moves (whole extent, a quarter of it, streets), of a click, of a filter with the
counts of all facets, and of a search, each as median and 95th percentile; and megabytes of script
memory after all of it (heap and buffers). Needs playwright (pip) and chromium. Compares nothing:
the times are those of the machine and of what else runs on it.
"""
import argparse
import json
import os
import shutil
import statistics
import sys

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
  answer.search = timed(25, (i) => FP.data.searched(search, queries[i % queries.length], mask));
  await page.search(words[0] || 'a');
  await rest(1500);
  return answer;
}"""


def first_draws(browser, address, options, runs):
    width, height = (int(part) for part in options.size.split("x"))
    times, page, context = [], None, None
    for _ in range(runs):
        if context:
            context.close()
        context = browser.new_context(
            viewport={"width": width, "height": height}, device_scale_factor=options.ratio)
        page = context.new_page()
        page.goto(address)
        page.evaluate("FP.data.meta().then(() => new Promise((done) => setTimeout(done)))"
                      ".then(() => FP.page.map.ready).then(() => 1)")
        times.append(page.evaluate("FP.page.map.firstDrawn"))
    return times, page, context


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
    options = parser.parse_args()
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        sys.exit("site_speed.py needs playwright: pip install playwright")
    program = next(filter(None, map(shutil.which, ["chromium", "chromium-browser", "google-chrome"])), None)
    if not program:
        sys.exit("site_speed.py needs chromium")
    address = "file://" + os.path.abspath(os.path.join(options.site, "index.html"))
    with sync_playwright() as tools:
        browser = tools.chromium.launch(
            executable_path=program, args=["--no-sandbox", "--headless=new"])
        times, page, context = first_draws(browser, address, options, max(1, options.runs))
        answer = {"firstDraw": {"best": round(min(times)), "median": round(statistics.median(times))}}
        answer.update(page.evaluate(MEASURE, options.layer))
        answer["memoryMB"] = memory(page, context)
        browser.close()
    print(json.dumps(answer, indent=2))


if __name__ == "__main__":
    main()
