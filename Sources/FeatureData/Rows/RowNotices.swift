/// Problems of single values that do not stop the reading of a source.
package enum ValueNotice: Int, Sendable, CaseIterable {
  /// The value does not have the field's type. It was kept as text.
  case wrongType
  /// The text exceeds the field's length in UTF-16 units.
  case textTooLong
  /// The value of a date field is not a date, or its column doesn't show whether the day or the
  /// month comes first.
  case notADate
  /// The date is before year 1 or after 9999.
  case dateOutOfRange
  /// The code is not in the field's coded value domain.
  case outsideDomain
  /// The number is outside the field's range domain.
  case outsideRange
  /// The type field of a row has an unknown type id.
  case typeUnknown
  /// The value is null, but the field requires a value.
  case nullNotAllowed
  /// JSON text has a lone surrogate, which is read as U+FFFD.
  case badText
  /// A row of a layer has no geometry.
  case geometryMissing
  /// A row has no GlobalID although the table has them.
  case globalIDMissing
  /// The GlobalID is not a UUID.
  case globalIDMalformed
  /// The geometry breaks the rules of its format and was repaired or dropped.
  case geometryInvalid
  /// The geometry has curves, so the row lost it.
  case geometryCurved
  /// The geometry is a collection of several kinds, so the row lost it.
  case geometryCollected
  /// Rings of the polygon cross themselves or each other.
  case ringsCross
}

/// Counts of notices by kind and column, each with a few sample values.
package struct RowNotices: Sendable, Equatable {
  /// One kind of notice in one column.
  package struct Entry: Sendable, Equatable {
    package var notice: ValueNotice
    /// The field's name. Empty if the notice is about the row.
    package var column: String
    package var count: Int
    fileprivate var kept: [Sample]

    /// Up to five samples, such as `row 17: "abc"`.
    package var samples: [String] { kept.map(\.text) }
  }

  /// A row and its value. The value is empty if the notice is about the row.
  fileprivate struct Sample: Sendable, Equatable {
    var row: Int
    var value: String

    var text: String { value.isEmpty ? "row \(row)" : "row \(row): \(value)" }
  }

  /// The maximum number of samples in an entry.
  package static let sampleLimit = 5

  package private(set) var entries: [Entry] = []
  /// The ways in which the GlobalIDs are written.
  package private(set) var globalIDForms: GlobalIDForms = []

  package init() {}

  /// Records one notice. The value is computed only if it is kept.
  package mutating func note(
    _ notice: ValueNotice, column: String, row: Int, value: @autoclosure () -> String = ""
  ) {
    guard let index = index(of: notice, column) else {
      let sample = Sample(row: row, value: value())
      entries.append(Entry(notice: notice, column: column, count: 1, kept: [sample]))
      return
    }
    entries[index].count += 1
    guard entries[index].kept.count < Self.sampleLimit else { return }
    entries[index].kept.append(Sample(row: row, value: value()))
  }

  /// Records how a GlobalID is written.
  mutating func noteForm(ofGlobalID text: Span<UInt8>) {
    globalIDForms.formUnion(GlobalIDForms(text))
  }

  /// Adds notices about later rows of the same table, which count from `firstRow`.
  package mutating func merge(_ later: RowNotices, firstRow: Int = 0) {
    globalIDForms.formUnion(later.globalIDForms)
    for var entry in later.entries {
      for sample in entry.kept.indices { entry.kept[sample].row += firstRow }
      guard let index = index(of: entry.notice, entry.column) else {
        entries.append(entry)
        continue
      }
      entries[index].count += entry.count
      let room = Self.sampleLimit - entries[index].kept.count
      entries[index].kept += entry.kept.prefix(room)
    }
  }

  private func index(of notice: ValueNotice, _ column: String) -> Int? {
    entries.firstIndex { $0.notice == notice && $0.column.utf8.elementsEqual(column.utf8) }
  }
}
