package import GeoPackage
package import Geometry
package import MapModel
package import OrderedJSON

/// What a project is made from: a web map, and the GeoPackage that holds the rows of its layers.
package struct ProjectSource: Sendable {
  /// What people call the map.
  package var title: String
  package var map: WebMap
  /// The GeoPackage's name, beside the project.
  package var store: String
  /// Layers in the order of drawing, bottom first, then the tables.
  package var tables: [Table]
  package var relationships: [Relation]
  /// What fields of new rows take, by the rules of the map.
  package var fillings: [Filling] = []
  /// Whether photos lie beside the project, and not in the rows.
  package var photosAreFiles = true
  /// The area's GeoJSON file beside the project; nil where everything was packed.
  package var areaFile: String?
  /// Where the map opens, in its spatial reference; empty where it does not matter.
  package var extent: Envelope

  /// A layer or table.
  package struct Table: Sendable {
    /// As the GeoPackage has it.
    package var stored: GeoPackageTable
    package var layer: EffectiveLayer
    package var operational: OperationalLayer
    package var isEditable: Bool
    /// Nil for a table.
    package var spatialReference: SpatialReference?
    /// The media table of its photos; nil for none.
    package var attachments: GeoPackageTable?

    /// A table from its parts.
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

  /// A relationship with both ends in the GeoPackage.
  package struct Relation: Sendable {
    /// The id that the pop-ups' relationship elements name it by.
    package var id: Int?
    package var name: String
    /// The one side, and the column of its key.
    package var origin: String
    package var originColumn: String
    /// The many side.
    package var destination: String
    package var destinationColumn: String
    package var isComposite: Bool

    /// A relation from its parts.
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

  /// A field that is filled in new rows where the crew leaves it empty. In rows that are there it is
  /// the merge that follows a move: a form that works a value out again whenever a row is saved would
  /// put nothing over what is outside the polygons of the package.
  package struct Filling: Sendable {
    /// The table's name in the GeoPackage.
    package var table: String
    package var field: String
    package var value: Value

    package enum Value: Sendable {
      /// As an expression's literal.
      case constant(String)
      /// The column of the polygon the feature lies in.
      case polygon(table: String, column: String)

      /// A text, number or truth value; nil for anything else.
      package init?(constant json: JSON) {
        guard let literal = QGISExpression.literal(json) else { return nil }
        self = .constant(literal)
      }
    }

    /// A filling from its parts.
    package init(table: String, field: String, value: Value) {
      self.table = table
      self.field = field
      self.value = value
    }
  }

  /// A source without fillings and area.
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
}

/// What a project does not carry as the map has it.
package struct ProjectNotice: Sendable, Equatable {
  /// The layer's title; empty for the map.
  package var layer: String
  /// What is concerned, such as `label` or `pop-up text`.
  package var item: String
  /// What the project has instead.
  package var instead: String
}
