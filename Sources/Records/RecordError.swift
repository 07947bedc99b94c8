/// A record that can't be decoded (SQLite File Format §2.1).
package struct RecordError: Error, Equatable, Sendable {
  /// In bytes from the record's first byte.
  package var offset: Int
  package var problem: Problem

  /// Creates the error of a problem at `offset` bytes from the record's first byte.
  @inlinable package init(offset: Int, problem: Problem) {
    self.offset = offset
    self.problem = problem
  }

  /// What is wrong with a record.
  package enum Problem: Equatable, Sendable {
    case wrongHeaderLength(UInt64)
    case headerCut
    case reservedSerialType(UInt64)
    case bodyTooShort(needed: Int, available: Int)
    case bodyTooLong(used: Int, available: Int)
    case tooManyColumns
  }
}

extension RecordError: CustomStringConvertible {
  /// The problem and its location in one line.
  package var description: String { "record, byte \(offset): \(problem)" }
}

extension RecordError.Problem: CustomStringConvertible {
  package var description: String {
    switch self {
    case .wrongHeaderLength(let length):
      "the record header gives its own length as \(length), which can't be right"
    case .headerCut: "the record header ends inside a number"
    case .reservedSerialType(let type): "serial type \(type) is reserved"
    case .bodyTooShort(let needed, let available):
      "a value needs \(needed) bytes, but the record has \(available) left"
    case .bodyTooLong(let used, let available):
      "the values end at byte \(used), but the record at byte \(available)"
    case .tooManyColumns: "the record has more columns than a table can have"
    }
  }
}
