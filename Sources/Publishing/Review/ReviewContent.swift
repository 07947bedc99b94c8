/// What a merge brought, as the review page shows it: texts for people, places in degrees.
package struct ReviewContent: Sendable, Equatable {
  /// The map's title.
  package var title: String
  /// What stands beside the title: "218,602 trees, package of 14 March 2026"; may be empty.
  package var subtitle: String
  /// Whether it is only looked at: the changes of one package, which no merge has decided on.
  package var isReadOnly = false
  /// A digest of everything that went into the merge: a decision file is for these inputs only.
  package var inputs: String
  /// The returned packages, in the order they were merged.
  package var packages: [Package]
  package var layers: [Layer]
  package var changes: [Change]
  /// What is to be known beside single changes.
  package var notes: [String]
  /// Where features lie that did not change: grey dots.
  package var surroundings: [Place]

  package init(
    title: String, subtitle: String = "", inputs: String,
    packages: [Package], layers: [Layer], changes: [Change], notes: [String] = [],
    surroundings: [Place] = []
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

  /// A place in WGS 84 degrees.
  package struct Place: Sendable, Equatable {
    package var longitude: Double
    package var latitude: Double

    package init(longitude: Double, latitude: Double) {
      self.longitude = longitude
      self.latitude = latitude
    }
  }

  /// A returned package.
  package struct Package: Sendable, Equatable {
    /// What decisions name it by.
    package var id: String
    /// "Crew 3".
    package var name: String
    /// When it was built, and when it was edited last: "14 Mar 2026"; nil where that is not known.
    package var built: String?
    package var edited: String?
    /// What is to be said of it, as why it was refused.
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
    /// The table's name in the store, which decisions use.
    package var name: String
    package var title: String
    package var fields: [Field]

    package init(name: String, title: String, fields: [Field]) {
      self.name = name
      self.title = title
      self.fields = fields
    }
  }

  /// A column, the geometry too.
  package struct Field: Sendable, Equatable {
    package var name: String
    package var title: String

    package init(name: String, title: String) {
      self.name = name
      self.title = title
    }
  }
}
