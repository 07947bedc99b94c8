import Bytes

extension PackagingError: CustomStringConvertible {
  /// One line that names the subject.
  package var description: String {
    switch self {
    case .bindings(let path, let expected), .edits(let path, let expected):
      "\(path): expected \(expected)"
    case .area(let text, let expected): "area \"\(text)\": expected \(expected)"
    case .areas(let text, let expected): "areas \"\(text)\": expected \(expected)"
    case .plan(let path, let expected): "\(path): expected \(expected)"
    case .planOutdated(let path, let input): "\(path): made from another \(input)"
    case .noSuchLayer(let name, let layers):
      "no layer or table \"\(name)\"; the map has \(layers.joined(separator: ", "))"
    case .stopped(let findings):
      NumberText.plural(
        findings.filter { $0.severity == .error }.count, one: "error stops", many: "errors stop")
        + " the build"
    case .noRoom(let folder, let needed, let available):
      "\(folder): needs \(needed) bytes, has \(available)"
    case .targetIsInput(let path): "\(path): the output is one of the inputs"
    case .notAPackage(let path, let expected): "\(path): not a package: expected \(expected)"
    case .copiesUnclear(let path, let reason): "\(path): \(reason)"
    case .damaged(let problem, let others):
      others > 0 ? "\(problem), and \(others) more" : problem
    case .interrupted: "interrupted"
    }
  }
}
