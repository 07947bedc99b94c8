import FoundationEssentials
import TestSupport

// The site of the city, compared with other generators that make a page for each of 50,000 trees.
// Their pages have only a table of the tree's fields: no map, lists, search or related records.
extension Jobs {
  /// The number of pages that a peer makes.
  private static let pages = 50_000

  var package: String { inputs.path("site/city.mmpk") }
  private var script: String { inputs.path("site/pages.py") }

  /// Makes the package to publish, and the peers' program and content.
  func prepareSite() throws {
    let files = FileManager.default
    try files.createDirectory(atPath: inputs.path("site"), withIntermediateDirectories: true)
    try Data(Self.pageMaker.utf8).write(to: URL(filePath: script))
    let content = inputs.path("site/hugo")
    // Hugo may have been installed after the other inputs were made.
    if let python = Tool.python3, Tool(named: "hugo") != nil, !files.fileExists(atPath: content) {
      _ = try ChildProcess.run(
        [
          python.path, script, "hugo", inputs.path("geojson/trees.geojson"), content,
          "\(Self.pages)",
        ], folder: folder)
    }
    if !files.fileExists(atPath: package) {
      _ = try ChildProcess.run(
        [
          fieldpack, "build", inputs.path("city-map.json"), "--data", inputs.path("city"), "-o",
          package, "-q", "-f", "--review", "never",
        ], folder: folder, accepts: [0, 1])
    }
    guard !files.fileExists(atPath: changedPackage) else { return }
    try inputs.write(
      """
      [{"id": "Trees", "updates": [{"attributes": {"OBJECTID": 100000, "Condition": "Dead"}}]}]
      """, to: "site/edit.json")
    _ = try ChildProcess.run(
      [
        fieldpack, "edit", package, "--edits", inputs.path("site/edit.json"), "-o",
        changedPackage, "-q", "-f",
      ], folder: folder, accepts: [0, 1])
  }

  /// The package with one changed tree.
  private var changedPackage: String { inputs.path("site/changed.mmpk") }

  /// Updates a site twice, each time with one changed tree: the change, and the change back.
  var siteAgain: Job {
    func steps(_ output: (String) -> String) -> [[String]] {
      [changedPackage, package].map { [fieldpack, "site", $0, "-o", output($0), "-q", "-f"] }
    }
    let site = folder + "/kept-site"
    let new = [changedPackage, package].indices.map { folder + "/new-site-\($0)" }
    return Job(
      name: "site-again", title: "the site of the city twice, with one changed tree", bar: 3,
      ours: Contestant(
        name: "fieldpack, over an earlier site", steps: steps { _ in site },
        output: site + "/bookmarks.html"),
      peers: [
        Contestant(
          name: "fieldpack, new sites",
          steps: steps { $0 == package ? new[0] : new[1] }, output: new[0], leftovers: [new[1]])
      ])
  }

  var site: Job {
    let output = folder + "/peer-site"
    let source = inputs.path("geojson/trees.geojson")
    let hugo = Contestant(
      name: "Hugo, 50,000 pages",
      steps: [["hugo", "--quiet", "-s", inputs.path("site/hugo"), "-d", output]], output: output)
    let jinja = Contestant(
      name: "Jinja2, 50,000 pages",
      steps: [["python3", script, "jinja", source, output, "\(Self.pages)"]], output: output)
    return Job(
      name: "site", title: "the whole city → site of 382,000 records", bar: 2,
      ours: Contestant(
        name: "fieldpack",
        steps: [[fieldpack, "site", package, "-o", folder + "/our-site", "-q"]],
        output: folder + "/our-site"),
      peers: Tool(named: "hugo") == nil ? [jinja] : [hugo, jinja])
  }

  /// Writes a page for each of the first features of a GeoJSON file with Jinja2, or the content
  /// files and a layout for Hugo.
  private static let pageMaker = """
    import json, os, sys

    kind, source, target, count = sys.argv[1], sys.argv[2], sys.argv[3], int(sys.argv[4])
    features = json.load(open(source))['features'][:count]
    if kind == 'jinja':
        import jinja2
        text = '<!doctype html><title>{{ p.Address }}</title><h1>{{ p.Address }}</h1><table>'
        text += '{% for k, v in p.items() %}<tr><th>{{ k }}</th><td>{{ v }}</td></tr>{% endfor %}'
        page = jinja2.Environment(autoescape=True).from_string(text + '</table>')
        os.makedirs(target)
        for number, feature in enumerate(features):
            with open(f'{target}/{number}.html', 'w') as file:
                file.write(page.render(p=feature['properties']))
    else:
        os.makedirs(target + '/content/tree', exist_ok=True)
        os.makedirs(target + '/layouts/_default', exist_ok=True)
        with open(target + '/config.toml', 'w') as file:
            file.write('disableKinds = ["taxonomy", "term", "RSS", "sitemap", "home", "section"]')
        with open(target + '/layouts/_default/single.html', 'w') as file:
            file.write('<!doctype html><title>{{ .Title }}</title><h1>{{ .Title }}</h1><table>')
            file.write('{{ range $k, $v := .Params.tree }}<tr><th>{{ $k }}</th>')
            file.write('<td>{{ $v }}</td></tr>{{ end }}</table>')
        for number, feature in enumerate(features):
            with open(f'{target}/content/tree/{number}.md', 'w') as file:
                about = {'title': feature['properties']['Address'], 'tree': feature['properties']}
                json.dump(about, file)
    """

  /// Publishes the city once and opens it for each run; null if there is no browser.
  func mapPage(runs: Int) throws -> MapPage? {
    guard let python = Tool.python3 else { return nil }
    let site = folder + "/map-page"
    let answer = folder + "/map-page.json"
    let script = Fixture.repository + "/Tests/Judges/site_speed.py"
    _ = try ChildProcess.run(
      [fieldpack, "site", package, "-o", site, "-q"], folder: folder, accepts: [0, 1])
    defer { try? FileManager.default.removeItem(atPath: site) }
    let measure = [
      python.path, script, site, "--layer", "trees", "--runs", "\(runs)", "--against",
      inputs.path("geojson/trees.geojson"),
    ]
    guard (try? ChildProcess.run(measure, folder: folder, output: answer)) != nil else {
      return nil
    }
    return try JSONDecoder().decode(
      MapPage.self, from: Data(contentsOf: URL(filePath: answer)))
  }
}
