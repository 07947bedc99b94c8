import Bytes
import FeatureData
import MapModel
import OrderedJSON

/// The records of a layer as drawn on the map, in the site's order.
struct DrawnRecords {
  let survey: LayerSurvey
  let style: LayerStyle

  /// Adds what points and shapes share: ids, classes and data-driven symbol properties.
  private func addCommon(to script: inout ScriptText, bits: Int) {
    script.member("n", survey.count)
    script.member("box", survey.box.json)
    script.member("bits", bits)
    let classes = survey.drawing.classes
    let isWide = style.classCount > 255
    var array: [UInt8] = []
    for row in survey.order {
      if isWide {
        array.append(littleEndian: classes[row])
      } else {
        array.append(UInt8(truncatingIfNeeded: classes[row]))
      }
    }
    script.member("class", base64: array)
    addCodes(to: &script)
    if survey.ids.areSmall {
      script.member("id", base64: survey.ids.array(survey.order))
    } else {
      script.member("ids", written: survey.ids.json(survey.order))
    }
  }

  /// Adds one byte per record for each symbol property that depends on a number. `size`, `color`
  /// and `opacity` are steps, or 255 to keep the symbol's own value; `angle` is in 240ths of a
  /// turn.
  private func addCodes(to script: inout ScriptText) {
    let codes = survey.drawing.codes
    guard !codes.isEmpty else { return }
    let variables = survey.drawing.variables
    if variables.size != nil {
      script.member("size", base64: survey.order.map { codes[$0].size })
    }
    if variables.color != nil {
      script.member("color", base64: survey.order.map { codes[$0].color })
    }
    if variables.opacity != nil {
      script.member("opacity", base64: survey.order.map { codes[$0].opacity })
    }
    if style.drawing.renderer.variables.rotation != nil {
      script.member("angle", base64: survey.order.map { codes[$0].angle })
    }
  }

  /// Returns `names.js`, which holds the labels.
  func names(layer: String) -> [UInt8] {
    var script = ScriptText("names", layer: layer)
    script.key("columns")
    var columns: [UInt8] = [UInt8(ascii: "[")]
    for (index, column) in survey.drawing.labels.enumerated() {
      if index > 0 { columns.append(UInt8(ascii: ",")) }
      columns += column.script(order: survey.order)
    }
    columns.append(UInt8(ascii: "]"))
    script.append(columns)
    return script.finish()
  }

  /// Returns `points.js`: `x` and `y` quantized over `box` with 16 or 32 bits, and `none`, the
  /// indices of the records that have no location.
  func points(layer: String) -> [UInt8] {
    var script = ScriptText("points", layer: layer)
    let bits = survey.box.isEmpty ? 16 : survey.box.bits
    addCommon(to: &script, bits: bits)
    let box = survey.box
    script.member("x", base64: box.array(survey.x, isX: true, bits: bits, order: survey.order))
    script.member("y", base64: box.array(survey.y, isX: false, bits: bits, order: survey.order))
    let unlocated = survey.unlocated
    if !unlocated.isEmpty { script.member("none", .array(unlocated.map { .number($0) })) }
    return script.finish()
  }

  /// Returns `shapes.js`: all vertices quantized over `box` with 32 bits, `parts` with the end
  /// vertex of each part or ring, and `features` with the end part of each feature. For polygons it
  /// also holds the position of the label.
  func shapes(layer: String, areas: Bool) -> [UInt8] {
    var script = ScriptText("shapes", layer: layer)
    addCommon(to: &script, bits: 32)
    let outlines = survey.outlines
    var vertices: [Int] = []
    var parts: [UInt8] = []
    var features: [UInt8] = []
    var partCount = 0
    for row in survey.order {
      for part in outlines.parts(of: row) {
        vertices += outlines.vertices(of: part)
        parts.append(littleEndian: UInt32(truncatingIfNeeded: vertices.count))
        partCount += 1
      }
      features.append(littleEndian: UInt32(truncatingIfNeeded: partCount))
    }
    let box = survey.box
    script.member("x", base64: box.array(outlines.x, isX: true, bits: 32, order: vertices))
    script.member("y", base64: box.array(outlines.y, isX: false, bits: 32, order: vertices))
    script.member("parts", base64: parts)
    script.member("features", base64: features)
    guard areas else { return script.finish() }
    let labels = outlines.boxes.indices.map { LabelPosition.inside(outlines, feature: $0) }
    let order = survey.order
    script.member("labelX", base64: box.array(labels.map(\.x), isX: true, bits: 32, order: order))
    script.member("labelY", base64: box.array(labels.map(\.y), isX: false, bits: 32, order: order))
    return script.finish()
  }
}
