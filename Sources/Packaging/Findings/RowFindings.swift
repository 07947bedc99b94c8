import FeatureData
import GeoPackage
import MapModel
import SQLiteFile

extension RowNotices {
  /// What was noticed about values, as findings about a table.
  func findings(for table: PlannedTable) -> [Finding] {
    var findings = entries.map { entry in
      let (id, message) = entry.notice.finding(entry.column)
      let isMalformed = entry.notice == .globalIDMalformed
      return Finding(
        id, isMalformed ? .error : nil, subject: table.title, message, count: entry.count,
        samples: entry.samples,
        fix: isMalformed ? "Give every row a GlobalID of 32 hexadecimal digits." : nil)
    }
    if globalIDForms.isMixed {
      findings.append(
        Finding(
          .globalIDFormat, .information, subject: table.title,
          "GlobalIDs are written in several ways (case, braces or hyphens)."))
    }
    return findings
  }
}

extension ValueNotice {
  fileprivate func finding(_ column: String) -> (FindingID, String) {
    switch self {
    case .wrongType: (.valueWrongType, "Values of \(column) are not of the field's type.")
    case .textTooLong: (.textTooLong, "Texts of \(column) are longer than the field.")
    case .dateOutOfRange:
      (.dateOutOfRange, "Values of \(column) are no dates of the years 1 to 9999.")
    case .outsideDomain: (.domainValueOutside, "Values of \(column) are not in its domain.")
    case .outsideRange: (.rangeOutside, "Values of \(column) are outside its range.")
    case .typeUnknown: (.subtypeUnknown, "\(column) holds ids of no type of the layer.")
    case .nullNotAllowed: (.valueNull, "\(column) is empty although it must have a value.")
    case .badText: (.encoding, "Texts of \(column) hold half a character (a lone surrogate).")
    case .geometryMissing: (.geometryNull, "Features have no geometry.")
    case .geometryInvalid: (.geometryInvalid, "Geometries break the rules of their format.")
    case .globalIDMissing: (.globalIDNull, "Rows have no GlobalID.")
    case .globalIDMalformed: (.globalIDFormat, "GlobalIDs are not 32 hexadecimal digits.")
    }
  }
}

extension TableAccount {
  /// What the writer saw, as findings about a table.
  ///
  /// - Parameter passedCount: rows that passed the layer's own filter.
  func findings(for table: PlannedTable, passedCount: Int) -> [Finding] {
    var findings: [Finding] = []
    if !duplicates.isEmpty {
      let isKey = table.keyColumn != nil
      findings.append(
        Finding(
          isKey ? .keyUnusable : .globalIDDuplicate, subject: table.title,
          isKey
            ? "Several records have the same \(table.key ?? ""), so it can't tell them apart."
            : "Several rows have one GlobalID.",
          count: duplicates.count,
          samples: duplicates.prefix(5).map { "rows \($0.rows.first) and \($0.rows.second)" }))
    }
    if rowCount == 0, (table.survey?.survey.rowCount ?? 0) > 0 {
      let filter = table.layer.definition.definitionExpression
      findings.append(
        passedCount > 0
          ? Finding(.layerEmptyInArea, subject: table.title, "No row belongs to the area.")
          : Finding(
            .layerEmptyInArea, subject: table.title, "No row passes the layer's own filter.",
            samples: filter.map { [$0] } ?? [],
            fix: "Check the layer's filter in the map, or leave the layer out with --without."))
    }
    return findings
  }
}

extension FeatureDataError {
  /// A source that cannot be read, as a finding about its layer.
  ///
  /// - Parameter path: the source, for errors that do not name it; may be empty.
  func finding(subject: String, path: String) -> Finding {
    let id: FindingID =
      switch self {
      case .notUTF8, .nulByte: .encoding
      case .spatialReferenceUnknown: .crsUnknown
      case .spatialReference: .crsUnsupported
      case .mixedGeometry, .geometryTypeMismatch: .geometryMixed
      case .geometry: .geometryInvalid
      default: .layerSourceUnreadable
      }
    let message = "\(self)"
    return Finding(
      id, .error, subject: subject,
      path.isEmpty || message.contains(path) ? message : "\(path): \(message)", fix: fix)
  }
}
