import Bytes
import FeatureData
import MapModel
import Markup
import OrderedJSON
import Packages

/// Checks a table's pop-up before its records are read.
enum PopupChecks {
  static func findings(for table: PlannedTable, _ schema: TableSchema) -> [Finding] {
    fields(table, schema) + onlineMedia(table)
  }

  /// Reports fields that the pop-up shows but the layer lacks, except expressions and related
  /// fields.
  private static func fields(_ table: PlannedTable, _ schema: TableSchema) -> [Finding] {
    let names = (table.layer.popupInfo?["fieldInfos"]?.array ?? [])
      .compactMap { $0["fieldName"]?.string }
    let missing = names.filter { name in
      !name.hasPrefix("expression/") && !name.hasPrefix("relationships/")
        && !name.contains(".") && schema.column(named: name) == nil
    }
    guard !missing.isEmpty else { return [] }
    return [
      Finding(
        .popupFieldMissing, subject: table.title,
        "The pop-up shows \(NumberText.plural(missing.count, one: "field", many: "fields")) that "
          + "neither the layer nor the data has.", count: missing.count,
        samples: missing)
    ]
  }

  /// Reports pictures, sounds and films that the pop-up loads from the web. Addresses stored in
  /// records are unknown yet.
  private static func onlineMedia(_ table: PlannedTable) -> [Finding] {
    guard let popup = table.layer.popupInfo else { return [] }
    var count = 0
    for part in parts(of: popup) {
      let texts = [part["description"], part["text"]].compactMap { $0?.string }
      let items = part["mediaInfos"]?.array ?? []
      count += texts.reduce(0) { $0 + pictures(in: $1) }
      count += items.compactMap { $0["value"]?["sourceURL"]?.string }.count { source in
        HTMLAddress.allowed(source, isResource: true).flatMap(OnlineMedium.init) != nil
      }
    }
    guard count > 0 else { return [] }
    return [
      Finding(
        .popupMediaOnline, subject: table.title,
        "The pop-up shows "
          + NumberText.plural(count, one: "picture or recording", many: "pictures or recordings")
          + " from the web, which crews can't see without a network.",
        count: count)
    ]
  }

  /// The parts of a pop-up that are shown: its elements, or the pop-up itself if it has none.
  ///
  /// An element without its own text or media uses those of the pop-up.
  private static func parts(of popup: JSON) -> [JSON] {
    guard let elements = popup["popupElements"]?.array else { return [popup] }
    return elements.map { element in
      switch element["type"]?.string {
      case "text" where element["text"]?.string == nil:
        ["text": popup["description"] ?? .null]
      case "media" where element["mediaInfos"]?.array == nil:
        [
          "description": element["description"] ?? .null,
          "mediaInfos": popup["mediaInfos"] ?? .null,
        ]
      default: element
      }
    }
  }

  private static func pictures(in text: String) -> Int {
    var safe: [UInt8] = []
    return HTMLSanitizer.sanitize(Array(text.utf8).span, into: &safe).onlineMedia
  }
}
