import Arcade
import Bytes
import FeatureData
import Filters
import MapModel
import OrderedJSON
import Packages
import Popups
import Records

// The labels of a layer are in `data/LAYER/names.js`, one column per label class:
//
//   FP.names("trees",{"columns":[{"values":["Oak",…],"bits":8,"codes":"base64"},…]});
//
// A code is the index of the row's label in the values plus one, in 8, 16 or 32 bits; zero means no
// label. If most labels are unique there are no codes, and there is one value per row.

/// The labels of one class for all rows of a layer.
struct LabelColumn: Sendable {
  let label: LabelClass
  private var filter: WhereRun?
  private let writer: LabelWriter
  /// The program that gives the label; nil if it comes from fields.
  private let program: Int?
  private var texts = ByteDictionary()
  /// The number of each row's label plus one, or zero.
  private var numbers: [UInt32] = []

  /// Creates the labels of a class, without rows. Returns nil if they cannot be drawn, which adds a
  /// finding, or if they use only fields that are not published.
  ///
  /// - Parameter viewScale: The value of `$view.scale`.
  init?(
    _ label: LabelClass, of layer: SiteLayer, _ setting: RowDrawing.Setting, viewScale: Double,
    _ programs: inout DrawingPrograms, _ findings: inout [Finding]
  ) {
    var label = label
    var program: Int?
    if let expression = label.layerExpression {
      program = programs.add(expression, viewScale: viewScale, &findings)
      if program == nil {
        guard let older = label.fallback else { return nil }
        label.text = older
      }
    }
    let isPlain = label.text.fields.isEmpty
    label.text = label.text.keeping { name in
      layer.schema.column(named: name).map { setting.disclosure.columns.contains($0) } ?? false
    }
    guard isPlain || !label.text.fields.isEmpty else { return nil }
    filter = nil
    if let text = label.filter {
      do throws(WhereError) {
        filter = WhereRun(
          try WhereClause(
            parsing: text, fields: layer.schema.fields,
            firstFieldColumn: layer.schema.firstFieldColumn, now: setting.now))
      } catch {
        findings.append(
          Finding(
            .layerDrawnDifferently, subject: layer.title,
            "Labels for records where \(text) are not drawn: \(error)."))
        return nil
      }
    }
    self.label = label
    self.program = program
    writer = LabelWriter(
      label, definition: layer.definition, popupInfo: setting.disclosure.popupInfo,
      schema: layer.schema, timeZone: setting.timeZone)
  }

  /// Adds the next row.
  mutating func add(
    layout: RecordLayout, record: Span<UInt8>, _ programs: inout DrawingPrograms
  ) {
    var text: [UInt8] = []
    if filter?.isTrue(layout: layout, record: record) != false {
      if let program {
        text = Array((programs.text(program) ?? "").utf8)
        LabelWriter.finish(&text, from: 0)
      } else {
        writer.append(layout: layout, record: record, to: &text)
      }
    }
    let number = text.isEmpty ? -1 : texts.number(of: text.span)
    numbers.append(UInt32(truncatingIfNeeded: number + 1))
  }

  /// Whether no row has a label.
  var isBlank: Bool { texts.count == 0 }

  /// How the labels are drawn, for meta.js.
  var json: JSON {
    var members: JSONObject = [
      "minScale": .number(label.scaleRange.minimum), "maxScale": .number(label.scaleRange.maximum),
      "dx": .number(label.placement.horizontal), "dy": .number(label.placement.vertical),
    ]
    for member in label.style.json.members { members.append(member.key, member.value) }
    return .object(members)
  }

  /// Returns the column for some rows, as JSON that is safe in a script.
  func script(order: [Int]) -> [UInt8] {
    var bytes = [UInt8](literal: "{\"values\":[")
    let isByRow = texts.count * 2 > numbers.count
    let values = isByRow ? order.map { Int(numbers[$0]) - 1 } : Array(0..<texts.count)
    for (index, number) in values.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      let value = number < 0 ? [] : Array(texts.value(number))
      JSONWriter.append(value.span.repairedString(), to: &bytes, forScript: true)
    }
    bytes.append(UInt8(ascii: "]"))
    if !isByRow {
      let bits = texts.count > 65_534 ? 32 : texts.count > 254 ? 16 : 8
      bytes += ",\"bits\":\(bits),\"codes\":\"".utf8
      var codes: [UInt8] = []
      for row in order {
        switch bits {
        case 8: codes.append(UInt8(truncatingIfNeeded: numbers[row]))
        case 16: codes.append(littleEndian: UInt16(truncatingIfNeeded: numbers[row]))
        default: codes.append(littleEndian: numbers[row])
        }
      }
      Base64Text.append(codes.span, to: &bytes)
      bytes.append(UInt8(ascii: "\""))
    }
    bytes.append(UInt8(ascii: "}"))
    return bytes
  }
}

extension LabelText {
  /// Returns the same text without the fields that must not be shown.
  fileprivate func keeping(_ isShown: (String) -> Bool) -> LabelText {
    LabelText(
      parts: parts.filter { part in
        if case .field(let name) = part { isShown(name) } else { true }
      })
  }
}
