import Bytes
import Console
import Services

extension PushError: ExplainedError {
  /// Explains why edits can't be pushed.
  func explanation(_ context: ErrorContext) -> Explanation {
    switch self {
    case .targetUnknown(let text):
      explain(
        .serviceTargetUnknown, about: text.isEmpty ? "--to" : text,
        "is not the address of a feature service or of one of its layers")
    case .editsUnusable(let path, let expected):
      explain(.editFileInvalid, about: path, "expected \(expected)")
    case .undecided(let path, let conflicts):
      explain(
        .serviceUndecided, about: path,
        "nobody has decided "
          + NumberText.plural(conflicts, one: "conflict", many: "conflicts") + " of the merge")
    case .editsElsewhere(let target, let layers):
      explain(
        .serviceEditsElsewhere, about: target,
        "the edits are for other layers: " + layers.joined(separator: ", "))
    case .notEditable(let layer, let address, let operation):
      explain(
        .serviceNotEditable, about: layer, "\(address) doesn't let you \(operation) records")
    case .noGlobalIDs(let layer, let address):
      explain(
        .serviceNoGlobalIDs, about: layer,
        "\(address) has no GlobalIDs, or doesn't take those of new records")
    case .fieldMissing(let layer, let field):
      explain(.serviceFieldMissing, about: layer, "the service has no field \(field)")
    case .ledgerUnusable(let path):
      explain(.serviceLedgerDamaged, about: path, "is not a ledger of push, or is damaged")
    }
  }

  private func explain(
    _ code: ErrorCode, about subject: String, _ summary: String
  ) -> Explanation {
    Explanation(code, about: subject, summary, fix: code.generalFix)
  }
}
