import Bytes
import FeatureData

/// The decisions of several reviewers for one merge. If two decide differently, the file that was
/// named last counts, and both choices are reported. Choices for a package that another reviewer
/// refused as a whole don't count.
package struct UnitedDecisions: Sendable {
  private let files: [DecisionFile]
  /// What a reviewer did with a whole package.
  private static let (refusal, acceptance) = ("refused it", "accepted it")

  /// A package that is refused as a whole.
  package struct Refused: Sendable, Equatable {
    /// Its file name.
    var name: String
    /// The path of the decision file.
    var file: String
  }

  /// Two different decisions about the same record, field or package.
  package struct Disagreement: Sendable {
    /// The record or field; nil for a whole package.
    var target: MergeDecisions.Target?
    /// The file name of the package; nil for a record or field.
    var package: String?
    /// What merge doesn't follow.
    var overruled: Statement
    /// What merge follows.
    var followed: Statement

    /// What a file says.
    struct Statement: Sendable {
      var file: String
      var choice: String
    }
  }

  /// Unites files in the order in which they were named. Nil without files.
  package init?(_ files: [DecisionFile]) {
    guard !files.isEmpty else { return nil }
    self.files = files
  }

  /// The packages that are refused as a whole, by their index, ascending. Accepting a package in a
  /// later file takes that back.
  ///
  /// - Parameter packages: The file names of all packages, in merge order.
  /// - Throws: ``MergingError/decisions(path:expected:)`` if a file was made for other inputs, or if
  ///   a name does not match exactly one package.
  package func refusedPackages(
    of packages: [String], inputs: String
  ) throws -> (packages: [(index: Int, refused: Refused)], disagreements: [Disagreement]) {
    var refused: [Int: String] = [:]
    var accepted: [Int: String] = [:]
    var disagreements: [Disagreement] = []
    func disagree(_ package: Int, _ overruled: Disagreement.Statement, _ file: DecisionFile) {
      let choice = overruled.choice == Self.refusal ? Self.acceptance : Self.refusal
      disagreements.append(
        Disagreement(
          package: packages[package], overruled: overruled,
          followed: .init(file: file.path, choice: choice)))
    }
    for file in files {
      let refusing = try file.refusedPackages(of: packages, inputs: inputs)
      for package in file.acceptedPackages(of: packages) where !refusing.contains(package) {
        if let other = refused.removeValue(forKey: package) {
          disagree(package, .init(file: other, choice: Self.refusal), file)
        }
        accepted[package] = file.path
      }
      for package in refusing.sorted() {
        if let other = accepted.removeValue(forKey: package) {
          disagree(package, .init(file: other, choice: Self.acceptance), file)
        }
        refused[package] = file.path
      }
    }
    let found = refused.sorted { $0.key < $1.key }.map { index, file in
      (index: index, refused: Refused(name: packages[index], file: file))
    }
    return (found, disagreements)
  }

  /// The decisions for a merge.
  ///
  /// - Parameters:
  ///   - packages: The file names of the packages in merge order, without refused packages.
  ///   - refused: The refused packages.
  /// - Throws: ``MergingError/decisions(path:expected:)`` if a decision names an unknown table,
  ///   record, field or package.
  package func decisions(
    for schema: MergeSchema, packages: [String], refused: [Refused]
  ) throws -> (decisions: MergeDecisions, disagreements: [Disagreement]) {
    var accepted: [Int] = []
    var chosen: [MergeDecisions.Target: (choice: MergeDecisions.Choice, file: String)] = [:]
    var disagreements: [Disagreement] = []
    for file in files {
      for package in file.acceptedPackages(of: packages) where !accepted.contains(package) {
        accepted.append(package)
      }
      let choices = try file.choices(
        for: schema, packages: packages, refused: refused.map(\.name))
      for refused in refused where refused.file != file.path {
        let count = file.choiceCount(ofPackage: refused.name)
        guard count > 0 else { continue }
        disagreements.append(
          Disagreement(
            package: refused.name,
            overruled: .init(
              file: file.path,
              choice: "has \(NumberText.plural(count, one: "choice", many: "choices")) for it"),
            followed: .init(file: refused.file, choice: Self.refusal)))
      }
      for (target, choice) in choices {
        if let other = chosen[target], other.choice != choice, other.file != file.path {
          disagreements.append(
            Disagreement(
              target: target,
              overruled: .init(file: other.file, choice: other.choice.text(packages)),
              followed: .init(file: file.path, choice: choice.text(packages))))
        }
        chosen[target] = (choice, file.path)
      }
    }
    // A choice for a field overrides one for its whole record, in any order of the files.
    for (target, own) in chosen where target.field != nil {
      guard let whole = chosen[.init(table: target.table, id: target.id)], whole.file != own.file,
        whole.choice != own.choice
      else { continue }
      disagreements.append(
        Disagreement(
          target: target,
          overruled: .init(
            file: whole.file, choice: whole.choice.text(packages) + " for the whole record"),
          followed: .init(file: own.file, choice: own.choice.text(packages))))
    }
    return (
      MergeDecisions(chosen.mapValues(\.choice), accepted: accepted),
      disagreements.sorted(by: Disagreement.precedes)
    )
  }
}

extension UnitedDecisions.Disagreement {
  /// The order of reports: by table, record and field.
  fileprivate static func precedes(_ one: Self, _ other: Self) -> Bool {
    guard let left = one.target, let right = other.target else {
      return one.target == nil && other.target != nil
    }
    if left.table != right.table { return left.table < right.table }
    if left.id != right.id { return left.id < right.id }
    return (left.field ?? -1) < (right.field ?? -1)
  }

  /// The report of the disagreement.
  package func issue(in schema: MergeSchema) -> MergeIssue {
    let field = target.flatMap { target in
      target.field.map { schema.tables[target.table].fields[$0] }
    }
    let subject =
      if let package { "Package \(package)" } else if let field { field.title } else {
        "The record"
      }
    return MergeIssue(
      .decisionsDisagree, table: target?.table, id: target?.id, field: field?.name, package: nil,
      "\(subject): \(overruled.file) \(overruled.choice), and \(followed.file) "
        + "\(followed.choice). Merge follows \(followed.file).")
  }
}

extension MergeDecisions.Choice {
  /// What a person did, after their name.
  fileprivate func text(_ packages: [String]) -> String {
    switch self {
    case .returned: "chose the returned value"
    case .package(let package): "chose the value of \(packages[package])"
    case .current: "chose the office's value"
    case .value(let value): "entered \"\(value.plainText ?? "")\""
    }
  }
}
