import FeatureData
import MapModel
import OrderedJSON
import Popups

/// The symbols of a site, each once.
struct SymbolTable {
  private(set) var symbols: [Symbol] = []
  private var places: [Symbol: Int] = [:]

  mutating func place(of symbol: Symbol) -> Int {
    if let place = places[symbol] { return place }
    places[symbol] = symbols.count
    symbols.append(symbol)
    return symbols.count - 1
  }

  var json: JSON { .array(symbols.map(\.json)) }
}

/// How a layer is drawn, with its rows' looks.
struct LayerLook: Sendable {
  /// Rows that are drawn alike: in this symbol, and in the words of simplestyle, members that begin
  /// with a comma.
  private struct Kind: Sendable {
    let symbol: Int
    let style: [UInt8]
  }

  let drawing: LayerDrawing
  /// By class: the place of its symbol in the site's table.
  private let symbols: [Int]
  /// By class: how many rows it has.
  private let counts: [Int]
  private let kinds: [Kind]
  /// By row: the place of its kind; -1 for rows that are not drawn.
  private let kindOfRow: [Int32]

  var classCount: Int { symbols.count }

  init(_ drawing: LayerDrawing, rows: RowDrawing, _ table: inout SymbolTable) {
    self.drawing = drawing
    let classes = drawing.renderer.classes
    var symbols: [Int] = []
    for item in classes { symbols.append(table.place(of: item.symbol)) }
    var counts = [Int](repeating: 0, count: classes.count)
    for number in rows.classes where counts.indices.contains(Int(number)) {
      counts[Int(number)] += 1
    }
    var kinds: [Kind] = []
    let variation = LookVariation(drawing.renderer.variables, rows.variables)
    func add(_ key: LookKey, _ table: inout SymbolTable) -> Int32 {
      let symbol = classes[Int(key.class)].symbol
      // Swatches are of one size: what they can tell is the colour.
      let shown = variation.recolored(symbol, key.codes).map { table.place(of: $0) }
      let text = JSONWriter.write(.object(variation.varied(symbol, key.codes).simplestyle))
      kinds.append(
        Kind(
          symbol: shown ?? symbols[Int(key.class)],
          style: text.count > 2 ? [UInt8(ascii: ",")] + text.dropFirst().dropLast() : []))
      return Int32(truncatingIfNeeded: kinds.count - 1)
    }
    if rows.codes.isEmpty {
      let places = classes.indices.map { number in
        add(LookKey(class: UInt16(truncatingIfNeeded: number)), &table)
      }
      kindOfRow = rows.classes.map { Int($0) < places.count ? places[Int($0)] : -1 }
    } else {
      var places: [LookKey: Int32] = [:]
      kindOfRow = zip(rows.classes, rows.codes).map { number, codes in
        guard Int(number) < classes.count else { return -1 }
        let key = LookKey(class: number, codes: codes)
        if let place = places[key] { return place }
        let place = add(key, &table)
        places[key] = place
        return place
      }
    }
    self.symbols = symbols
    self.counts = counts
    self.kinds = kinds
  }

  private func kind(ofRow row: Int) -> Kind? {
    guard kindOfRow.indices.contains(row), kindOfRow[row] >= 0 else { return nil }
    return kinds[Int(kindOfRow[row])]
  }

  /// The place of a row's symbol in the site's table; nil for rows that are not drawn.
  func symbol(ofRow row: Int) -> Int? { kind(ofRow: row)?.symbol }

  /// The members that colour a row in other viewers.
  func style(ofRow row: Int) -> [UInt8] { kind(ofRow: row)?.style ?? [] }

  /// The legend in meta.js.
  func legend(_ layer: SiteLayer, timeZone: TimeZoneRules) -> JSON {
    let renderer = drawing.renderer
    let classes: [JSON] = renderer.classes.indices.map { number in
      let item = renderer.classes[number]
      var members: JSONObject = [
        "label": .string(item.label.isEmpty ? layer.title : item.label),
        "symbol": .number(symbols[number]), "count": .number(counts[number]),
      ]
      // What is left over must not cover what the map names.
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

/// What tells one kind of row from another.
private struct LookKey: Hashable {
  var `class`: UInt16
  var codes: VariableCodes

  /// An angle is nothing that swatches or other viewers show.
  init(class number: UInt16, codes: VariableCodes = VariableCodes()) {
    self.class = number
    self.codes = codes
    self.codes.angle = VariableSteps.none
  }
}
