"""Compares totals and facets of 200 random filters with SQL over the demo's data."""
import csv
import datetime
import json
import random
import sqlite3
import zoneinfo

# The facets of the trees with their columns in SQL.
COLUMNS = {
    "Condition": "Condition", "Species": "CommonName", "Neighborhood": "Neighborhood", "DBH": "DBH",
    "PlantedBy": "PlantedBy", "PlantedDate": "PlantedDate", "SiteWidth": "SiteWidth", "SiteType": "SiteType",
    "Wires": "Wires",
}
# Those with ranges.
NUMBERS = {"DBH", "SiteWidth", "PlantedDate"}

# Sets each of the filters as a link has it, and returns the totals and the counts of the values.
RUN = """async (all) => {
  const layer = await FP.data.layer('trees'), columns = await FP.data.columns('trees');
  return all.map((chosen) => {
    const filters = new FP.Filters(layer.facets, columns, layer.count);
    const read = FP.hash.parseFilters(FP.hash.filtersText(chosen), layer.facets);
    Object.keys(read).forEach((column) => filters.set(column, read[column]));
    filters.run();
    const counts = {};
    filters.facets.filter((ready) => ready.kind === 'category').forEach((ready) => {
      counts[ready.facet.column] = ready.column.values.map(
        (value, code) => [value || null, filters.counts[ready.facet.column][code]]);
    });
    return { shown: filters.shown, counts };
  });
}"""


def day(site, milliseconds):
    """The days since 1970 of a date in the map's time zone, or None."""
    if milliseconds is None:
        return None
    zone = zoneinfo.ZoneInfo(site.meta["timeZone"])
    local = datetime.datetime.fromtimestamp(milliseconds / 1000, zone).date()
    return (local - datetime.date(1970, 1, 1)).days


def store(site):
    """The trees as a table with the names of their codes and of their species."""
    with open(site.source + "/service.json", encoding="utf-8") as file:
        layers = {layer["name"]: layer for layer in json.load(file)["layers"]}
    names = {field["name"]: {value["code"]: value["name"] for value in field["domain"]["codedValues"]}
             for field in layers["Trees"]["fields"]
             if (field.get("domain") or {}).get("type") == "codedValue"}
    with open(site.source + "/species.csv", encoding="utf-8", newline="") as file:
        species = {row["SpeciesCode"]: row["CommonName"] for row in csv.DictReader(file)}
    database = sqlite3.connect(":memory:")
    columns = list(COLUMNS.values())
    database.execute("CREATE TABLE trees (%s)" % ", ".join(columns))
    for tree in site.truth():
        values = dict(tree["properties"])
        values["CommonName"] = species.get(values.get("SpeciesCode"))
        values["PlantedDate"] = day(site, values.get("PlantedDate"))
        row = [names.get(name, {}).get(values.get(name), values.get(name)) for name in columns]
        database.execute("INSERT INTO trees VALUES (%s)" % ", ".join("?" * len(row)),
                         [None if value == "" else value for value in row])
    return database


def condition(column, chosen):
    """The condition in SQL, and its values."""
    name = COLUMNS[column]
    if "values" not in chosen:
        ends = [(end, chosen[key]) for end, key in ((">=", "from"), ("<=", "to")) if chosen[key] is not None]
        return (" AND ".join("%s %s ?" % (name, end) for end, _ in ends), [value for _, value in ends])
    some = [value for value in chosen["values"] if value is not None]
    text = "%s IN (%s)" % (name, ", ".join("?" * len(some)))
    text = "(%s OR %s IS NULL)" % (text, name) if None in chosen["values"] else \
        "(%s IS NOT NULL AND %s)" % (name, text)
    return ("NOT " + text if chosen["except"] else text, some)


def made(database, numbers):
    """A random filter of one to three columns."""
    chosen = {}
    for column in numbers.sample(sorted(COLUMNS), numbers.randint(1, 3)):
        name = COLUMNS[column]
        values = [row[0] for row in database.execute("SELECT DISTINCT %s FROM trees ORDER BY 1" % name)]
        if column in NUMBERS:
            ends = sorted(numbers.sample([value for value in values if value is not None], 2))
            lacks = numbers.randint(0, 3)
            chosen[column] = {"from": None if lacks == 1 else ends[0], "to": None if lacks == 2 else ends[1]}
        else:
            some = numbers.sample(values, numbers.randint(1, min(4, len(values))))
            chosen[column] = {"values": some, "except": numbers.random() < 0.3}
    return chosen


def rows(database, chosen, what, tail=""):
    parts = [condition(column, chosen[column]) for column in chosen]
    where = " AND ".join(text for text, _ in parts) or "1"
    return database.execute("SELECT %s FROM trees WHERE %s %s" % (what, where, tail),
                            [value for _, values in parts for value in values]).fetchall()


def complaints(site, browser, skip):
    if not site.source:
        skip("no source to compare with")
        return []
    found = []
    database, numbers = store(site), random.Random(26)
    filters = [made(database, numbers) for _ in range(200)]
    with browser.page(found) as page:
        page.goto(site.url("index.html"))
        page.wait_for_function("() => /in view/.test(document.querySelector('#count').textContent)")
        answers = page.evaluate(RUN, filters)
    for chosen, answer in zip(filters, answers):
        wanted = rows(database, chosen, "COUNT(*)")[0][0]
        if answer["shown"] != wanted:
            found.append("%r shows %d trees, wanted %d" % (chosen, answer["shown"], wanted))
        for column, counts in answer["counts"].items():
            if column not in COLUMNS:
                continue
            # A facet counts what its own filter leaves out, too.
            others = {name: chosen[name] for name in chosen if name != column}
            name = COLUMNS[column]
            truth = dict(rows(database, others, "%s, COUNT(*)" % name, "GROUP BY 1"))
            shown = {value: count for value, count in counts if count}
            if shown != truth:
                found.append("%r counts %r of %s, wanted %r" % (chosen, shown, column, truth))
    return found
