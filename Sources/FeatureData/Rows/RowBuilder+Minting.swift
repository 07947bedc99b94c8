import Bytes
import OrderedJSON
import Records

// Records without a GlobalID get one from their key, if the schema says so.
extension RowBuilder {
  /// Appends the GlobalID that the current row gets from its key. Returns false if the row has its
  /// own, or has no key.
  ///
  /// - Parameters:
  ///   - own: the token of the GlobalID.
  ///   - key: the token of the key.
  mutating func appendMintedID(
    own: ValueToken, key: ValueToken, in bytes: Span<UInt8>
  ) -> Bool {
    guard let minting, isNoGlobalID(resolved(own, in: bytes).span) else { return false }
    let text = resolved(key, in: bytes)
    // Numbers have many spellings, such as 12 and 12.0.
    let value =
      plainRules[mintingColumn].storage == .text
      ? text.isEmpty ? nil : RecordValue.text(0..<text.count)
      : NumberValue.integer(text.span).map { .integer($0) }
    guard let value, let key = JoinKey(value, in: text.span) else { return false }
    append(minting.id(ofKey: key))
    return true
  }

  /// Appends the GlobalID that a stored row gets from its key. Returns false if the row has its own,
  /// or has no key.
  mutating func appendMintedID(
    own: RecordValue, key: RecordValue, of record: Span<UInt8>
  ) -> Bool {
    switch own {
    case .null: break
    case .text(let range) where isNoGlobalID(record.extracting(range)): break
    default: return false
    }
    if case .text(let range) = key, range.isEmpty { return false }
    guard let minting, let key = JoinKey(key, in: record) else { return false }
    append(minting.id(ofKey: key))
    return true
  }

  private func isNoGlobalID(_ text: Span<UInt8>) -> Bool {
    text.isEmpty || GlobalID(text, in: 0..<text.count)?.isNone == true
  }

  private mutating func append(_ id: GlobalID) {
    var text: [UInt8] = []
    id.appendText(to: &text)
    encoder.append(text: text.span)
  }

  /// The text of a value without quotes and escapes; empty for null.
  func resolved(_ token: ValueToken, in bytes: Span<UInt8>) -> [UInt8] {
    let value = bytes.extracting(token.start..<token.end)
    var text: [UInt8] = []
    switch token.kind {
    case .absent, .null: break
    case .escapedText: _ = JSONEscapes.resolve(bytes, token.start..<token.end, into: &text)
    case .quotedText: CSVText.unquote(value, into: &text)
    case .false, .true, .integer, .number, .text, .json: text.append(value)
    }
    return text
  }
}
