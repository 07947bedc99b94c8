package import OrderedJSON
import Records
import SQLiteFile

/// A row of `GDB_ServiceItems`: a service's description of itself or of one of its layers.
package struct ServiceItem: Sendable {
  static let table = "GDB_ServiceItems"

  /// The layer's number in the service; -1 for the service.
  package var id: Int64
  /// The table it is about.
  package var dataset: String
  /// The service's JSON response.
  package var info: JSONObject
  /// Whether it describes the service, not a layer.
  package var isService: Bool

  init?(_ row: NamedRow) throws {
    guard let id = row["ItemId"].integer, let text = row["ItemInfo"].text else { return nil }
    self.id = id
    dataset = CatalogItem.tableName(row["DatasetName"].text ?? "")
    isService = row["ItemType"].integer == 0
    var leniencies: [JSONLeniency] = []
    do throws(JSONError) {
      guard let object = try JSONParser.parse(Array(text.utf8), leniencies: &leniencies).object
      else { return nil }
      info = object
    } catch {
      throw GeodatabaseError.serviceItem(dataset: dataset, itemID: id)
    }
  }
}
