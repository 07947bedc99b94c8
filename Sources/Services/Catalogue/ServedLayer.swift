import Bytes
import MapModel
import OrderedJSON

/// A layer or table as its service describes it.
struct ServedLayer: Sendable {
  let address: ServiceAddress
  let definition: LayerDefinition
  /// When the service last changed a record, in milliseconds since 1970; nil if it doesn't say.
  let lastEdit: Int64?

  /// A digest of the fields and the geometry. Pages with others don't fit together.
  let fieldsDigest: String

  /// The largest page to ask for. Larger ones are no faster, and a cut costs more.
  private static let largestPage = 2_000

  /// Reads a layer's resource.
  ///
  /// - Throws: `ServicesError.answerUnusable` for another document.
  init(_ json: JSON, at address: ServiceAddress) throws(ServicesError) {
    var notices = MapNotices()
    guard let definition = try? LayerDefinition(json: json, notices: &notices), definition.isWhole
    else {
      throw .answerUnusable(
        address: address.description, expected: "the definition of a layer with its fields")
    }
    self.definition = definition
    self.address = address
    let form = ["fields", "geometryType", "hasZ", "hasM"].map { json[$0] ?? .null }
    let fields = JSONWriter.write(
      .array(form + [json["extent"]?["spatialReference"] ?? .null]))
    fieldsDigest = String(SHA256.hex(SHA256.of(fields.span)).prefix(16))
    let info = json["editingInfo"]
    lastEdit = (info?["lastEditDate"] ?? info?["dataLastEditDate"])?.int.map { Int64($0) }
  }

  /// The name for messages.
  var name: String { definition.name.isEmpty ? address.description : definition.name }

  /// The address of the layer's resource.
  var url: String { address.description }

  /// The most rows of one answer.
  var pageSize: Int {
    let most = definition.source["maxRecordCount"]?.int ?? Self.largestPage
    return max(1, min(most, Self.largestPage))
  }

  /// Whether answers can be sorted.
  var canSort: Bool {
    let advanced = definition.source["advancedQueryCapabilities"]
    return advanced?["supportsOrderBy"]?.bool ?? definition.source["supportsAdvancedQueries"]?.bool
      ?? false
  }

  /// Whether one question can ask for the attachments of many rows.
  var canListAttachments: Bool {
    definition.source["advancedQueryCapabilities"]?["supportsQueryAttachments"]?.bool ?? false
  }

  /// The field with the date of a row's last edit in UTC; nil if the service doesn't track edits.
  var editDateField: String? {
    let reference = definition.source["editFieldsInfo"]?["dateFieldsTimeReference"]
    let zone = reference?["timeZone"]?.string ?? "UTC"
    return zone == "UTC" ? definition.editFieldsInfo?.editDateField : nil
  }
}
