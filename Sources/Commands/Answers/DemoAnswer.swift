import Bytes
import Console
import OrderedJSON
import Packaging

/// What the demo tells: what it made, where, and what to do with it.
struct DemoAnswer: Sendable {
  let path: String
  let program: String
  let checked: [Finding]
  let built: PlanAnswer

  func tell(on terminal: Terminal) throws(BytesError) {
    if terminal.options.json {
      try terminal.print(document)
    } else {
      try terminal.write(Array(text(colored: terminal.outputIsColored).utf8))
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
    document.append("layers", .array(built.layers.map(\.json)))
    document.append("findings", .array(checked.map(\.json)))
    return .object(document)
  }

  private func text(colored: Bool) -> String {
    func heading(_ text: String) -> String { TextStyle.bold.apply(text, if: colored) + "\n" }
    let shown = PrintableText.of(path)
    var text = built.text(colored: colored)
    text += "  checked: \(checked.countText)\n\n"
    text += heading("Made")
    for (name, what) in made {
      let gap = String(repeating: " ", count: 22 - name.count)
      text += "  \(shown)/\(name)\(gap)  \(what)\n"
    }
    text += "\n" + heading("Look at it")
    for command in commands { text += "  \(command)\n" }
    return text
  }

  private var made: [(String, String)] {
    [
      (DemoFolder.mapFolder + "/", "the web map, its data and photos, as an office exports them"),
      (DemoFolder.package, "the package a crew carries"),
      (DemoFolder.store, "the GeoPackage out of it: open it in QGIS"),
      ("attachments/", "the photos out of it"),
      (DemoFolder.site + "/index.html", "its pages: open this in a browser"),
    ]
  }

  private var commands: [String] {
    let program = Self.word(program)
    let map = Self.word("\(path)/\(DemoFolder.mapFolder)/map.json")
    let data = Self.word("\(path)/\(DemoFolder.mapFolder)")
    let store = Self.word("\(path)/\(DemoFolder.store)")
    let package = Self.word("\(path)/\(DemoFolder.package)")
    return [
      "ogrinfo -al -so \(store)",
      "qgis \(store)",
      "\(program) inspect \(package)",
      "\(program) verify \(package)",
      "\(program) export \(package) --layer Trees -o trees.geojson",
      "\(program) site \(package) -o trees-site",
      "\(program) check \(map) --data \(data)",
      "\(program) build \(map) --data \(data) --area view -o crew-07.mmpk",
    ]
  }

  /// A path as one word of a shell.
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
