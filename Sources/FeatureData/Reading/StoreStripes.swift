import Bytes
package import OrderedJSON

/// Rows of a store that are read in stripes, one after the other.
package protocol StripedRows: Sendable {
  /// Moves to the next row. Returns false after the last.
  mutating func next() throws -> Bool
  /// Appends the current row with its ids to a stripe, in the form that the source reads again.
  func appendRow(to stripe: inout [UInt8])
}

/// One pass over the rows of a store.
package struct StoreStripes<Rows: StripedRows>: StripeReader {
  package let documents: [JSON] = []
  private var rows: Rows
  private let path: String
  private let size: Int
  private var count = StripeCount()

  /// Starts a pass.
  ///
  /// - Parameters:
  ///   - path: The path of the source, for errors.
  ///   - size: The number of bytes after which a stripe ends.
  package init(rows: Rows, path: String, size: Int) {
    (self.rows, self.path, self.size) = (rows, path, size)
  }

  package var bytesRead: Int { count.bytes }

  package mutating func next() throws -> Stripe? {
    var bytes: [UInt8] = []
    let path = path
    try about(path) {
      while bytes.count < size, try rows.next() { rows.appendRow(to: &bytes) }
    }
    return count.stripe(of: bytes)
  }
}
