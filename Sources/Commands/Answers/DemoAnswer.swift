import Bytes
import Console
import Merging
import OrderedJSON
import Packages
import Packaging

/// The answer of the demo: what it made, and what to do next.
struct DemoAnswer: Sendable {
  let path: String
  let program: String
  let checked: [Finding]
  let built: PlanAnswer
  let merged: MergeReport

  func report(on terminal: Terminal) throws(BytesError) {
    if terminal.options.json {
      try terminal.print(document)
    } else {
      try terminal.summarize(Array(text(colored: terminal.outputIsColored).utf8))
    }
  }

  private var document: JSON {
    var document = JSONObject()
    document.append("schema", "fieldpack.demo/1")
    document.append("ok", true)
    document.append("folder", .string(path))
    document.append("package", .string("\(path)/\(DemoFolder.package)"))
    document.append("store", .string("\(path)/\(DemoFolder.store)"))
    document.append("site", .string("\(path)/\(DemoFolder.site)/index.html"))
    document.append("packageId", .string(built.report.packageID))
    document.append(
      "returned", .array(returned.map { .string("\(path)/\($0)") }))
    document.append("merged", .string("\(path)/\(DemoFolder.merged)"))
    document.append("review", .string("\(path)/\(DemoFolder.review)/index.html"))
    document.append("conflicts", .number(merged.conflicts.count))
    document.append("layers", .array(built.layers.map(\.json)))
    document.append("findings", .array(checked.map(\.json)))
    return .object(document)
  }

  private func text(colored: Bool) -> String {
    func heading(_ text: String) -> String { TextStyle.bold.apply(text, if: colored) + "\n" }
    var text = built.text(colored: colored)
    text += "  checked: \(checked.countText)\n\n"
    text += heading("Two crews returned")
    for package in merged.packages.indices {
      text += "  \(MergeReceipt(package, in: merged).line)\n"
    }
    text +=
      "  \(NumberText.plural(merged.conflicts.count, one: "conflict", many: "conflicts")) to decide; "
    text += NumberText.plural(merged.rules.values.count, one: "value", many: "values")
    text += " set by the map's rules\n\n"
    text += heading("Files") + lines(made) + "\n"
    text += heading("Open next") + lines(toOpen) + "\n"
    text += heading("Try")
    for command in commands { text += "  \(command)\n" }
    return text
  }

  /// A line for each path, with its meaning.
  private func lines(_ list: [(name: String, meaning: String)]) -> String {
    let shown = PrintableText.of(path)
    let width = (made + toOpen).map(\.name.count).max() ?? 0
    return list.map { name, meaning in
      "  \(shown)/\(name)\(String(repeating: " ", count: width - name.count))  \(meaning)\n"
    }.joined()
  }

  private var returned: [String] { DemoFolder.crews.map(DemoFolder.returned(by:)) }

  private var made: [(name: String, meaning: String)] {
    [
      (DemoFolder.mapFolder + "/", "the web map, its data and photos, as an office exports them"),
      (DemoFolder.package, "the package that a crew carries"),
      (DemoFolder.store, "the GeoPackage of the package"),
      ("attachments/", "the photos of the package"),
      (DemoFolder.edits + "/", "the edits of two crews and the office, to read and change"),
      (DemoFolder.returned + "/", "the package as each crew returned it"),
      (DemoFolder.office, "the office data, edited while the crews were away"),
    ]
  }

  private var toOpen: [(name: String, meaning: String)] {
    [
      (DemoFolder.site + "/index.html", "the map and its pop-ups, in a browser"),
      (
        DemoFolder.review + "/index.html",
        "the merge, to review and decide, in a browser"
      ),
      (DemoFolder.project, "the trees with their forms and photos, in QGIS"),
      (DemoFolder.merged, "the merged data, in QGIS"),
    ]
  }

  private var commands: [String] {
    func word(_ name: String) -> String { Self.word("\(path)/\(name)") }
    let program = Self.word(program)
    let map = word("\(DemoFolder.mapFolder)/map.json")
    let data = word(DemoFolder.mapFolder)
    let rules = word("\(DemoFolder.mapFolder)/bindings.json")
    let store = word(DemoFolder.store)
    let package = word(DemoFolder.package)
    let office = word(DemoFolder.office)
    let crew = DemoFolder.crews[0]
    let edits = word("\(DemoFolder.edits)/\(crew).json")
    let returned = returned.map(word)
    return [
      "ogrinfo -al -so \(store)",
      "\(program) inspect \(package)",
      "\(program) verify \(package)",
      "\(program) export \(package) --layer Trees -o trees.geojson",
      "\(program) site \(package) -o trees-site",
      "\(program) check \(map) --data \(data)",
      "\(program) build \(map) --data \(data) --area view -o view.mmpk",
      "\(program) edit \(package) --edits \(edits) --user \(crew) -o \(crew).mmpk",
      "\(program) diff \(returned[0]) --html \(crew)",
      "\(program) merge --into \(office) \(returned.joined(separator: " ")) --rules \(rules) "
        + "-o merged.gpkg --review review",
    ]
  }

  /// Returns a path as one word of a shell.
  private static func word(_ path: String) -> String {
    let isPlain = path.utf8.allSatisfy { byte in
      (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte & 0xDF) || byte >= 0x80
        || "/._-+,@%".utf8.contains(byte)
    }
    let isOption = path.hasPrefix("-")
    let name = isOption ? "./" + path : path
    return isPlain ? name : "'" + name.replacing("'", with: "'\\''") + "'"
  }
}
