import OrderedJSON
package import Packages

/// What the package of an area will hold and cost.
package struct PackageEstimate: Sendable, Equatable {
  /// A layer or table of the package.
  package struct Layer: Sendable, Equatable {
    package var title: String
    package var rows: Int
    /// The bytes of its encoded records, which the stores hold with a little more around them.
    package var bytes: Int
    /// The number of its attachments, and their bytes.
    package var attachments: Int
    package var attachmentBytes: Int

    var json: JSON {
      [
        "title": .string(title), "rows": .number(rows), "bytes": .number(bytes),
        "attachments": .number(attachments), "attachmentBytes": .number(attachmentBytes),
      ]
    }

    init(title: String, rows: Int, bytes: Int, attachments: Int, attachmentBytes: Int) {
      self.title = title
      self.rows = rows
      self.bytes = bytes
      self.attachments = attachments
      self.attachmentBytes = attachmentBytes
    }

    init(json: JSON) {
      self.init(
        title: json["title"]?.string ?? "", rows: json["rows"]?.int ?? 0,
        bytes: json["bytes"]?.int ?? 0, attachments: json["attachments"]?.int ?? 0,
        attachmentBytes: json["attachmentBytes"]?.int ?? 0)
    }
  }

  package var layers: [Layer]
  package var parts: PackageParts

  package var rows: Int { layers.reduce(0) { $0 + $1.rows } }
  package var attachments: Int { layers.reduce(0) { $0 + $1.attachments } }
  package var attachmentBytes: Int { layers.reduce(0) { $0 + $1.attachmentBytes } }
  package var bytes: Int { parts.total }

  /// The seconds that one core of an ordinary machine needs, to spread work evenly. A package costs
  /// a little by itself, and the rest by its bytes.
  package var seconds: Double {
    let written = parts.total - parts.attachments
    let work = 0.02 + Double(written) / 40e6 + Double(parts.attachments) / 200e6
    return (work * 1_000).rounded() / 1_000
  }
}
