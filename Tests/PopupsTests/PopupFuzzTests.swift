import FeatureData
import MapModel
import OrderedJSON
import Popups
import TestSupport
import Testing

/// Reads and renders damaged pop-up definitions. This must not take too long or trap, and the
/// output must be bounded.
struct PopupFuzzTests {
  private static let damage = JSONDamage(odd: [
    "{expression/}", "{expression/age}", "relationships/0/", "relationships/-1/DBH",
    "relationships/99999999999999999999/DBH", "{relationships/0/CommonName}",
    "<a href='{DBH}", "<a href=\"{", "<p style='{", "{DBH}{dbh}", "expression/",
    "https://{DBH}.example.org", "javascript:{Notes}", "shortDateLongTime24", "barchart",
    "piechart", "image", "fields", "media", "relationship", "desc", "avg", "mode", "stddev", "var",
    "count", .string(String(repeating: "{Notes}<b>", count: 5_000)), ["{DBH}"],
    [255, -1, .number(1e9)], ["type": "media"], ["type": "text"],
    ["type": "relationship", "relationshipId": 0],
    ["fieldName": "relationships/1/DBH", "statisticType": "avg"],
    [
      "type": "linechart",
      "value": ["fields": ["relationships/1/DBH", "DBH"], "normalizeField": "DBH"],
    ],
    ["places": -7, "digitSeparator": true], ["places": .number(4e9)], ["dateFormat": "longDate"],
    ["type": "codedValue", "name": "", "codedValues": [["name": "x", "code": .number(1e300)]]],
  ])

  @Test func `damaged pop-up definitions are read and rendered`() throws {
    let seeds = try ([PopupMaps.demo] + PopupMaps.real).flatMap { path in
      try PopupMaps.popups(path).map { JSONWriter.write($0.popup) }
    }
    let tables = try PopupMaps.popups(PopupMaps.demo).map { try PopupMaps.tables(for: $0.popup) }
    try Fuzz.run(iterations: 400) { seed in
      var mutator = Mutator(seed: seed)
      let json = try Self.damage.damaged(seeds[Int(seed) % seeds.count], by: &mutator)
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
    let texts = sources.map { JSONWriter.write($0) }
    try Fuzz.run(iterations: 200) { seed in
      var mutator = Mutator(seed: seed)
      let source = Int(seed) % sources.count
      let damaged = try Self.damage.damaged(texts[source], by: &mutator)
      guard let table = try? SampleTable(damaged) else { return }
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
