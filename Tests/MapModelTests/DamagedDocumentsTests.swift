import MapModel
import OrderedJSON
import TestSupport
import Testing

/// Documents with members of the wrong kind at random positions.
@Suite struct DamagedDocumentsTests {
  @Test func `a damaged map or service is read or rejected, never a trap`() throws {
    let texts = [Array(WebMapTests.text.utf8), Array(ServiceDefinitionTests.text.utf8)]
    let damage = JSONDamage(odd: ["{{a.b||c}}", .number(9.9e307)])
    try Fuzz.run(iterations: 800) { seed in
      var mutator = Mutator(seed: seed)
      try read(
        map: damage.damaged(texts[0], by: &mutator),
        service: damage.damaged(texts[1], by: &mutator))
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
}
