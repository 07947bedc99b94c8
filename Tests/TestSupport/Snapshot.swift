import Foundation
package import Testing

/// Texts kept in `Fixtures/Texts`, so that a change of what users read is seen in review.
package enum Snapshot {
  /// Expects a text to be the one kept under this name.
  ///
  /// With `RECORD=1` in the environment the kept text is written anew and the test fails, so that
  /// nobody records by accident.
  package static func expect(
    _ text: String, is name: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let path = Fixture.path("Texts/" + name)
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

  /// The first line that differs, as it is and as it was.
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
