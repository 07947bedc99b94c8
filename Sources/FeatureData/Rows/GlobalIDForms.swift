/// The ways of writing GlobalIDs. All of them are equal in comparisons.
package struct GlobalIDForms: OptionSet, Sendable, Hashable {
  package let rawValue: UInt8
  package init(rawValue: UInt8) { self.rawValue = rawValue }

  package static let braces = GlobalIDForms(rawValue: 1)
  package static let noBraces = GlobalIDForms(rawValue: 2)
  package static let upperCase = GlobalIDForms(rawValue: 4)
  package static let lowerCase = GlobalIDForms(rawValue: 8)
  package static let hyphens = GlobalIDForms(rawValue: 16)
  package static let noHyphens = GlobalIDForms(rawValue: 32)

  /// The form of one GlobalID. The case is unknown if it has no letters.
  init(_ text: Span<UInt8>) {
    var forms: GlobalIDForms = [.noBraces, .noHyphens]
    if !text.isEmpty, text[0] == UInt8(ascii: "{") { forms = [.braces, .noHyphens] }
    for index in text.indices {
      switch text[index] {
      case UInt8(ascii: "A")...UInt8(ascii: "F"): forms.insert(.upperCase)
      case UInt8(ascii: "a")...UInt8(ascii: "f"): forms.insert(.lowerCase)
      case UInt8(ascii: "-"):
        forms.remove(.noHyphens)
        forms.insert(.hyphens)
      default: break
      }
    }
    self = forms
  }

  /// Whether GlobalIDs are written in different ways.
  package var isMixed: Bool {
    isSuperset(of: [.braces, .noBraces]) || isSuperset(of: [.upperCase, .lowerCase])
      || isSuperset(of: [.hyphens, .noHyphens])
  }
}
