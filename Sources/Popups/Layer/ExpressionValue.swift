import Arcade
import Bytes
package import OrderedJSON

/// The value of a pop-up expression for a record.
package struct ExpressionValue: Sendable, Equatable {
  /// The name that tokens use after `expression/`.
  package let name: String
  /// The title that people read; may be empty.
  package let title: String
  /// The value as the pop-up writes it; empty for null.
  package let text: String
  /// The value as data: dates as milliseconds since 1970 UTC, days and times as text.
  package let data: JSON
}

extension ComputedResult {
  /// Returns the value as data.
  ///
  /// - Parameter writer: Writes days and times.
  func json(_ writer: ComputedValue) -> JSON {
    switch self {
    case .null: .null
    case .boolean(let value): .bool(value)
    case .text(let text): .string(text)
    case .number(let number):
      JSONNumber(text: ArcadeNumber.text(number)).map { .number($0) } ?? .null
    case .date(let milliseconds, _): .number(Int(milliseconds))
    case .day, .time:
      {
        var text: [UInt8] = []
        writer.append(self, to: &text)
        return .string(text.span.repairedString())
      }()
    case .list(let list): .array(list.map { $0.json(writer) })
    case .pairs(let pairs):
      .object(JSONObject(pairs.map { .init(key: $0.key, value: $0.value.json(writer)) }))
    }
  }
}
