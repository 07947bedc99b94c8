import Console

extension Explanation {
  /// Explains what is wrong with a command line.
  init(_ error: ConsoleError) {
    let code: ErrorCode =
      switch error {
      case .noCommand: .usageCommandMissing
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
    self.init(code, about: "fieldpack", error.description, fix: error.fix)
  }
}
