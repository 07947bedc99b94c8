import Bytes
import Geometry
import OrderedJSON

/// The catalogue as one page that needs no other file: a list and a map of the packages, and on
/// paper a sheet to hand out for each.
package struct CataloguePage: Sendable {
  private let content: CatalogueContent
  private let templates: TemplateSet

  /// The most packages with sheets, which are most of the page.
  private static let mostSheets = 500

  /// - Throws: `MarkupError`.
  package init(_ content: CatalogueContent) throws {
    self.content = content
    templates = try TemplateSet(folder: nil)
  }

  /// The page's bytes.
  package func bytes() throws -> [UInt8] { try templates.render("catalogue", view) }

  private var view: JSON {
    let packages = content.packages
    let sketch = AreaSketch(packages.map(\.shape))
    let hasSheets = packages.count <= Self.mostSheets
    let complete = packages.filter(\.isComplete)
    return [
      "styleDigest": .string(templates.styleDigest(of: "catalogue")),
      "title": .string(content.title), "date": .string(content.date),
      "summary": .string(
        "\(NumberText.grouped(complete.count)) of "
          + NumberText.plural(packages.count, one: "package", many: "packages") + ", "
          + NumberText.bytes(complete.reduce(0) { $0 + $1.size })),
      "hasMap": .bool(sketch.height > 0), "width": .number(sketch.width),
      "height": .number(sketch.height),
      "areas": .array(
        packages.indices.filter { !sketch.paths[$0].isEmpty }.map { index in
          [
            "number": .number(index + 1), "path": .string(sketch.paths[index]),
            "x": .string(sketch.marks[index].x), "y": .string(sketch.marks[index].y),
            "name": .string(packages[index].name),
            "isIncomplete": .bool(!packages[index].isComplete),
          ]
        }),
      "packages": .array(
        packages.indices.map { view(of: packages[$0], number: $0 + 1, path: sketch.paths[$0]) }),
      "sheets": .bool(hasSheets),
    ]
  }

  private func view(of package: CatalogueContent.Package, number: Int, path: String) -> JSON {
    let rows = package.layers.reduce(0) { $0 + $1.rows }
    let attachments = package.layers.reduce(0) { $0 + $1.attachments }
    let code = package.link.flatMap { QRCode($0) }
    return [
      "number": .number(number), "name": .string(package.name), "file": .string(package.file),
      "href": .string(package.link ?? Self.percentEncoded(package.file)),
      "state": .string(package.state), "isComplete": .bool(package.isComplete),
      "id": .string(package.id), "size": .string(NumberText.bytes(package.size)),
      "rows": .string(NumberText.grouped(rows)), "rowWord": rows == 1 ? "record" : "records",
      "attachments": .string(NumberText.grouped(attachments)),
      "attachmentWord": attachments == 1 ? "attachment" : "attachments", "path": .string(path),
      "layers": .array(
        package.layers.map { layer in
          [
            "title": .string(layer.title), "rows": .string(NumberText.grouped(layer.rows)),
            "attachments": layer.attachments > 0
              ? .string(NumberText.grouped(layer.attachments)) : "",
          ]
        }),
      "hasFindings": .bool(!package.findings.isEmpty),
      "findings": .array(
        package.findings.map { ["severity": .string($0.severity), "text": .string($0.text)] }),
      "findingCount": .string(
        NumberText.plural(package.findings.count, one: "finding", many: "findings")),
      "link": package.link.map { .string($0) } ?? "",
      "code": code.map { code in
        ["side": .number(code.side + 8), "path": .string(code.svgPath)]
      } ?? false,
    ]
  }

  /// A file name as a relative address.
  package static func percentEncoded(_ name: String) -> String {
    var text = ""
    for byte in name.utf8 {
      let isPlain =
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
        || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
        || [UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~")]
          .contains(byte)
      if isPlain {
        text.unicodeScalars.append(UnicodeScalar(byte))
      } else {
        text += "%" + SHA256.hex([byte]).uppercased()
      }
    }
    return text
  }
}
