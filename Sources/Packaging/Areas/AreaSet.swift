import Bytes
import FeatureData
import Filters
import Geometry
import MapModel
import OrderedJSON
import Packages
import Records

/// Many areas, with what is odd about them.
struct AreaSet: Sendable {
  var areas: [NamedArea] = []
  var findings: [Finding] = []
  /// Whether areas that hold nothing are left out, because nobody chose them one by one.
  var leavesOutEmpty = false

  /// The most areas of a plan.
  static let limit = 100_000

  /// Finds the areas that a text asks for.
  ///
  /// - Parameters:
  ///   - text: the text of `--areas`.
  ///   - name: the field with the names; nil chooses one.
  static func resolve(
    _ text: String, name: String?, in surveyed: SurveyedMap, now: Int64
  ) async throws -> AreaSet {
    let wanted = try AreasRequest(parsing: text, map: surveyed.map) {
      try PathKind(of: $0) != nil
    }
    var set =
      switch wanted {
      case .bookmarks: try bookmarks(surveyed.map)
      case .grid(let size): try AreaGrid(size, over: surveyed.draft.tables).set
      case .table(let path): try await table(path, surveyed, now: now)
      case .file(let path, let margin):
        try features(inFile: path, within: margin, name: name, text: text)
      case .layer(let title, let expression, let margin):
        try await features(
          of: AreaLayer(
            title, in: surveyed.areaTables, needsPolygons: margin == nil, text: text),
          where: expression, within: margin, name: name, text: text, now: now)
      }
    guard set.areas.count <= limit else {
      throw PackagingError.areas(
        text: text, expected: "at most \(NumberText.grouped(limit)) areas")
    }
    guard !set.areas.isEmpty || !set.findings.isEmpty else {
      throw PackagingError.areas(text: text, expected: "at least one area, but there is none")
    }
    set.checkNames()
    set.checkShapes()
    return set
  }

  private static func bookmarks(_ map: WebMap) throws -> AreaSet {
    var set = AreaSet()
    for bookmark in map.bookmarks {
      set.areas.append(
        NamedArea(
          name: bookmark.name, text: bookmark.name,
          area: try AreaOfInterest.viewpoint(
            bookmark.viewpoint, of: "the bookmark", in: map, bookmark.name
          ).area(within: nil, text: bookmark.name)))
    }
    return set
  }

  /// The areas of a table: `name`, `area`, and a filter in each column that has a layer's title.
  private static func table(
    _ path: String, _ surveyed: SurveyedMap, now: Int64
  ) async throws -> AreaSet {
    let table = try CSVTable(path: path)
    let titles = surveyed.map.allLayers().map(\.title)
    func column(_ name: String) -> Int? { table.columns.firstIndex { $0.isSameName(as: name) } }
    guard let nameColumn = column("name") else {
      throw PackagingError.areas(text: path, expected: "a column \"name\"")
    }
    let areaColumn = column("area")
    let filters = table.columns.indices.filter { $0 != nameColumn && $0 != areaColumn }
    for index in filters where !titles.contains(where: { $0.isSameName(as: table.columns[index]) })
    {
      throw PackagingError.areas(
        text: path,
        expected: "\"name\", \"area\" or a layer's title as each column's name, not "
          + "\"\(table.columns[index])\"")
    }
    var set = AreaSet()
    for row in table.rows {
      let text = areaColumn.map { row[$0] } ?? ""
      set.areas.append(
        NamedArea(
          name: row[nameColumn], text: text,
          area: text.isEmpty ? nil : try await surveyed.area(text, now: now),
          filters: filters.filter { !row[$0].isEmpty }.map {
            LayerFilter(layer: table.columns[$0], expression: row[$0])
          }))
    }
    return set
  }

  /// One area for each name in a GeoJSON file.
  private static func features(
    inFile path: String, within margin: AreaMargin?, name: String?, text: String
  ) throws -> AreaSet {
    let file = try AreaFile(path: path)
    guard let field = name ?? file.nameField else {
      throw PackagingError.areas(
        text: text, expected: "--name with the property that names the areas")
    }
    var named = NamedShapes<AreaFile.Feature>()
    for (row, feature) in file.features.enumerated() {
      named.add(feature.text(of: field), row: row + 1, feature)
    }
    var set = AreaSet(findings: named.findings(subject: path, field: field))
    for (name, features) in named.groups {
      var isNumber = false
      if case .number? = features[0].properties[field] { isNumber = true }
      let condition = AreaRequest.equality(field: field, value: name, isNumber: isNumber)
      set.areas.append(
        NamedArea(
          name: name, text: "\(margin?.text ?? "")\(path):\(condition)",
          area: try file.area(
            of: features, within: margin, text: "\(LocalPath.lastPart(path)):\(condition)")))
    }
    return set
  }

  /// One area for each name in a layer.
  private static func features(
    of layer: AreaLayer, where expression: String?, within margin: AreaMargin?, name: String?,
    text: String, now: Int64
  ) async throws -> AreaSet {
    let schema = layer.schema
    guard let column = nameColumn(name, of: layer.table, schema) else {
      throw PackagingError.areas(
        text: text,
        expected: "--name with the field that names the areas: "
          + schema.fields.map(\.name).joined(separator: ", "))
    }
    let field = schema.fields[column]
    let clause = try expression.map { expression in
      try about(text) { try layer.clause(expression, now: now) }
    }
    var named = NamedShapes<Geometry>()
    try await layer.read(where: clause) { shape, row, layout, record in
      let value = layout.value(schema.firstFieldColumn + column, in: record)
      named.add(value.areaName(in: record), row: row, shape)
    }
    var set = AreaSet(findings: named.findings(subject: layer.table.title, field: field.name))
    for (name, shapes) in named.groups {
      let condition = AreaRequest.equality(
        field: field.name, value: name, isNumber: field.type.isNumeric)
      let narrowed = expression.map { "(\($0)) AND \(condition)" } ?? condition
      let text = "\(layer.table.title):\(narrowed)"
      set.areas.append(
        NamedArea(
          name: name, text: (margin?.text ?? "") + text,
          area: try AreaShapes(shapes: shapes, spatialReference: layer.geometry.spatialReference)
            .area(within: margin, text: text)))
    }
    return set
  }

  /// The field with the names: the given one, the layer's display field, or one that is called name.
  private static func nameColumn(
    _ name: String?, of table: PlannedTable, _ schema: TableSchema
  ) -> Int? {
    if let name { return schema.column(named: name) }
    let display = table.layer.definition.displayField.flatMap { schema.column(named: $0) }
    return display ?? schema.column(named: "name")
  }

  /// Reports shapes whose rings cross themselves, so that what is inside is unclear.
  private mutating func checkShapes() {
    for area in areas {
      if let finding = area.area?.crossing(subject: area.name) { findings.append(finding) }
    }
  }

  /// Reports names that can't be the names of packages.
  private mutating func checkNames() {
    let unnamed = areas.filter(\.name.isEmpty)
    if !unnamed.isEmpty {
      findings.append(
        Finding(
          .areaNameMissing, subject: "",
          NumberText.plural(unnamed.count, one: "area has", many: "areas have") + " no name.",
          count: unnamed.count, samples: unnamed.map(\.text)))
    }
    var taken: [String: String] = [:]
    for area in areas where !area.name.isEmpty {
      if area.isReserved {
        findings.append(
          Finding(
            .areaNameUnusable, subject: area.name, "Windows allows no file with this name."))
      }
      if let other = taken.updateValue(area.name, forKey: area.fileStem.lowercased()) {
        findings.append(
          Finding(
            .areaNameDuplicate, subject: area.name,
            other.hasSameUTF8(as: area.name)
              ? "Two areas have this name."
              : "The package of this area would have the same file name as that of \(other)."))
      }
    }
  }
}

/// Shapes grouped by name, in the order in which the names came first.
private struct NamedShapes<Shape> {
  private(set) var groups: [(name: String, shapes: [Shape])] = []
  private var indexes: [String: Int] = [:]
  private var unnamed: [Int] = []

  mutating func add(_ name: String?, row: Int, _ shape: Shape) {
    guard let name, !name.isEmpty else {
      unnamed.append(row)
      return
    }
    if let index = indexes[name] {
      groups[index].shapes.append(shape)
    } else {
      indexes[name] = groups.count
      groups.append((name, [shape]))
    }
  }

  /// Features without a name, and names of several features.
  func findings(subject: String, field: String) -> [Finding] {
    var findings: [Finding] = []
    if !unnamed.isEmpty {
      findings.append(
        Finding(
          .areaNameMissing, subject: subject,
          NumberText.plural(unnamed.count, one: "feature has", many: "features have")
            + " nothing in \(field).", count: unnamed.count,
          samples: unnamed.prefix(5).map { "row \($0)" }))
    }
    let united = groups.filter { $0.shapes.count > 1 }
    if !united.isEmpty {
      findings.append(
        Finding(
          .areaUnited, subject: subject,
          NumberText.plural(united.count, one: "area is", many: "areas are")
            + " made of several features with the same \(field).", count: united.count,
          samples: united.prefix(5).map { "\($0.name): \($0.shapes.count) features" }))
    }
    return findings
  }
}

extension RecordValue {
  /// The value as the name of an area; nil for null and bytes.
  fileprivate func areaName(in record: Span<UInt8>) -> String? {
    switch self {
    case .null, .blob: nil
    case .integer(let number): String(number)
    case .real(let number): JSONNumber(number)?.text
    case .text(let range): record.extracting(range).repairedString()
    }
  }
}
