/// The changes of a merge, as the review page shows them. Points are in degrees.
package struct ReviewContent: Sendable, Equatable {
  /// The map's title.
  package var title: String
  /// The text beside the title, such as "package of 14 March 2026"; may be empty.
  package var subtitle: String
  /// Whether the page only shows the changes of one package and nothing can be decided.
  package var isReadOnly = false
  /// A digest of all inputs of the merge. A decision file applies to these inputs only.
  package var inputs: String
  /// The returned packages, in the order of the merge.
  package var packages: [Package]
  package var layers: [Layer]
  package var changes: [Change]
  /// Notes that do not belong to a single change.
  package var notes: [String]
  /// Unchanged features near the changes, drawn as gray dots.
  package var surroundings: [Point]

  package init(
    title: String, subtitle: String = "", inputs: String,
    packages: [Package], layers: [Layer], changes: [Change], notes: [String] = [],
    surroundings: [Point] = []
  ) {
    self.title = title
    self.subtitle = subtitle
    self.inputs = inputs
    self.packages = packages
    self.layers = layers
    self.changes = changes
    self.notes = notes
    self.surroundings = surroundings
  }

  /// A point in WGS 84 degrees.
  package struct Point: Sendable, Equatable {
    package var longitude: Double
    package var latitude: Double

    package init(longitude: Double, latitude: Double) {
      self.longitude = longitude
      self.latitude = latitude
    }
  }

  /// A returned package.
  package struct Package: Sendable, Equatable {
    /// The id in decision files.
    package var id: String
    /// The name, such as "Crew 3".
    package var name: String
    /// The days when it was built and last edited, such as "14 Mar 2026"; nil if unknown.
    package var built: String?
    package var edited: String?
    /// A note about the package, such as why it was refused.
    package var message: String?

    package init(
      id: String, name: String, built: String? = nil, edited: String? = nil,
      message: String? = nil
    ) {
      self.id = id
      self.name = name
      self.built = built
      self.edited = edited
      self.message = message
    }
  }

  /// A layer or table.
  package struct Layer: Sendable, Equatable {
    /// The table's name in the store, as in decision files.
    package var name: String
    package var title: String
    package var fields: [Field]

    package init(name: String, title: String, fields: [Field]) {
      self.name = name
      self.title = title
      self.fields = fields
    }
  }

  /// A column, including the geometry.
  package struct Field: Sendable, Equatable {
    package var name: String
    package var title: String

    package init(name: String, title: String) {
      self.name = name
      self.title = title
    }
  }
}
