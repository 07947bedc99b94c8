package import GeoPackage
package import Geometry
package import MapModel
package import OrderedJSON

/// What a project is made from: a web map, and the GeoPackage with the records of its layers.
package struct ProjectSource: Sendable {
  /// The title of the map.
  package var title: String
  package var map: WebMap
  /// The name of the GeoPackage beside the project.
  package var store: String
  /// The layers from bottom to top, then the tables. Several may show one table of the store.
  package var tables: [Table]
  package var relationships: [Relation]
  /// The values that rules of the map set in fields of new records.
  package var fillings: [Filling] = []
  /// Whether attachments are files beside the project, not stored in rows.
  package var attachmentsAreFiles = true
  /// The files of the base map, top first.
  package var baseMaps: [BaseMapFile] = []
  /// The area's GeoJSON file beside the project; nil without an area.
  package var areaFile: String?
  /// The initial extent in the map's spatial reference; empty if unknown.
  package var extent: Envelope

  /// A layer or table.
  package struct Table: Sendable {
    /// The table in the GeoPackage.
    package var stored: GeoPackageTable
    package var layer: EffectiveLayer
    package var operational: OperationalLayer
    package var isEditable: Bool
    /// Which records of the stored table the layer shows, as a where clause; nil if all.
    package var filter: String?
    /// Nil for a table.
    package var spatialReference: SpatialReference?
    /// The attachment table; nil if it has none, or if another layer of the stored table has it.
    package var attachments: GeoPackageTable?

    /// Makes a table.
    package init(
      stored: GeoPackageTable, layer: EffectiveLayer, operational: OperationalLayer,
      isEditable: Bool, spatialReference: SpatialReference?, attachments: GeoPackageTable?
    ) {
      self.stored = stored
      self.layer = layer
      self.operational = operational
      self.isEditable = isEditable
      self.spatialReference = spatialReference
      self.attachments = attachments
    }
  }

  /// A relationship between two tables of the GeoPackage.
  package struct Relation: Sendable {
    /// Its ID in the relationship elements of pop-ups.
    package var id: Int?
    package var name: String
    /// The one side, with the column of its key.
    package var origin: String
    package var originColumn: String
    /// The many side.
    package var destination: String
    package var destinationColumn: String
    package var isComposite: Bool

    /// Makes a relation.
    package init(
      id: Int?, name: String, origin: String, originColumn: String, destination: String,
      destinationColumn: String, isComposite: Bool
    ) {
      self.id = id
      self.name = name
      self.origin = origin
      self.originColumn = originColumn
      self.destination = destination
      self.destinationColumn = destinationColumn
      self.isComposite = isComposite
    }
  }

  /// A value for a field of new records that the crew leaves empty. For moved records, the merge
  /// sets the value. A form that calculated it on every save would write null outside the polygons
  /// of the package.
  package struct Filling: Sendable {
    /// The table's name in the GeoPackage.
    package var table: String
    package var field: String
    package var value: Value

    package enum Value: Sendable {
      /// A literal of an expression.
      case constant(String)
      /// The column of the polygon that contains the feature.
      case polygon(table: String, column: String)

      /// A text, a number, or true or false; nil for any other value.
      package init?(constant json: JSON) {
        guard let literal = QGISExpression.literal(json) else { return nil }
        self = .constant(literal)
      }
    }

    /// Makes a filling.
    package init(table: String, field: String, value: Value) {
      self.table = table
      self.field = field
      self.value = value
    }
  }

  /// Makes a source without fillings and area.
  package init(
    title: String, map: WebMap, store: String, tables: [Table],
    relationships: [Relation], extent: Envelope
  ) {
    self.title = title
    self.map = map
    self.store = store
    self.tables = tables
    self.relationships = relationships
    self.extent = extent
  }

  /// The data source of a table of the store, relative to the project.
  func datasource(of table: String) -> String {
    "./\(store)|layername=\(table)"
  }

  /// The index of the layer that stands for a table of the store: one that shows all records, if
  /// there is any.
  func mainLayer(ofTable name: String) -> Int? {
    tables.firstIndex { $0.stored.name == name && $0.filter == nil }
      ?? tables.firstIndex { $0.stored.name == name }
  }
}

/// A part of the map that the project lacks or changes.
package struct ProjectNotice: Sendable, Equatable {
  /// The layer's title; empty for the map.
  package var layer: String
  /// The part, such as `label` or `pop-up text`.
  package var item: String
  /// What the project has instead.
  package var instead: String
}
