extension ArcadeWorkspace {
  /// The text that stands for a value where texts are joined (Arcade: type casting, text).
  package func text(of value: ArcadeValue) throws(ArcadeProblem) -> String {
    switch value {
    case .null: ""
    case .text(let text): text
    case .boolean(let value): value ? "true" : "false"
    case .number(let value): NumberText.text(value)
    case .date(let date): date.text(in: context)
    case .day(let day): day.text
    case .time(let time): time.text
    default: ""
    }
  }
}
enum NumberText { static func text(_ v: Double) -> String { v.description } }
