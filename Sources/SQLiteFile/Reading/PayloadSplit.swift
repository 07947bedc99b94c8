/// How much of a payload stays on its b-tree page; the rest goes to overflow pages (§1.6).
///
/// With U usable bytes on a page, at most X bytes stay, and at least M if some do not. The format
/// prescribes the order of the integer divisions.
package struct PayloadSplit: Sendable {
  /// Usable bytes of a page: its size minus the reserved bytes.
  package let usable: Int
  /// X: a payload up to this length stays whole.
  package let longestLocal: Int
  /// M: the fewest bytes of a longer payload that stay.
  package let shortestLocal: Int

  /// The split on the leaves of rowid tables, or on both kinds of index pages.
  package init(usable: Int, isTable: Bool) {
    self.usable = usable
    longestLocal = isTable ? usable - 35 : (usable - 12) * 64 / 255 - 23
    shortestLocal = (usable - 12) * 32 / 255 - 23
  }

  /// Bytes of a payload of `length` bytes that stay on the b-tree page.
  @inline(__always)
  package func local(_ length: Int) -> Int {
    if length <= longestLocal { return length }
    let kept = shortestLocal &+ (length &- shortestLocal) % (usable &- 4)
    return kept <= longestLocal ? kept : shortestLocal
  }
}
