import Foundation
package import Testing

/// Texts stored in `Fixtures/Texts`, so that changes in what users read are visible in reviews.
package enum Snapshot {
  /// Expects a text to equal the one stored under this name.
  ///
  /// With `RECORD=1` in the environment, the test stores the new text and fails, so that nobody
  /// records by accident.
  package static func expect(
    _ text: String, is name: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    try expect(text, isFile: "Fixtures/Texts/" + name, sourceLocation: sourceLocation)
  }

  /// Expects a text to equal the one stored in a file of the repository.
  package static func expect(
    _ text: String, isFile name: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let path = Fixture.repository + "/" + name
    if ProcessInfo.processInfo.environment["RECORD"] == "1" {
      try FileManager.default.createDirectory(
        atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
      try Data(text.utf8).write(to: URL(filePath: path))
      Issue.record("recorded \(name)", sourceLocation: sourceLocation)
      return
    }
    let kept = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
    let difference = firstDifference(text, kept)
    #expect(difference == nil, "\(name), see RECORD=1", sourceLocation: sourceLocation)
  }

  /// The first line that differs, now and as stored.
  private static func firstDifference(_ text: String, _ kept: String) -> String? {
    guard text != kept else { return nil }
    let lines = text.components(separatedBy: "\n")
    let before = kept.components(separatedBy: "\n")
    let index = zip(lines, before).enumerated().first { $0.element.0 != $0.element.1 }?.offset
    let number = index ?? min(lines.count, before.count)
    let now = number < lines.count ? lines[number] : "the end"
    let then = number < before.count ? before[number] : "the end"
    return "line \(number + 1): is \(now); was \(then)"
  }
}
