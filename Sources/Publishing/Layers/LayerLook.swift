import MapModel
import OrderedJSON

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

/// How a layer is drawn, with its rows' classes.
struct LayerLook: Sendable {
  let drawing: LayerDrawing
  /// By class: the place of its symbol in the site's table.
  let symbols: [Int]
  /// By class: the symbol in the words of simplestyle, members that begin with a comma.
  private let styles: [[UInt8]]
  /// By row.
  let classes: [UInt16]

  init(_ drawing: LayerDrawing, classes: [UInt16], _ table: inout SymbolTable) {
    self.drawing = drawing
    self.classes = classes
    var symbols: [Int] = []
    for item in drawing.renderer.classes { symbols.append(table.place(of: item.symbol)) }
    self.symbols = symbols
    styles = drawing.renderer.classes.map { item in
      let text = JSONWriter.write(.object(item.symbol.simplestyle))
      return text.count > 2 ? [UInt8(ascii: ",")] + text.dropFirst().dropLast() : []
    }
  }

  private func number(ofRow row: Int) -> Int? {
    guard classes.indices.contains(row) else { return nil }
    let number = Int(classes[row])
    return symbols.indices.contains(number) ? number : nil
  }

  /// The place of a row's symbol in the site's table; nil for rows that are not drawn.
  func symbol(ofRow row: Int) -> Int? { number(ofRow: row).map { symbols[$0] } }

  /// The members that colour a row in other viewers.
  func style(ofRow row: Int) -> [UInt8] { number(ofRow: row).map { styles[$0] } ?? [] }

  /// Whether a row is drawn at all.
  func isDrawn(_ row: Int) -> Bool { number(ofRow: row) != nil }

  /// The legend in meta.js.
  func legend(_ layer: SiteLayer) -> JSON {
    let renderer = drawing.renderer
    var counts = [Int](repeating: 0, count: renderer.classes.count)
    for number in classes where counts.indices.contains(Int(number)) { counts[Int(number)] += 1 }
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
    return [
      "title": .string(renderer.legendTitle(fields: layer.definition.fields)),
      "classes": .array(classes),
    ]
  }
}
