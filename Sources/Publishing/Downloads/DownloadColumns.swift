import FeatureData
import MapModel
import Popups

/// The columns of a layer's downloads, in their order: the published fields, each followed by the
/// names of its codes if it has some, then the values that pop-ups compute.
struct DownloadColumns: Sendable {
  /// A column and what it shows.
  struct Column: Sendable {
    var name: String
    var source: Source
  }

  /// What a column shows.
  enum Source: Sendable, Equatable {
    /// The stored value of a column of the schema.
    case field(Int)
    /// The name of the code in a column of the schema.
    case name(Int)
    /// The first value of the record that the key in a column of the schema belongs to.
    case parentName
    /// A value that pop-ups compute, by its number.
    case computed(Int)
  }

  /// The end of the name of a column of names. The beginning is the field's name.
  private static let nameSuffix = "_name"

  let all: [Column]

  /// Creates the columns of fields and of values that pop-ups compute, without names of codes.
  ///
  /// - Parameter fields: The schema's columns to publish.
  init(_ layer: SiteLayer, fields: [Int], _ popups: PopupLayer) {
    self.init(layer, fields: fields, popups) { _ in nil }
  }

  /// Creates the columns with the names of codes.
  ///
  /// - Parameters:
  ///   - fields: The schema's columns to publish. Names of other columns have no influence, so that
  ///     no reader can tell that they exist.
  ///   - parent: The relation to the record that names a key; nil if there is none.
  init(_ layer: SiteLayer, fields: [Int], parent: Int?, _ popups: PopupLayer) {
    self.init(layer, fields: fields, popups) { index in
      if popups.hasNames(ofColumn: index) { return .name(index) }
      let column = layer.schema.firstFieldColumn + index
      return parent.flatMap { popups.isKey(column, ofRelation: $0) ? .parentName : nil }
    }
  }

  private init(
    _ layer: SiteLayer, fields: [Int], _ popups: PopupLayer, names: (Int) -> Source?
  ) {
    let schema = layer.schema
    var taken = Set(
      (fields.map { schema.columns[$0].field.name } + DownloadFormat.coordinateNames
        + Symbol.simplestyleNames).map { $0.lowercased() })
    var columns: [Column] = []
    for index in fields {
      let field = schema.columns[index].field
      columns.append(Column(name: field.name, source: .field(index)))
      guard let source = names(index) else { continue }
      columns.append(
        Column(name: Self.unique(field.name + Self.nameSuffix, &taken), source: source))
    }
    let computed = popups.computedColumns.names(beside: Array(taken))
    all = columns + computed.enumerated().map { Column(name: $1, source: .computed($0)) }
  }

  /// Returns a name that is not taken yet, ignoring case, with a number if it needs one.
  private static func unique(_ name: String, _ taken: inout Set<String>) -> String {
    var result = name
    var number = 2
    while !taken.insert(result.lowercased()).inserted {
      result = "\(name)_\(number)"
      number += 1
    }
    return result
  }

  /// The names of the values that pop-ups compute.
  var computedNames: [String] {
    all.compactMap { if case .computed = $0.source { $0.name } else { nil } }
  }

  /// The columns of names.
  var names: [Column] {
    all.filter {
      switch $0.source {
      case .name, .parentName: true
      case .field, .computed: false
      }
    }
  }
}
