import Bytes
import FeatureData
import Filters
import OrderedJSON
import Packages

/// Which records of the layers are in which areas, before any package is made: what areas share,
/// what no area has, and which area gets a record that only one may have.
struct AreaCoverage: Sendable {
  /// The records of one layer.
  private struct Layer {
    var title: String
    var isEditable: Bool
    /// The first area of each record, or none.
    var first: [UInt32]
    /// All areas of records that are in several.
    var several: [Int: [UInt32]] = [:]
  }

  private static let none = UInt32.max

  private let areas: [NamedArea]
  private var layers: [String: Layer] = [:]
  private var order: [String] = []
  private var counts: [Int]
  private var owners: [String: [UInt32]] = [:]

  /// - Parameter isExclusive: whether each editable record goes to one area only.
  init(_ areas: [NamedArea], _ groups: [AreaGroup], isExclusive: Bool) throws {
    self.areas = areas
    counts = Array(repeating: 0, count: areas.count)
    for group in groups {
      for area in group.areas {
        let plan = try group.map.plan(of: areas[area].area, filters: areas[area].filters)
        for (index, table) in plan.tables.enumerated() where table.schema?.geometry != nil {
          try add(table, group.map.tables[index], of: plan, area: area)
        }
      }
    }
    guard isExclusive else { return }
    for group in groups { try decideOwners(group) }
    recount()
  }

  private mutating func add(
    _ table: PlannedTable, _ gathered: GatheredTable, of plan: PackagePlan, area: Int
  ) throws {
    var layer =
      layers.removeValue(forKey: table.name)
      ?? Layer(
        title: table.title, isEditable: table.isEditable,
        first: Array(repeating: Self.none, count: gathered.rowCount))
    if !order.contains(where: { $0.hasSameUTF8(as: table.name) }) { order.append(table.name) }
    var filter = RowFilter()
    filter.takesAll = plan.area == nil
    filter.selection = try table.selectionClause(now: 0)
    filter.area = try plan.area.flatMap { try table.areaFilter($0) }
    let rows = try gathered.rows(filter)
    counts[area] += rows.count
    for row in rows {
      if layer.first[row] == Self.none {
        layer.first[row] = UInt32(area)
      } else {
        layer.several[row, default: [layer.first[row]]].append(UInt32(area))
      }
    }
    layers[table.name] = layer
  }

  /// Gives each record of editable layers that is in several areas to one of them: the one with the
  /// first vertex of its shape, otherwise the first by name.
  private mutating func decideOwners(_ group: AreaGroup) throws {
    for (index, table) in group.map.plan.tables.enumerated() {
      guard let layer = layers[table.name], layer.isEditable, owners[table.name] == nil else {
        continue
      }
      var owner = layer.first
      for (row, candidates) in layer.several {
        let byName = candidates.sorted { first, second in
          let names = (areas[Int(first)].name.utf8, areas[Int(second)].name.utf8)
          return names.0.lexicographicallyPrecedes(names.1)
            || names.0.elementsEqual(names.1) && first < second
        }
        let holding = try byName.first { candidate in
          guard let area = areas[Int(candidate)].area, let filter = try table.areaFilter(area)
          else {
            return true
          }
          return try group.map.tables[index].startsIn(filter, row: row)
        }
        owner[row] = holding ?? byName[0]
      }
      owners[table.name] = owner
    }
  }

  private mutating func recount() {
    for (name, owner) in owners {
      guard let layer = layers[name] else { continue }
      for (row, areas) in layer.several {
        for area in areas where area != owner[row] { counts[Int(area)] -= 1 }
      }
    }
  }

  /// Whether no record of a layer is in an area.
  func isEmpty(_ area: Int) -> Bool { counts[area] == 0 && !layers.isEmpty }

  /// The records that only this area may have; nil if records may be in several areas.
  func share(of area: Int) -> AreaShare? {
    owners.isEmpty ? nil : AreaShare(area: UInt32(area), owners: owners)
  }

  /// What is odd about the areas.
  func findings(leavingOutEmpty: Bool) -> [Finding] {
    var findings: [Finding] = []
    let empty = areas.indices.filter { isEmpty($0) }
    if !empty.isEmpty {
      findings.append(
        Finding(
          .areaEmpty, leavingOutEmpty ? .information : nil, subject: "",
          NumberText.plural(empty.count, one: "area has", many: "areas have")
            + " no record of a layer and " + (empty.count == 1 ? "gets" : "get") + " no package.",
          count: empty.count, samples: empty.prefix(5).map { areas[$0].name }))
    }
    for name in order {
      guard let layer = layers[name] else { continue }
      findings += gap(layer)
      if layer.isEditable, owners.isEmpty { findings += overlaps(layer) }
    }
    return findings
  }

  private func gap(_ layer: Layer) -> [Finding] {
    let rows = layer.first.indices.filter { layer.first[$0] == Self.none }
    guard !rows.isEmpty else { return [] }
    return [
      Finding(
        .areaGap, layer.isEditable ? nil : .information, subject: layer.title,
        NumberText.plural(rows.count, one: "record is", many: "records are") + " in no area.",
        count: rows.count, samples: rows.prefix(5).map { "row \($0 + 1)" })
    ]
  }

  private func overlaps(_ layer: Layer) -> [Finding] {
    guard !layer.several.isEmpty else { return [] }
    var pairs: [UInt64: Int] = [:]
    for areas in layer.several.values {
      for (index, first) in areas.enumerated() {
        for second in areas[(index + 1)...] {
          pairs[UInt64(first) << 32 | UInt64(second), default: 0] += 1
        }
      }
    }
    let worst = pairs.sorted { $0.value != $1.value ? $0.value > $1.value : $0.key < $1.key }
    return [
      Finding(
        .areaOverlap, subject: layer.title,
        NumberText.plural(
          layer.several.count, one: "editable record is", many: "editable records are")
          + " in more than one area.", count: layer.several.count,
        samples: worst.prefix(5).map { pair, count in
          "\(areas[Int(pair >> 32)].name) and \(areas[Int(pair & 0xFFFF_FFFF)].name): \(count)"
        })
    ]
  }
}
