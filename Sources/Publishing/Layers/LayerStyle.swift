import FeatureData
import MapModel
import OrderedJSON
import Popups

/// The symbols of a site, each once.
struct SymbolTable {
  private(set) var symbols: [Symbol] = []
  private var indexes: [Symbol: Int] = [:]

  mutating func index(of symbol: Symbol) -> Int {
    if let index = indexes[symbol] { return index }
    indexes[symbol] = symbols.count
    symbols.append(symbol)
    return symbols.count - 1
  }

  var json: JSON { .array(symbols.map(\.json)) }
}

/// How a layer and its rows are drawn.
struct LayerStyle: Sendable {
  /// The look of rows that are drawn the same way: the symbol, and simplestyle members that begin
  /// with a comma.
  private struct RowStyle: Sendable {
    let symbol: Int
    let simplestyle: [UInt8]
  }

  let drawing: LayerDrawing
  /// For each class, the index of its symbol in the site's table.
  private let symbols: [Int]
  /// For each class, the number of its rows.
  private let counts: [Int]
  private let styles: [RowStyle]
  /// For each row, the index of its style; -1 if the row is not drawn.
  private let styleOfRow: [Int32]

  var classCount: Int { symbols.count }

  init(_ drawing: LayerDrawing, rows: RowDrawing, _ table: inout SymbolTable) {
    self.drawing = drawing
    let classes = drawing.renderer.classes
    var symbols: [Int] = []
    for item in classes { symbols.append(table.index(of: item.symbol)) }
    var counts = [Int](repeating: 0, count: classes.count)
    for number in rows.classes where counts.indices.contains(Int(number)) {
      counts[Int(number)] += 1
    }
    var styles: [RowStyle] = []
    let variation = SymbolVariation(drawing.renderer.variables, rows.variables)
    func add(_ key: StyleKey, _ table: inout SymbolTable) -> Int32 {
      let symbol = classes[Int(key.class)].symbol
      // All swatches have the same size, so they can only show the color.
      let shown = variation.recolored(symbol, key.codes).map { table.index(of: $0) }
      let text = JSONWriter.write(.object(variation.varied(symbol, key.codes).simplestyle))
      styles.append(
        RowStyle(
          symbol: shown ?? symbols[Int(key.class)],
          simplestyle: text.count > 2 ? [UInt8(ascii: ",")] + text.dropFirst().dropLast() : []))
      return Int32(truncatingIfNeeded: styles.count - 1)
    }
    if rows.codes.isEmpty {
      let indexes = classes.indices.map { number in
        add(StyleKey(class: UInt16(truncatingIfNeeded: number)), &table)
      }
      styleOfRow = rows.classes.map { Int($0) < indexes.count ? indexes[Int($0)] : -1 }
    } else {
      var indexes: [StyleKey: Int32] = [:]
      styleOfRow = zip(rows.classes, rows.codes).map { number, codes in
        guard Int(number) < classes.count else { return -1 }
        let key = StyleKey(class: number, codes: codes)
        if let index = indexes[key] { return index }
        let index = add(key, &table)
        indexes[key] = index
        return index
      }
    }
    self.symbols = symbols
    self.counts = counts
    self.styles = styles
  }

  private func style(ofRow row: Int) -> RowStyle? {
    guard styleOfRow.indices.contains(row), styleOfRow[row] >= 0 else { return nil }
    return styles[Int(styleOfRow[row])]
  }

  /// Returns the index of a row's symbol in the site's table; nil if the row is not drawn.
  func symbol(ofRow row: Int) -> Int? { style(ofRow: row)?.symbol }

  /// Returns the members that color a row in other viewers.
  func simplestyle(ofRow row: Int) -> [UInt8] { style(ofRow: row)?.simplestyle ?? [] }

  /// The legend in meta.js.
  func legend(_ layer: SiteLayer, timeZone: TimeZoneRules) -> JSON {
    let renderer = drawing.renderer
    let classes: [JSON] = renderer.classes.indices.map { number in
      let item = renderer.classes[number]
      var members: JSONObject = [
        "label": .string(item.label.isEmpty ? layer.title : item.label),
        "symbol": .number(symbols[number]), "count": .number(counts[number]),
      ]
      // Draw the default class first, so that it does not cover the classes that the map names.
      if renderer.classes.count > 1, number == renderer.defaultClass {
        members.append("drawFirst", true)
      }
      return .object(members)
    }
    var members: JSONObject = [
      "title": .string(renderer.legendTitle(fields: layer.definition.fields)),
      "classes": .array(classes),
    ]
    if !renderer.variables.isEmpty {
      members.append(
        "variables",
        VariableLegend(fields: layer.definition.fields, timeZone: timeZone)
          .json(renderer.variables))
    }
    return .object(members)
  }
}

/// Identifies a style of rows.
private struct StyleKey: Hashable {
  var `class`: UInt16
  var codes: VariableCodes

  /// The angle is ignored, because neither swatches nor other viewers show it.
  init(class number: UInt16, codes: VariableCodes = VariableCodes()) {
    self.class = number
    self.codes = codes
    self.codes.angle = VariableSteps.none
  }
}
