package import OrderedJSON

/// Damages JSON documents by replacing and doubling some of their values, as authors and other
/// programs do. The result is still JSON.
package struct JSONDamage: Sendable {
  /// Values of every kind, at their limits.
  private static let odd: [JSON] = [
    .null, true, false, 0, -1, 1, 64, .number(JSONNumber(.max)), .number(JSONNumber(.min)),
    .number(1.5), .number(-0.5), .number(1e308), "", " ", "\u{0}", "NaN", "é\u{301}{\u{10FFFF}}",
    "{", "{}", "{{", "}", [], [[]], [.null], ["x", 5], .object([:]), ["id": 1],
  ]

  private let odd: [JSON]

  /// Creates a kind of damage.
  ///
  /// - Parameter odd: values that are odd in these documents, beside those that are odd everywhere.
  package init(odd: [JSON]) { self.odd = Self.odd + odd }

  /// Returns a document with about four of its values changed. In a program that counts its
  /// branches, changes of several rounds add up (`FuzzCorpus`).
  ///
  /// - Parameter sound: a JSON document.
  /// - Throws: `JSONError` if it is none.
  package func damaged(_ sound: [UInt8], by mutator: inout Mutator) throws -> JSON {
    try JSONParser.parse(
      mutator.mutated(sound) { text, generator throws in
        let json = try JSONParser.parse(text)
        var values: [JSON] = []
        collect(json, &values)
        let round = Round(oneIn: max(values.count / 4, 1), values: values, odd: odd)
        text = JSONWriter.write(round.rebuilt(json, &generator))
      })
  }

  private func collect(_ json: JSON, _ values: inout [JSON]) {
    values.append(json)
    for element in json.array ?? [] { collect(element, &values) }
    for member in json.object?.members ?? [] { collect(member.value, &values) }
  }

  /// The damage of one document.
  private struct Round {
    let oneIn: Int
    /// The values of the document.
    let values: [JSON]
    let odd: [JSON]

    func rebuilt(_ json: JSON, _ generator: inout SeededGenerator) -> JSON {
      if isNext(&generator) {
        let pool = generator.integer(in: 0...2) == 0 ? values : odd
        return pool.randomElement(using: &generator) ?? json
      }
      switch json {
      case .array(let elements):
        var rebuilt = elements.map { self.rebuilt($0, &generator) }
        if let first = rebuilt.first, isNext(&generator) { rebuilt.append(first) }
        return .array(rebuilt)
      case .object(let object):
        return .object(
          JSONObject(
            object.members.map {
              JSONObject.Member(key: $0.key, value: rebuilt($0.value, &generator))
            }))
      case .null, .bool, .number, .string: return json
      }
    }

    private func isNext(_ generator: inout SeededGenerator) -> Bool {
      generator.integer(in: 1...oneIn) == 1
    }
  }
}
