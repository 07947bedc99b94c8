/// How much of a payload stays on its b-tree page, the rest going to overflow pages (§1.6).
///
/// With U usable bytes a page: X bytes at most stay, M at least when some leave. The integer
/// divisions are taken in this order by the format.
package struct PayloadSplit: Sendable {
  /// Usable bytes of a page: its size less the reserved bytes.
  package let usable: Int
  /// X: a payload up to this length stays whole.
  package let longestLocal: Int
  /// M: the least that stays of a longer one.
  package let shortestLocal: Int

  /// The split on the leaves of rowid tables, or on both kinds of index page.
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
