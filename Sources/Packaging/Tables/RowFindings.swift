import Bytes
import FeatureData
import GeoPackage
import MapModel
import Packages
import Records
import SQLiteFile

extension RowNotices {
  /// Findings about the values of a table.
  func findings(for table: PlannedTable) -> [Finding] {
    var findings = entries.map { entry in
      if entry.notice == .globalIDMissing, let key = table.schema?.minting?.field {
        return keyFinding(for: table, entry, key: key)
      }
      let (id, message) = entry.notice.finding(column: entry.column, count: entry.count)
      let isMalformed = entry.notice == .globalIDMalformed
      return Finding(
        id, isMalformed ? .error : entry.notice.severity, subject: table.title, message,
        count: entry.count, samples: entry.samples,
        fix: isMalformed
          ? "Give every record a GlobalID with 32 hexadecimal digits." : entry.notice.fix)
    }
    if globalIDForms.isMixed {
      findings.append(
        Finding(
          .globalIDFormat, .information, subject: table.title,
          "GlobalIDs differ in form: case, braces or hyphens."))
    }
    return findings
  }

  /// Records that have neither a GlobalID nor a key to make one from.
  private func keyFinding(for table: PlannedTable, _ entry: Entry, key: String) -> Finding {
    Finding(
      .globalIDNull, subject: table.title,
      NumberText.plural(entry.count, one: "record has", many: "records have")
        + " no \(key) to make \(entry.count == 1 ? "its GlobalID" : "their GlobalIDs") from.",
      count: entry.count, samples: entry.samples,
      fix: "Give each record its own value in \(key), or name another field with "
        + "--mint-globalids.")
  }
}

extension ValueNotice {
  /// The code and message of a finding.
  ///
  /// - Parameters:
  ///   - column: the name of the field.
  ///   - count: how many records have the problem.
  fileprivate func finding(column: String, count: Int) -> (FindingID, String) {
    func counted(_ one: String, _ many: String) -> String {
      NumberText.plural(count, one: one, many: many)
    }
    let values = counted("value in \(column) is", "values in \(column) are")
    return switch self {
    case .wrongType: (.valueWrongType, "\(values) not of the field's type.")
    case .textTooLong:
      (
        .valueTooLong,
        counted("text in \(column) is", "texts in \(column) are") + " longer than the field."
      )
    case .notADate: (.valueDateInvalid, "\(values) not \(dates(count)) that Fieldpack can read.")
    case .dateOutOfRange:
      (.valueDateInvalid, "\(values) not \(dates(count)) between year 1 and 9999.")
    case .outsideDomain: (.valueNotInDomain, "\(values) not in the field's domain.")
    case .outsideRange: (.valueOutOfRange, "\(values) outside the field's range.")
    case .typeUnknown: (.valueSubtypeUnknown, "\(values) not a type of the layer.")
    case .nullNotAllowed:
      (
        .valueNull,
        "\(column) is null in \(counted("record", "records")), but the field requires a value."
      )
    case .badText:
      (
        .valueTextInvalid,
        counted("text in \(column) has", "texts in \(column) have")
          + " half a character (a lone surrogate)."
      )
    case .geometryMissing:
      (.geometryNull, counted("feature has", "features have") + " no geometry.")
    case .geometryInvalid:
      (.geometryInvalid, counted("geometry is", "geometries are") + " invalid.")
    case .geometryCurved:
      (
        .geometryInvalid,
        counted("geometry has", "geometries have")
          + " curves, which Fieldpack can't read. \(withoutGeometry(count))"
      )
    case .geometryCollected:
      (
        .geometryMixed,
        counted("feature has", "features have")
          + " a GeometryCollection of several types. \(withoutGeometry(count))"
      )
    case .ringsCross:
      (
        .ringsCross,
        counted("polygon has", "polygons have")
          + " rings that cross or touch themselves, or cross each other."
      )
    case .globalIDMissing:
      (.globalIDNull, counted("record has", "records have") + " no GlobalID.")
    case .globalIDMalformed:
      (
        .globalIDFormat,
        counted("GlobalID does", "GlobalIDs do") + " not have 32 hexadecimal digits."
      )
    }
  }

  /// The severity, if it isn't that of the code.
  fileprivate var severity: Severity? { self == .geometryCollected ? .warning : nil }

  /// What to do about it, if it isn't what the code says.
  fileprivate var fix: String? {
    if self == .geometryCurved {
      return "Export the layer again with returnTrueCurves=false, or convert the curves to lines "
        + "with Densify in ArcGIS."
    }
    return self == .geometryCollected
      ? "Make a feature for each geometry type, in a layer of its own." : nil
  }

  private func withoutGeometry(_ count: Int) -> String {
    "The \(count == 1 ? "record is" : "records are") packed without geometry."
  }

  private func dates(_ count: Int) -> String { count == 1 ? "a date" : "dates" }
}

extension TableAccount {
  /// Findings about the table as written.
  ///
  /// - Parameter passedCount: the number of records that passed the layer's filter.
  func findings(for table: PlannedTable, passedCount: Int) -> [Finding] {
    var findings: [Finding] = []
    // The ids that are made from keys were checked in all records.
    if !duplicates.isEmpty, table.schema?.minting == nil {
      let isKey = table.keyColumn != nil
      findings.append(
        Finding(
          isKey ? .tableKeyUnusable : .globalIDDuplicate, subject: table.title,
          NumberText.plural(duplicates.count, one: "record repeats", many: "records repeat")
            + (isKey
              ? " the \(table.key ?? "") of another record, so the key isn't unique."
              : " the GlobalID of another record."),
          count: duplicates.count,
          samples: duplicates.prefix(5).map { "rows \($0.rows.first) and \($0.rows.second)" }))
    }
    if rowCount == 0, (table.survey?.survey.rowCount ?? 0) > 0 {
      let filter = table.rowFilter
      findings.append(
        passedCount > 0
          ? Finding(.layerEmptyInArea, subject: table.title, "No records are in the area.")
          : Finding(
            .layerEmptyInArea, subject: table.title, "No records pass the layer's filter.",
            samples: filter.map { [$0] } ?? [],
            fix: "Check the layer's filter in the map, or leave the layer out with --without."))
    }
    return findings
  }
}
