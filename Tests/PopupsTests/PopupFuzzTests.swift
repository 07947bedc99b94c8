import OrderedJSON
import Popups
import TestSupport
import Testing

/// Pop-ups whose definitions were damaged: whatever they say, they are read in time and without a
/// trap, and what they show is bounded.
struct PopupFuzzTests {
  @Test func `damaged definitions are read and rendered`() throws {
    var seeds: [[UInt8]] = []
    for path in [PopupMaps.demo] + PopupMaps.real {
      for (_, popup) in try PopupMaps.popups(path) {
        seeds.append(JSONWriter.write(popup, style: .compact))
      }
    }
    let tables = try PopupMaps.popups(PopupMaps.demo).map { try PopupMaps.tables(for: $0.popup) }
    Fuzz.run(iterations: 400) { seed in
      var mutator = Mutator(seed: seed)
      let source = seeds[Int(seed) % seeds.count]
      let bytes = mutator.mutated(source, others: seeds)
      guard let json = try? JSONParser.parse(bytes) else { return }
      let (table, related) = tables[mutator.generator.integer(in: 0...tables.count - 1)]
      var notices: [PopupNotice] = []
      let layer = PopupLayer(
        title: "Fuzzed", definition: table.definition, popupInfo: json, schema: table.schema,
        relatedTables: related, timeZone: .utc, notices: &notices)
      render(layer, table, related, &mutator)
    }
  }

  private func render(
    _ layer: PopupLayer, _ table: SampleTable, _ related: [RelatedTable], _ mutator: inout Mutator
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
      _ = try? layer.card(of: record.span, related: records, in: &workspace)
      _ = try? layer.formattedValues(of: record.span, in: &workspace)
    }
  }
}
