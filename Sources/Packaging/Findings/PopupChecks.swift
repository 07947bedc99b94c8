import FeatureData
import MapModel
import Markup
import OrderedJSON

/// What can be said of a table's pop-up before its rows are read.
enum PopupChecks {
  static func findings(for table: PlannedTable, _ schema: TableSchema) -> [Finding] {
    fields(table, schema) + onlinePictures(table)
  }

  /// Fields the pop-up shows and the layer lacks; expressions and related fields are not fields.
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
        "The pop-up shows fields that neither the layer nor the data has.", count: missing.count,
        samples: missing)
    ]
  }

  /// Pictures that the pop-up has from the web. Addresses that come from the rows are not known yet.
  private static func onlinePictures(_ table: PlannedTable) -> [Finding] {
    guard let popup = table.layer.popupInfo else { return [] }
    var count = 0
    for part in parts(of: popup) {
      let texts = [part["description"], part["text"]].compactMap { $0?.string }
      let items = part["mediaInfos"]?.array ?? []
      count += texts.reduce(0) { $0 + pictures(in: $1) }
      count += items.compactMap { $0["value"]?["sourceURL"]?.string }.count { source in
        HTMLAddress.allowed(source, isResource: true).flatMap(OnlinePicture.init) != nil
      }
    }
    guard count > 0 else { return [] }
    return [
      Finding(
        .popupMediaOnline, subject: table.title,
        "The pop-up shows pictures on the web, which are out of reach without a network.",
        count: count)
    ]
  }

  /// What of a pop-up is shown: its elements, which take from it what they do not have, else itself.
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
    return HTMLSanitiser.sanitise(Array(text.utf8).span, into: &safe)
  }
}
