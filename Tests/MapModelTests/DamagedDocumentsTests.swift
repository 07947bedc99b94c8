import MapModel
import OrderedJSON
import TestSupport
import Testing

/// Documents with members of the wrong kind at random positions.
@Suite struct DamagedDocumentsTests {
  @Test(arguments: 0..<20 as Range<UInt64>)
  func `a damaged map or service is read or rejected, never a trap`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let map = try Documents.json(WebMapTests.text)
    let service = try Documents.json(ServiceDefinitionTests.text)
    for _ in 0..<40 {
      let damagedMap = Self.damaged(map, &generator)
      let damagedService = Self.damaged(service, &generator)
      let read = try? WebMap(json: damagedMap)
      let definition = try? ServiceDefinition(json: damagedService)
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
