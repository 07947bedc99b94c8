import Console

extension ConsoleError: ExplainedError {
  /// Explains what is wrong with a command line.
  func explanation(_ context: ErrorContext) -> Explanation {
    let code: ErrorCode =
      switch self {
      case .noCommand: .usageCommandMissing
      case .notUTF8: .usageValueInvalid
      case .unknownCommand: .usageCommandUnknown
      case .unknownTopic: .usageTopicUnknown
      case .unknownOption: .usageOptionUnknown
      case .missingValue: .usageValueMissing
      case .unexpectedValue: .usageValueUnexpected
      case .badChoice, .badValue: .usageValueInvalid
      case .repeatedOption: .usageOptionRepeated
      case .missingOption: .usageOptionMissing
      case .missingArgument: .usageArgumentMissing
      case .unexpectedArgument: .usageArgumentUnexpected
      }
    return Explanation(code, about: "fieldpack", description, fix: fix)
  }
}
