import Bytes

/// Texts that spreadsheets take for formulas when they open CSV. A formula can call programs or send
/// other cells to a web address (OWASP, CSV Injection).
enum FormulaText {
  /// What a spreadsheet shows as the text after it.
  static let guardMark = UInt8(ascii: "'")

  /// Returns whether a cell begins like a formula. Numbers with a sign are no formulas.
  ///
  /// - Parameter cell: the cell as it is written in CSV, maybe in quotes.
  static func isFormula(_ cell: Span<UInt8>) -> Bool {
    let start = cell.count > 0 && cell[0] == UInt8(ascii: "\"") ? 1 : 0
    guard cell.count > start else { return false }
    switch cell[start] {
    case UInt8(ascii: "="), UInt8(ascii: "@"), 0x09, 0x0D: return true
    case UInt8(ascii: "+"), UInt8(ascii: "-"):
      for index in start + 1..<cell.count where !isOfNumber(cell[index]) { return true }
      return false
    default: return false
    }
  }

  private static func isOfNumber(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || [0x20, 0x22, 0x2C, 0x2E].contains(byte)
  }
}
