import Bytes
import Geodatabase
import MapModel

extension GeodatabasePlan {
  /// Findings about differences between a package's geodatabase and its GeoPackage.
  func findings(_ accounts: [GeodatabaseTableAccount], _ notes: [GeodatabaseNote]) -> [Finding] {
    var findings: [Finding] = []
    for account in accounts {
      let subject = tables[account.table].title
      let changes = account.notes.compactMap(\.fieldChange)
      if !changes.isEmpty {
        findings.append(
          Finding(
            .geodatabaseFieldChanged, subject: subject,
            NumberText.plural(changes.count, one: "field is", many: "fields are")
              + " changed in the package's geodatabase to hold all values.",
            count: changes.count, samples: changes))
      }
      guard account.misfitCount > 0 else { continue }
      findings.append(
        Finding(
          .geodatabaseValueChanged, subject: subject,
          NumberText.plural(
            account.misfitCount, one: "value or shape differs", many: "values or shapes differ")
            + " in the package's geodatabase.",
          count: account.misfitCount, samples: account.misfits.prefix(5).map(\.text)))
    }
    for case .relationshipLeftOut(let name) in notes {
      guard let link = links.first(where: { $0.className == name }) else { continue }
      findings.append(
        Finding(
          .geodatabaseRelationLeftOut, subject: tables[link.origin].title,
          "The package's geodatabase doesn't have the relationship \(link.name), because it is "
            + "many-to-many.",
          fix: "No action is needed: the package has the records of both tables."))
    }
    return findings
  }
}

extension GeodatabaseNote {
  /// A change to a field that the plan couldn't foresee; nil for other notes.
  fileprivate var fieldChange: String? {
    switch self {
    case .typeChanged(_, let field, let from, let to):
      // The plan already reports types that geodatabases don't have.
      from.inGeodatabases == from ? "\(field): \(from.shortName) as \(to.shortName)" : nil
    case .textWidened(_, let field, let length): "\(field): \(length) characters"
    case .emptyValues(_, let field): "\(field): may be null"
    case .tableRenamed, .duplicateGlobalID, .relationshipLeftOut: nil
    }
  }
}

extension GeodatabaseTableAccount.Misfit {
  /// Such as `row 5, Height: the value is rounded`.
  fileprivate var text: String {
    let outcome =
      switch problem {
      case .wrongType: "the value has another type and is left out"
      case .rounded: "the value is rounded"
      case .beyondGrid: "the shape is outside the grid of its spatial reference and is left out"
      case .wrongKind(let kind): "the shape is a \(kind) and is left out"
      case .tooManyVertices: "the shape has too many vertices and is left out"
      case .moreDimensions: "the shape loses its heights or measures"
      case .fewerDimensions: "the shape gets 0 as heights or measures"
      }
    return "row \(objectID), \(field ?? "shape"): \(outcome)"
  }
}
