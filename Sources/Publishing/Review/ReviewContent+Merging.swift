import FeatureData
import Geometry
package import Merging

extension ReviewContent {
  /// The review of a merge: a change for each record that it touched, or that is to be known of.
  ///
  /// - Throws: `MergingError` where a record of the current data cannot be read.
  package init(_ source: ReviewSource) throws(MergingError) {
    let facts = try ReviewFacts(source)
    var making = ReviewMaking(source, facts)
    var changes: [Change] = []
    for place in facts.records(source.schema) {
      if let change = try making.change(at: place) { changes.append(change) }
    }
    self.init(
      title: source.title, subtitle: source.subtitle, inputs: source.inputs,
      packages: source.packages,
      layers: source.schema.tables.map(Layer.init), changes: changes,
      notes: facts.notes.map(source.note), surroundings: making.surroundings(of: changes))
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
