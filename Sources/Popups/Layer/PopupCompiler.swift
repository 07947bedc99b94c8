import Arcade
import FeatureData
import MapModel
import OrderedJSON

/// Resolves the names in a pop-up's definition to columns, formats and relations, once per layer.
struct PopupCompiler {
  let table: FieldTable
  let definition: PopupDefinition
  private(set) var relations: [RelationPlan]
  private(set) var notices: [PopupNotice] = []
  /// The fields' labels and formats by name in lower case: those of the pop-up, then those found
  /// only in an element.
  private var infos: [String: PopupFieldInfo] = [:]
  /// The expressions: those of the pop-up, then those of elements.
  private(set) var expressions: [PopupExpression]
  /// The compiled expressions in use; nil for an expression that cannot run.
  private var programs: [Int: ArcadeProgram?] = [:]
  private let schema: ArcadeSchema
  private let setting: PopupSetting
  /// The notices so far. Each is kept once.
  private var noted: Set<String> = []

  init(
    definition: PopupDefinition, table: FieldTable, relatedTables: [RelatedTable],
    schema: ArcadeSchema, setting: PopupSetting
  ) {
    self.table = table
    self.definition = definition
    self.schema = schema
    self.setting = setting
    expressions = definition.expressions
    relations = relatedTables.map {
      RelationPlan($0, origin: table, zone: setting.timeZone)
    }
    var lists = [definition.fields]
    for case .fields(let table) in definition.elements { lists.append(table.rows) }
    for info in lists.joined() {
      let key = Self.folded(info.name)
      if infos[key] == nil { infos[key] = info }
    }
    for relation in relations { note(relation.notice) }
  }

  /// Returns the text with ASCII letters in lower case, to compare names without case.
  static func folded(_ name: String) -> String {
    String(decoding: name.utf8.map { $0 &- 0x41 < 26 ? $0 | 0x20 : $0 }, as: UTF8.self)
  }

  private mutating func note(_ notice: PopupNotice?) {
    guard let notice, notices.count < MapNotices.limit,
      noted.insert("\(notice)").inserted
    else { return }
    notices.append(notice)
  }

  /// Returns the label and format that the pop-up gives a name.
  func info(of name: String) -> PopupFieldInfo? { infos[Self.folded(name)] }

  /// Returns the value that a name refers to.
  ///
  /// - Parameters:
  ///   - info: The label and format of this use; nil for those of the pop-up.
  ///   - path: The location of the name, for notices.
  mutating func value(named name: String, info: PopupFieldInfo?, at path: String) -> PopupValue {
    let parts = Self.parts(of: name)
    let info = info ?? self.info(of: name)
    if parts.count == 2, parts[0].isSameName(as: "expression") {
      return expression(named: parts[1], info: info, at: path)
    }
    if parts.count == 3, parts[0].isSameName(as: "relationships") {
      return related(id: parts[1], field: parts[2], info: info, at: path)
    }
    if let value = table.value(named: name, info: info) { return .field(value) }
    note(.unknownField(path: path, name: name))
    return .unresolved
  }

  /// Returns the parts of a name between slashes. The last of three parts may contain more slashes.
  static func parts(of name: String) -> [String] {
    name.utf8.split(separator: UInt8(ascii: "/"), maxSplits: 2, omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
  }

  private mutating func expression(
    named name: String, info: PopupFieldInfo?, at path: String
  ) -> PopupValue {
    guard let index = definition.expressions.firstIndex(where: { $0.name.isSameName(as: name) })
    else {
      note(.unknownExpression(path: path, name: name))
      return .unresolved
    }
    _ = use(index)
    return .computed(ComputedValue(.expression(index), info: info, zone: table.zone))
  }

  /// Marks an expression as used and compiles it. Returns false if it cannot run.
  mutating func use(_ index: Int) -> Bool {
    if let known = programs[index] { return known != nil }
    let expression = expressions[index].layerExpression
    var program: ArcadeProgram?
    do throws(ArcadeError) {
      let compiled = try expression.program(features: schema, hasTables: setting.tables != nil)
      if !compiled.usesClock || setting.now != nil { program = compiled }
      if compiled.usesClock { note(.expressionReadsClock(expression)) }
    } catch {
      note(.expressionNotEvaluated(expression, error))
    }
    programs[index] = .some(program)
    return program != nil
  }

  /// Marks an element's expression as used. Returns its index, or nil if it cannot run.
  mutating func use(element expression: PopupExpression) -> Int? {
    expressions.append(expression)
    // The described element may refer to the other expressions.
    if expression.text.utf8.contains(UInt8(ascii: "{")), expression.text.contains("expression/") {
      for index in definition.expressions.indices { _ = use(index) }
    }
    return use(expressions.count - 1) ? expressions.count - 1 : nil
  }

  /// Returns whether an expression is in use and can run.
  func runs(_ index: Int) -> Bool { programs[index].map { $0 != nil } ?? false }

  /// What workspaces need to run the expressions in use; nil if there are none.
  var expressionPlan: ExpressionPlan? {
    guard expressions.indices.contains(where: runs) else { return nil }
    return ExpressionPlan(
      programs: expressions.indices.map { programs[$0] ?? nil }, schema: schema,
      layerTable: setting.layerTable,
      context: ArcadeContext(
        now: setting.now ?? 0, zone: setting.timeZone, spatialReference: setting.spatialReference,
        tables: setting.tables),
      table: table, infos: infos, names: definition.expressions.map { Self.folded($0.name) })
  }

  private mutating func related(
    id: String, field: String, info: PopupFieldInfo?, at path: String
  ) -> PopupValue {
    guard let index = Int(id).flatMap({ relation(ofID: $0) }) else {
      note(.unknownRelationship(path: path, id: id))
      return .unresolved
    }
    guard let value = relations[index].keep(field: field, info: info) else {
      note(.unknownField(path: path, name: "relationships/\(id)/\(field)"))
      return .unresolved
    }
    // A single record needs no summary.
    let isSingle = relations[index].relation.kind == .parent
    let statistic = isSingle ? nil : info?.statistic
    return .related(
      RelatedValue(
        relation: index, field: value.withoutNames, statistic: statistic,
        isSeries: !isSingle && statistic == nil))
  }

  /// Returns the relation of a relationship's id, unless its records cannot be shown.
  func relation(ofID id: Int) -> Int? {
    relations.firstIndex {
      $0.relation.relationship.id == id && $0.relation.kind != .notShown
    }
  }

  /// Compiles the order of a relation's records. Uses the default order if no key is known.
  mutating func order(_ keys: [PopupOrder], ofRelation index: Int, at path: String) -> Int {
    for key in keys where !definition.relatedOrder.contains(key) {
      if relations[index].column(of: key) == nil {
        note(.unknownField(path: path, name: key.field))
      }
    }
    return relations[index].order(keys)
  }

  /// Compiles the order of a relation that no element shows: the pop-up's order, as far as it
  /// refers to the relation's fields.
  mutating func relatedOrder(ofRelation index: Int) -> Int {
    relations[index].order(definition.relatedOrder)
  }

  /// Notes an element whose relationship cannot be shown.
  mutating func noteUnknownRelationship(_ id: Int, at path: String) {
    note(.unknownRelationship(path: path, id: "\(id)"))
  }
}
