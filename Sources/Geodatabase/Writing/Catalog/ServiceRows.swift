import Bytes
import MapModel
import OrderedJSON
import Records

/// Makes the rows of `GDB_ServiceItems`.
enum ServiceRows {
  static func rows(_ plan: CatalogPlan, _ datasets: [FinishedDataset]) -> [[SQLValue]] {
    var rows: [[SQLValue]] = []
    func add(_ type: Int64, _ json: JSON, id: Int, name: String, drawing: SQLValue) {
      let text = JSONWriter.write(json).span.repairedString()
      rows.append([
        .integer(Int64(rows.count) + 1), .integer(type), .text(text), .integer(Int64(id)),
        .text(name), drawing,
      ])
    }
    let content = plan.content
    if content.replica != nil {
      let name = content.service["name"]?.string ?? ""
      add(0, content.service, id: -1, name: name, drawing: nil)
    }
    for dataset in datasets where !dataset.entry.isForAttachments {
      let table = content.tables[dataset.entry.table]
      add(
        1, item(of: table, dataset), id: table.layerID, name: dataset.entry.name,
        drawing: SQLValue(table.advancedDrawing))
    }
    return rows
  }

  /// The service's description, with the field types of the file.
  private static func item(of table: GeodatabaseTable, _ dataset: FinishedDataset) -> JSON {
    var json = table.serviceItem
    guard case .array(var fields) = json["fields"] else { return json }
    for case .typeChanged(_, let name, let from, let to) in dataset.account.notes {
      for index in fields.indices
      where fields[index]["name"]?.string?.isSameName(as: name) == true
        && fields[index]["type"]?.string.flatMap({ FieldType(name: $0) }) == from
      {
        fields[index]["type"] = .string(to.rawValue)
      }
    }
    json["fields"] = .array(fields)
    return json
  }
}
