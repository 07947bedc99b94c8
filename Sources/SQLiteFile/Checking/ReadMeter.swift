/// Tells of bytes read in portions large enough to cost nothing.
package struct ReadMeter: Sendable {
  private static let portion = 1 << 18
  private var bytes = 0

  package init() {}

  /// So many more bytes were read; `tell` gets them once they make a portion.
  package mutating func add(_ count: Int, _ report: (_ bytes: Int) -> Void) {
    bytes &+= count
    guard bytes >= Self.portion else { return }
    report(bytes)
    bytes = 0
  }
}
