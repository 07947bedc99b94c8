import FeatureData
import MapModel
import OrderedJSON
import Popups
import TestSupport
import Testing

/// Reads and renders damaged pop-up definitions. This must not take too long or trap, and the
/// output must be bounded.
struct PopupFuzzTests {
  @Test func `damaged pop-up definitions are read and rendered`() throws {
    let seeds = try ([PopupMaps.demo] + PopupMaps.real).flatMap { path in
      try PopupMaps.popups(path).map(\.popup)
    }
    let tables = try PopupMaps.popups(PopupMaps.demo).map { try PopupMaps.tables(for: $0.popup) }
    Fuzz.run(iterations: 400) { seed in
      var mutator = Mutator(seed: seed)
      var damage = JSONDamage(seed: seed)
      let json = damage.damaged(seeds[Int(seed) % seeds.count])
      let (table, related) = tables[mutator.generator.integer(in: 0...tables.count - 1)]
      var notices: [PopupNotice] = []
      let layer = PopupLayer(
        title: "Fuzzed", definition: table.definition, popupInfo: json, schema: table.schema,
        relatedTables: related, setting: PopupSetting(now: 0, timeZone: .utc),
        notices: &notices)
      render(layer, table: table, related: related, mutator: &mutator)
    }
  }

  @Test func `damaged layer definitions are read and rendered`() throws {
    let service = try JSONParser.parse(Fixture.bytes("TreesOfPortland/service.json"))
    let sources = ["layers", "tables"].flatMap { service[$0]?.array ?? [] }
    let popups = try PopupMaps.popups(PopupMaps.demo).map(\.popup)
    let whole = try sources.map { try SampleTable($0) }
    Fuzz.run(iterations: 200) { seed in
      var mutator = Mutator(seed: seed)
      let source = Int(seed) % sources.count
      var damage = JSONDamage(seed: seed)
      guard let table = try? SampleTable(damage.damaged(sources[source])) else { return }
      var related: [RelatedTable] = []
      for relationship in table.definition.relationships.prefix(4) {
        let other = whole[mutator.generator.integer(in: 0...whole.count - 1)]
        related.append(
          RelatedTable(
            relationship: relationship, keyField: relationship.keyField, title: "Other",
            definition: other.definition, popupInfo: nil, schema: other.schema))
      }
      var notices: [PopupNotice] = []
      let layer = PopupLayer(
        title: "Fuzzed", definition: table.definition,
        popupInfo: seed % 3 == 0 ? nil : popups[Int(seed) % popups.count],
        schema: whole[source].schema, relatedTables: related,
        setting: PopupSetting(now: 0, timeZone: .utc), notices: &notices)
      render(layer, table: whole[source], related: related, mutator: &mutator)
    }
  }

  private func render(
    _ layer: PopupLayer, table: SampleTable, related: [RelatedTable], mutator: inout Mutator
  ) {
    var records: [RelatedRecords] = []
    for (table, relation) in zip(related, layer.relations) {
      let table = SampleTable(definition: table.definition, schema: table.schema)
      let row = PopupMaps.row(of: table)
      if let some = try? table.records([row, row], for: relation) { records.append(some) }
    }
    var workspace = PopupWorkspace()
    let record = table.record(PopupMaps.row(of: table))
    for record in [record, mutator.mutated(record), mutator.generator.bytes(30)] {
      if let popup = try? layer.popup(of: record.span, related: records, in: &workspace) {
        for case .text(let html) in popup.elements {
          #expect(html.utf8.count < 4 * PopupLimits.filledText)
        }
      }
      _ = try? layer.formattedValues(of: record.span, in: &workspace)
    }
  }
}
