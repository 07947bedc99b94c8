import MapModel
import Markup
import OrderedJSON

/// The operations that crews can't do in a layer, and QField's settings for related records.
struct LayerLocks: Sendable {
  var locksAdding: Bool
  var locksAttributes: Bool
  var locksGeometry: Bool
  var locksDeleting: Bool
  /// The IDs of the relations in the layer's form.
  var relations: [String]
  /// The expression for the file names of new attachments, by field.
  var attachmentNames: [(field: String, expression: String)] = []
  /// The most list values that QField shows as buttons, as the form's author chose; 0 for none.
  var mostButtons = 0

  init(_ table: ProjectSource.Table, columns: [ProjectColumn], relations: [ProjectRelation]) {
    let layer = table.layer
    locksAdding = !table.isEditable || layer.allowsCreate == false
    locksAttributes = !table.isEditable || layer.allowsUpdate == false
    locksDeleting = !table.isEditable || layer.allowsDelete == false
    let allowsMoving = layer.definition.source["allowGeometryUpdates"]?.bool ?? true
    locksGeometry = locksAttributes || !allowsMoving
    self.relations = relations.map(\.id)
    mostButtons = columns.map(\.buttons).max() ?? 0
  }

  /// The locks of a table's attachment layer.
  init(attachmentsOf table: ProjectSource.Table, naming expression: String) {
    locksAdding = !table.isEditable
    locksAttributes = !table.isEditable
    locksGeometry = false
    locksDeleting = !table.isEditable
    relations = []
    attachmentNames = [(field: "path", expression: expression)]
  }

  /// QField's settings (`QFieldSync/…`). Its project tools decide how a layer is copied.
  /// `is_geometry_locked` is left out: before 2025 it stood for all locks, and QField's tools would
  /// use it instead of the finer ones.
  func node(of layer: String) -> XMLNode {
    var members: [(name: String, value: QGISOption)] = [
      ("QFieldSync/action", .string("no_action")), ("QFieldSync/cloud_action", .string("offline")),
      ("QFieldSync/is_feature_addition_locked", .bool(locksAdding)),
      ("QFieldSync/is_attribute_editing_locked", .bool(locksAttributes)),
      ("QFieldSync/is_geometry_editing_locked", .bool(locksGeometry)),
      ("QFieldSync/is_feature_deletion_locked", .bool(locksDeleting)),
    ]
    if !attachmentNames.isEmpty {
      var names = JSONObject()
      for name in attachmentNames { names.append(name.field, .string(name.expression)) }
      members.append(("QFieldSync/attachment_naming", .string(Self.text(names))))
    }
    if mostButtons > 0 {
      members.append(("QFieldSync/value_map_button_interface_threshold", .int(mostButtons)))
    }
    if !relations.isEmpty {
      // By default QField shows only four related records, without saying that there are more.
      var counts = JSONObject()
      for relation in relations { counts.append(relation, 1_000) }
      members.append(("QFieldSync/relationship_maximum_visible", .string(Self.text(counts))))
    }
    return QGISOption.map(members).customProperties
  }

  private static func text(_ object: JSONObject) -> String {
    String(decoding: JSONWriter.write(.object(object), style: .compact), as: UTF8.self)
  }
}

extension ProjectColumn {
  /// The number of values of a field with radio buttons, including null.
  fileprivate var buttons: Int {
    guard case .radioButtons? = input, case .codedValues(_, let values)? = field.domain else {
      return 0
    }
    return values.count + 1
  }
}
