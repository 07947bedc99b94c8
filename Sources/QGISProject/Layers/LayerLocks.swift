import MapModel
import Markup
import OrderedJSON

/// What crews may not do with a layer, and how QField shows what belongs to its rows.
struct LayerLocks: Sendable {
  var locksAdding: Bool
  var locksAttributes: Bool
  var locksGeometry: Bool
  var locksDeleting: Bool
  /// The relations whose rows stand in the layer's form, by id.
  var relations: [String]
  /// How QField names new photos, by field: an expression.
  var photoNames: [(field: String, expression: String)] = []
  /// Lists of so many values are buttons in QField, as the form's author chose; 0 for none.
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

  /// Those of the layer of a table's photos.
  init(photosOf table: ProjectSource.Table, naming expression: String) {
    locksAdding = !table.isEditable
    locksAttributes = !table.isEditable
    locksGeometry = false
    locksDeleting = !table.isEditable
    relations = []
    photoNames = [(field: "path", expression: expression)]
  }

  /// QField's own words (`QFieldSync/…`); what a layer is copied as comes from its project tools.
  /// Without `is_geometry_locked`, the one word that versions before 2025 had for all locks: where it
  /// stands, QField's project tools read it in the place of the finer ones.
  func node(of layer: String) -> XMLNode {
    var members: [(name: String, value: QGISOption)] = [
      ("QFieldSync/action", .string("no_action")), ("QFieldSync/cloud_action", .string("offline")),
      ("QFieldSync/is_feature_addition_locked", .bool(locksAdding)),
      ("QFieldSync/is_attribute_editing_locked", .bool(locksAttributes)),
      ("QFieldSync/is_geometry_editing_locked", .bool(locksGeometry)),
      ("QFieldSync/is_feature_deletion_locked", .bool(locksDeleting)),
    ]
    if !photoNames.isEmpty {
      var names = JSONObject()
      for name in photoNames { names.append(name.field, .string(name.expression)) }
      members.append(("QFieldSync/attachment_naming", .string(Self.text(names))))
    }
    if mostButtons > 0 {
      members.append(("QFieldSync/value_map_button_interface_threshold", .int(mostButtons)))
    }
    if !relations.isEmpty {
      // Four related records are shown otherwise, and no word of the others.
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
  /// The values of a field with radio buttons, the one for no value included.
  fileprivate var buttons: Int {
    guard case .radioButtons? = input, case .codedValues(_, let values)? = field.domain else {
      return 0
    }
    return values.count + 1
  }
}
