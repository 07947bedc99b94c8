import FeatureData
import OrderedJSON
import Popups
import TestSupport
import Testing

struct RealPopupsTests {
  @Test(
    .needs(.sharedData("webmaps")),
    arguments: PopupMaps.real)
  func `every element of real pop-ups is rendered`(path: String) throws {
    for (title, popup) in try PopupMaps.popups(path) { try check(title, popup) }
  }

  @Test func `every element of the demo map's pop-ups is rendered`() throws {
    let popups = try PopupMaps.popups(PopupMaps.demo)
    #expect(
      popups.map(\.title) == [
        "Neighborhoods", "Trees", "Poor and dead trees", "Species", "Inspections",
      ])
    for (title, popup) in popups { try check(title, popup) }
  }

  private func check(_ title: String, _ json: JSON) throws {
    let (table, related) = try PopupMaps.tables(for: json)
    var notices: [PopupNotice] = []
    let layer = PopupLayer(
      title: title, definition: table.definition, popupInfo: json, schema: table.schema,
      relatedTables: related, setting: PopupSetting(now: 0, timeZone: .utc),
      notices: &notices)
    let others = notices.filter {
      switch $0 {
      // These expressions need other tables.
      case .expressionNotEvaluated, .expressionReadsClock: false
      default: true
      }
    }
    #expect(others.isEmpty, "\(title): \(others)")
    var passed: [PopupNotice] = []
    let definition = PopupDefinition(json: json, notices: &passed)
    let records = try zip(related, layer.relations).map { table, relation in
      let table = SampleTable(definition: table.definition, schema: table.schema)
      return try table.records([PopupMaps.row(of: table)], for: relation)
    }
    var workspace = PopupWorkspace()
    let record = table.record(PopupMaps.row(of: table))
    let popup = try layer.popup(of: record.span, related: records, in: &workspace)
    #expect(!popup.title.isEmpty)
    #expect(popup.elements.count >= definition.elements.count, "\(title)")
    for case .fields(let table) in popup.elements {
      for row in table.rows where row.kind != .expression {
        #expect(!row.isNull && !row.value.isEmpty, "\(title): \(row.label)")
      }
    }
  }
}
