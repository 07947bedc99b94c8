/// What can be noticed about single values, without stopping the reading of a source.
package enum ValueNotice: Int, Sendable, CaseIterable {
  /// The value is not of the field's type; it was kept as text.
  case wrongType
  /// Text longer than the field's length, in UTF-16 units.
  case textTooLong
  /// A date before year 1 or after 9999, or not a date.
  case dateOutOfRange
  /// A code that is not in the field's coded value domain.
  case outsideDomain
  /// A number outside the field's range domain.
  case outsideRange
  /// A row whose type field holds the id of no type.
  case typeUnknown
  /// NULL in a field that must have a value.
  case nullNotAllowed
  /// A lone surrogate in JSON text, read as U+FFFD.
  case badText
  /// A row without geometry in a layer.
  case geometryMissing
  /// A row without a GlobalID in a table that has them.
  case globalIDMissing
  /// A GlobalID that is no UUID.
  case globalIDMalformed
  /// A geometry that breaks the rules of its format and was mended or left out.
  case geometryInvalid
}

/// Counts of notices by kind and column, each with the first few values as samples.
package struct RowNotices: Sendable, Equatable {
  /// One kind of notice in one column.
  package struct Entry: Sendable, Equatable {
    package var notice: ValueNotice
    /// The field's name; empty when the notice is about the row.
    package var column: String
    package var count: Int
    fileprivate var kept: [Sample]

    /// Up to five samples, such as `row 17: "abc"`.
    package var samples: [String] { kept.map(\.text) }
  }

  /// A row, and what of it was noticed; empty when the row itself is meant.
  fileprivate struct Sample: Sendable, Equatable {
    var row: Int
    var value: String

    var text: String { value.isEmpty ? "row \(row)" : "row \(row): \(value)" }
  }

  /// The most samples an entry keeps.
  package static let sampleLimit = 5

  package private(set) var entries: [Entry] = []
  /// The ways in which the GlobalIDs are written.
  package private(set) var globalIDForms: GlobalIDForms = []

  package init() {}

  /// Notes one case. The value is asked for only when it is kept.
  package mutating func note(
    _ notice: ValueNotice, column: String, row: Int, value: @autoclosure () -> String = ""
  ) {
    guard let index = place(of: notice, column) else {
      let sample = Sample(row: row, value: value())
      entries.append(Entry(notice: notice, column: column, count: 1, kept: [sample]))
      return
    }
    entries[index].count += 1
    guard entries[index].kept.count < Self.sampleLimit else { return }
    entries[index].kept.append(Sample(row: row, value: value()))
  }

  /// Notes how a GlobalID is written.
  mutating func noteForm(ofGlobalID text: Span<UInt8>) {
    globalIDForms.formUnion(GlobalIDForms(text))
  }

  /// Adds what was noticed in later rows of the same table, which count from `firstRow` on.
  package mutating func merge(_ later: RowNotices, firstRow: Int = 0) {
    globalIDForms.formUnion(later.globalIDForms)
    for var entry in later.entries {
      for place in entry.kept.indices { entry.kept[place].row += firstRow }
      guard let index = place(of: entry.notice, entry.column) else {
        entries.append(entry)
        continue
      }
      entries[index].count += entry.count
      let room = Self.sampleLimit - entries[index].kept.count
      entries[index].kept += entry.kept.prefix(room)
    }
  }

  private func place(of notice: ValueNotice, _ column: String) -> Int? {
    entries.firstIndex { $0.notice == notice && $0.column.utf8.elementsEqual(column.utf8) }
  }
}
