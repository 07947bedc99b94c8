package import Geometry

/// What a catalogue shows: the packages of a plan.
package struct CatalogueContent: Sendable {
  /// One package.
  package struct Package: Sendable {
    package var name: String
    package var file: String
    /// `complete`, `missing` and so on.
    package var state: String
    package var isComplete: Bool
    package var id: String
    package var size: Int
    /// The layers with the numbers of their records and attachments.
    package var layers: [(title: String, rows: Int, attachments: Int)]
    /// What a person should know, each with its severity.
    package var findings: [(severity: String, text: String)]
    /// The area in degrees; nil if it has no shape.
    package var shape: Geometry?
    /// Where people get the package; nil if it isn't known.
    package var link: String?

    package init(name: String, file: String, state: String, isComplete: Bool) {
      self.name = name
      self.file = file
      self.state = state
      self.isComplete = isComplete
      id = ""
      size = 0
      layers = []
      findings = []
    }
  }

  package var title: String
  /// The day of the packages, such as `2026-05-01`.
  package var date: String
  package var packages: [Package]

  package init(title: String, date: String, packages: [Package]) {
    self.title = title
    self.date = date
    self.packages = packages
  }
}
