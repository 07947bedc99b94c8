package import Geometry
package import OrderedJSON

/// How a layer is drawn: symbols, labels, opacity and scales.
package struct LayerDrawing: Sendable, Equatable {
  /// Assigns symbols to rows.
  package var renderer: Renderer
  /// Labels. Empty if they are switched off.
  package var labels: [LabelClass]
  /// The opacity from 0 to 1, combined from the layer and its drawing.
  package var opacity: Double
  /// The scales at which the layer is drawn, limited by the groups it is in.
  package var scaleRange: ScaleRange
  /// Parts of the map's drawing that are not supported.
  package var notices: [MapNotice]

  /// Reads how the map draws one of its layers.
  ///
  /// - Parameters:
  /// - layer: the merged definition from map, item and service.
  /// - operational: the map's own entry, with the opacity and whether labels are on.
  /// - geometryType: the geometry type of the rows if known; nil to use the definition's.
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

  /// Reads a `drawingInfo`. Without one, the layer has a plain symbol.
  ///
  /// - Parameters:
  /// - showsLabels: whether labels are on; `drawingInfo.showLabels` can only switch them off.
  /// - path: the layer's path in its document, for the notices.
  package init(
    drawingInfo: JSON?, geometryType: EsriGeometryType?, showsLabels: Bool, path: String,
    notices: inout MapNotices
  ) {
    let geometry = Symbol.Geometry(geometryType)
    let infoPath = path.isEmpty ? "drawingInfo" : path + ".drawingInfo"
    let members = Members(drawingInfo?.object ?? JSONObject(), path: infoPath)
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
  /// The kind of symbol for a layer's geometry type. Points if the layer has none.
  package init(_ type: EsriGeometryType?) {
    switch type {
    case .polyline: self = .line
    case .polygon, .envelope: self = .polygon
    case .point, .multipoint, nil: self = .point
    }
  }
}
