import FeatureData
import Geometry
import Merging
package import Publishing

extension ReviewContent {
  /// Makes the review of a merge. It has a change for each record that the merge changed or
  /// reports.
  ///
  /// - Throws: `MergingError` if a record of the office data cannot be read.
  package init(_ source: ReviewSource) throws {
    let facts = try ReviewFacts(source)
    var builder = ReviewBuilder(source, facts)
    var changes: [Change] = []
    for key in facts.records(source.schema) {
      if let change = try builder.change(of: key) { changes.append(change) }
    }
    self.init(
      title: source.title, subtitle: source.subtitle, inputs: source.inputs,
      packages: source.packages,
      layers: source.schema.tables.map(Layer.init), changes: changes,
      notes: facts.notes.map(source.note), surroundings: try builder.surroundings(of: changes))
    isReadOnly = source.isReadOnly
  }
}

extension ReviewContent.Layer {
  fileprivate init(_ table: MergeTable) {
    self.init(
      name: table.name, title: table.title,
      fields: table.fields.map { field in
        ReviewContent.Field(
          name: field.name, title: field.role == .geometry ? "Location" : field.title)
      })
  }
}
