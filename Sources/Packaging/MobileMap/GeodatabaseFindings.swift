import Geodatabase
import MapModel

extension GeodatabasePlan {
  /// What a geodatabase came to have otherwise than its package's other store.
  func findings(_ accounts: [GeodatabaseTableAccount], _ notes: [GeodatabaseNote]) -> [Finding] {
    var findings: [Finding] = []
    for account in accounts {
      let subject = tables[account.table].stored.layer.title
      let changes = account.notes.compactMap(\.fieldChange)
      if !changes.isEmpty {
        findings.append(
          Finding(
            .geodatabaseFieldChanged, subject: subject,
            "Fields are other ones in the package's geodatabase, so that they hold their values.",
            count: changes.count, samples: changes))
      }
      guard account.misfitCount > 0 else { continue }
      findings.append(
        Finding(
          .geodatabaseValueChanged, subject: subject,
          "Values or shapes are not in the package's geodatabase as they are.",
          count: account.misfitCount, samples: account.misfits.prefix(5).map(\.text)))
    }
    for case .relationshipLeftOut(let name) in notes {
      guard let link = links.first(where: { $0.className == name }) else { continue }
      findings.append(
        Finding(
          .geodatabaseRelationLeftOut, subject: tables[link.origin].stored.layer.title,
          "The relationship \(link.name) is not in the package's geodatabase: it is one of many to "
            + "many.",
          fix: "Nothing to do: the rows of both tables are packed."))
    }
    return findings
  }
}

extension GeodatabaseNote {
  /// What became of a field that the plan could not know; nil for another note.
  fileprivate var fieldChange: String? {
    switch self {
    case .typeChanged(_, let field, let from, let to):
      // Those that have no such type are told before.
      from.inGeodatabases == from ? "\(field): \(from.shortName) as \(to.shortName)" : nil
    case .textWidened(_, let field, let length): "\(field): \(length) characters"
    case .emptyValues(_, let field): "\(field): may be empty"
    case .tableRenamed, .duplicateGlobalID, .relationshipLeftOut: nil
    }
  }
}

extension GeodatabaseTableAccount.Misfit {
  /// Such as `row 5, Height: rounded`.
  fileprivate var text: String {
    let outcome =
      switch problem {
      case .wrongType: "of another type, left out"
      case .rounded: "rounded"
      case .beyondGrid: "beyond the grid of its spatial reference, left out"
      case .wrongKind(let kind): "a \(kind), left out"
      case .tooManyVertices: "of more vertices than it can have, left out"
      case .moreDimensions: "without its heights or measures"
      case .fewerDimensions: "with 0 for heights or measures"
      }
    return "row \(objectID), \(field ?? "shape"): \(outcome)"
  }
}
