import MapModel
import OrderedJSON
import TestSupport
import Testing

/// Documents with members of the wrong kind at random positions.
@Suite struct DamagedDocumentsTests {
  @Test func `a damaged map or service is read or rejected, never a trap`() throws {
    let map = try Documents.json(WebMapTests.text)
    let service = try Documents.json(ServiceDefinitionTests.text)
    Fuzz.run(iterations: 800) { seed in
      var generator = SeededGenerator(seed: seed)
      read(map: Self.damaged(map, &generator), service: Self.damaged(service, &generator))
    }
  }

  @Test func `a map and a service with changed bytes are read or rejected`() {
    let texts = [Array(WebMapTests.text.utf8), Array(ServiceDefinitionTests.text.utf8)]
    Fuzz.run(iterations: 800) { seed in
      var mutator = Mutator(seed: seed)
      guard let map = try? JSONParser.parse(mutator.mutated(texts[0], others: texts)),
        let service = try? JSONParser.parse(mutator.mutated(texts[1], others: texts))
      else { return }
      read(map: map, service: service)
    }
  }

  private func read(map: JSON, service: JSON) {
    let read = try? WebMap(json: map)
    let definition = try? ServiceDefinition(json: service)
    for layer in read?.allFeatureLayers() ?? [] {
      #expect(!layer.title.isEmpty && !layer.id.isEmpty)
      let id = layer.address?.layerID ?? 0
      let effective = EffectiveLayer(
        service: definition?.layer(id: id), item: definition?.item[id], map: layer)
      _ = effective.definition.domain(ofField: "Condition", typeValue: 1)
    }
    if let read {
      #expect(Set(read.allLayers().map(\.id)).count == read.allLayers().count)
    }
  }

  /// The value with about one in twelve of its parts replaced.
  private static func damaged(_ json: JSON, _ generator: inout SeededGenerator) -> JSON {
    if generator.integer(in: 0...11) == 0 {
      let odd: [JSON] = [
        .null, true, 0, -1, .number(9.9e307), "", "{{a.b||c}}", [], .object([:]), ["x", 5],
        ["id": 1], "NaN", .number(1.5),
      ]
      return odd[generator.integer(in: 0...odd.count - 1)]
    }
    switch json {
    case .array(let elements):
      var result = elements.map { damaged($0, &generator) }
      if generator.integer(in: 0...11) == 0, let first = result.first { result.append(first) }
      return .array(result)
    case .object(let object):
      return .object(
        JSONObject(
          object.members.map {
            JSONObject.Member(key: $0.key, value: damaged($0.value, &generator))
          }))
    default: return json
    }
  }
}
