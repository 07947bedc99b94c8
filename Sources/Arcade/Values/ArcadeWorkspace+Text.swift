extension ArcadeWorkspace {
  /// The value converted to text (Arcade: type casting, text). Null becomes empty text. Numbers are
  /// written as in JavaScript, dates in ISO 8601, collections as JSON.
  package mutating func text(of value: ArcadeValue) throws(ArcadeProblem) -> String {
    switch value {
    case .null: ""
    case .text(let text): text
    case .boolean(let value): value ? "true" : "false"
    case .number(let value): ArcadeNumber.text(value)
    case .date(let date): date.text(in: context)
    case .day(let day): day.text
    case .time(let time): time.text
    case .array, .dictionary, .feature, .geometry: try jsonText(of: value)
    case .featureSet, .tables, .function: "object, " + value.kind
    }
  }
}
