package import Geometry
package import OrderedJSON

/// How a layer is drawn: symbols, labels, opacity, scales.
package struct LayerDrawing: Sendable, Equatable {
  /// Which row gets which symbol.
  package var renderer: Renderer
  /// Labels; empty where they are switched off.
  package var labels: [LabelClass]
  /// 0 to 1; both the layer's and its drawing's.
  package var opacity: Double
  /// The scales at which the layer is drawn, those of groups above it included.
  package var scaleRange: ScaleRange
  /// What is drawn otherwise than the map says.
  package var notices: [MapNotice]

  /// How the map draws one of its layers.
  ///
  /// - Parameters:
  ///   - layer: what map, item and service say together.
  ///   - operational: the map's own entry: opacity, and whether labels are on.
  ///   - geometryType: what the rows are, where that is known; nil for what the definition tells.
  package init(
    layer: EffectiveLayer, operational: OperationalLayer, geometryType: EsriGeometryType? = nil
  ) {
    var notes = MapNotices()
    let showsLabels = operational.source["showLabels"]?.bool ?? false
    self.init(
      drawingInfo: layer.definition.drawingInfo,
      geometryType: geometryType ?? layer.definition.geometryType,
      showsLabels: showsLabels || layer.definition.isAnnotation, path: "", notices: &notes)
    opacity = min(max(opacity * operational.opacity, 0), 1)
    scaleRange = layer.scaleRange
    notices = notes.list
  }

  /// What a `drawingInfo` says; a plain symbol where it says nothing.
  ///
  /// - Parameters:
  ///   - showsLabels: whether labels are on; `drawingInfo.showLabels` can only switch them off.
  ///   - path: where the layer stands in its document, for the notices.
  package init(
    drawingInfo: JSON?, geometryType: EsriGeometryType?, showsLabels: Bool, path: String,
    notices: inout MapNotices
  ) {
    let geometry = Symbol.Geometry(geometryType)
    let place = path.isEmpty ? "drawingInfo" : path + ".drawingInfo"
    let members = Members(drawingInfo?.object ?? JSONObject(), path: place)
    if let written = members.members("renderer", &notices) {
      renderer = RendererReader(geometry: geometry).renderer(written, &notices)
    } else {
      renderer = .plain(for: geometry)
    }
    labels = []
    if showsLabels, members.bool("showLabels", &notices) ?? true {
      labels = members.elements("labelingInfo", &notices).compactMap { LabelClass($0, &notices) }
    }
    let transparency = min(max(members.double("transparency", &notices) ?? 0, 0), 100)
    opacity = (100 - transparency) / 100
    scaleRange = .all
    self.notices = []
  }
}

extension Symbol.Geometry {
  /// What a layer's shapes are drawn as; points for a layer that does not say.
  package init(_ type: EsriGeometryType?) {
    switch type {
    case .polyline: self = .line
    case .polygon, .envelope: self = .polygon
    case .point, .multipoint, nil: self = .point
    }
  }
}
