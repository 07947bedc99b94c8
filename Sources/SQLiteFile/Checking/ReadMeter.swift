/// Reports the bytes read, in portions large enough to cost nothing.
package struct ReadMeter: Sendable {
  private static let portion = 1 << 18
  private var bytes = 0

  package init() {}

  /// Adds bytes read. Calls `report` once they make up a portion.
  package mutating func add(_ count: Int, _ report: (_ bytes: Int) -> Void) {
    bytes &+= count
    guard bytes >= Self.portion else { return }
    report(bytes)
    bytes = 0
  }
}
