import FeatureData
import Filters
import Geometry
import MapModel
import Packages

/// What an area takes of one layer: the records that pass a filter, and related ones.
package struct LayerFilter: Sendable, Equatable {
  /// The title or the ID of the layer or table.
  package var layer: String
  /// The clause, such as `CREW = 7`.
  package var expression: String

  package init(layer: String, expression: String) {
    self.layer = layer
    self.expression = expression
  }
}

extension PackagePlan {
  /// Sets the filters that the area has for layers.
  ///
  /// - Throws: ``PackagingError/noSuchLayer(name:layers:)``, or an error of a clause.
  mutating func select(_ filters: [LayerFilter]) throws {
    for filter in filters {
      guard let index = tables.firstIndex(where: { $0.isNamed(filter.layer) }) else {
        throw PackagingError.noSuchLayer(name: filter.layer, layers: titles)
      }
      tables[index].selection =
        tables[index].selection.map { "(\($0)) AND (\(filter.expression))" } ?? filter.expression
      // Compiled here, so that a mistake is found before any work.
      _ = try tables[index].selectionClause(now: 0)
    }
  }

  /// Whether it packs only some of the records that pass the layers' own filters.
  var selects: Bool { area != nil || tables.contains { $0.selection != nil } }
}
