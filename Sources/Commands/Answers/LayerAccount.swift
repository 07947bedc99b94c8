import Bytes
import Console
import MapModel
import OrderedJSON
import Packages
import Packaging

/// How one layer or table of the map is packed.
struct LayerAccount: Sendable, Equatable {
  var title: String
  var isTable: Bool
  /// The packed table; null if it is left out.
  var packed: PackedTable?
  /// Why it is left out; empty if it is packed.
  var reason: String
  /// The code of the finding with the reason; nil if nobody else gives it.
  var code: FindingID?
  /// Whether crews may edit it.
  var isEditable = false
  /// The titles of the other layers that show records of the same table.
  var sharesWith: [String] = []
  /// Whether it shows only some records of a table that it shares.
  var isPart = false

  /// Every layer and table of the map, in the order of the map.
  static func all(of report: BuildReport) -> [LayerAccount] {
    let plan = report.plan
    return plan.map.titledLayers.map { layer, title in
      let index = plan.tables.firstIndex { $0.layers.contains { $0.layer.id == layer.id } }
      if let index, index < report.tables.count {
        return Self.packed(layer, title, of: plan.tables[index], report.tables[index])
      }
      return leftOut(layer, title, plan)
    }
  }

  private static func packed(
    _ layer: OperationalLayer, _ title: String, of table: PlannedTable, _ packed: PackedTable
  ) -> LayerAccount {
    let view = table.views.first { $0.layer.id == layer.id } ?? table
    let others = table.views.filter { $0.layer.id != layer.id }.map(\.title)
    return LayerAccount(
      title: title, isTable: table.isTable, packed: packed, reason: "",
      isEditable: view.isEditable, sharesWith: others,
      isPart: !others.isEmpty && view.layer.definition.definitionExpression != nil)
  }

  /// A layer with the reason why it was left out on purpose, otherwise the worst finding.
  private static func leftOut(
    _ layer: OperationalLayer, _ title: String, _ plan: PackagePlan
  ) -> LayerAccount {
    var account = LayerAccount(
      title: title, isTable: layer.isTable, packed: nil, reason: "its data can't be read")
    if let known = plan.leftOut.first(where: { $0.title == title }) {
      account.reason = known.reason
    } else if let worst = plan.findings.filter({ $0.subject == title })
      .max(by: { $0.severity < $1.severity })
    {
      (account.reason, account.code) = (worst.message, worst.id)
    }
    return account
  }

  /// Whether it is packed.
  var status: String {
    guard packed != nil else { return "left out" }
    return isEditable ? "packed" : "packed read-only"
  }

  /// The account for programs; members in a fixed order.
  var json: JSON {
    var members = JSONObject()
    members.append("title", .string(title))
    members.append("kind", .string(isTable ? "table" : "layer"))
    members.append("status", .string(status))
    guard let packed else {
      members.append("reason", .string(reason))
      return .object(members)
    }
    members.append("table", .string(packed.name))
    members.append("rows", .number(packed.rowCount))
    members.append("sourceRows", .number(packed.sourceRowCount))
    members.append("attachments", .number(packed.attachmentCount))
    members.append("geometryType", packed.geometryType.map { .string($0) } ?? .null)
    members.append("spatialReference", packed.srsID.map { .number(Int($0)) } ?? .null)
    if !sharesWith.isEmpty {
      members.append("sharesTableWith", .array(sharesWith.map { .string($0) }))
    }
    return .object(members)
  }

  /// The number of its records, or why it is left out.
  fileprivate var detail: String {
    guard let packed else { return code.map { "see \($0.rawValue)" } ?? reason }
    let count = NumberText.plural(packed.rowCount, one: "record", many: "records")
    if isPart {
      return "some of the \(count) in one table with " + sharesWith.joined(separator: " and ")
    }
    var parts = [count]
    if packed.rowCount != packed.sourceRowCount {
      parts[0] =
        "\(NumberText.grouped(packed.rowCount)) of "
        + NumberText.plural(packed.sourceRowCount, one: "record", many: "records")
    }
    if packed.attachmentCount > 0 {
      parts.append(
        NumberText.plural(packed.attachmentCount, one: "attachment", many: "attachments"))
    }
    if !sharesWith.isEmpty {
      parts.append("one table with " + sharesWith.joined(separator: " and "))
    }
    return parts.joined(separator: ", ")
  }
}

extension [LayerAccount] {
  /// A line each: status, title, number of records.
  func text(colored: Bool) -> String {
    let width = map { PrintableText.of($0.title).count }.max() ?? 0
    return map { account in
      let title = PrintableText.of(account.title)
      let status = account.status + String(repeating: " ", count: 16 - account.status.count)
      let style: TextStyle =
        account.packed == nil ? .yellow : account.isEditable ? .green : .cyan
      let gap = String(repeating: " ", count: width - title.count)
      return "  \(style.apply(status, if: colored))  \(title)\(gap)  "
        + PrintableText.of(account.detail) + "\n"
    }.joined()
  }
}
