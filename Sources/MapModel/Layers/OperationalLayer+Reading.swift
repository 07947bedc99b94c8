import OrderedJSON

extension OperationalLayer {
  /// The maximum nesting of groups. ArcGIS itself shows far fewer.
  static let deepestGroup = 32

  /// The properties that a layer inherits from the layers above it.
  struct Inherited {
    var depth = 0
    var path: [String] = []
    var isVisible = true
    var scaleRange = ScaleRange.all
  }

  init(
    _ members: Members, isTable: Bool, inheriting inherited: Inherited, _ notices: inout MapNotices
  ) {
    source = members.object
    layerType = members.string("layerType", &notices) ?? ""
    featureCollection = members.value("featureCollection")
    url = members.name("url", &notices) ?? members.name("layerUrl", &notices)
    kind = Self.kind(layerType, isTable: isTable, members: members, url: url)
    layerDefinition = members.object("layerDefinition", &notices).map { .object($0) }
    popupInfo = members.object("popupInfo", &notices).map { .object($0) }
    id = members.name("id", &notices) ?? ""
    title = ""
    itemID = members.name("itemId", &notices)
    visibility = (members.bool("visibility", &notices) ?? true) && inherited.isVisible
    opacity = min(1, max(0, members.double("opacity", &notices) ?? 1))
    disablesPopup = members.bool("disablePopup", &notices) ?? false
    capabilities = Self.capabilities(members, layerDefinition)
    layers = []
    self.isTable = isTable
    path = inherited.path
    scaleRange = inherited.scaleRange.intersection(ScaleRange(members, &notices))
    if id.isEmpty {
      id = members.path
      notices.note(members.path("id"), .missing(used: id))
    }
    title = titled(members, &notices)
    switch kind {
    case .group: layers = grouped(members, inheriting: inherited, notices: &notices)
    case .mapService, .subtypeGroup: layers = sublayers(members, &notices)
    case .features, .annotation, .table, .csv, .geoJSON, .tiles, .other: break
    }
  }

  private static func kind(
    _ layerType: String, isTable: Bool, members: Members, url: String?
  ) -> LayerKind {
    if isTable { return .table }
    if !layerType.isEmpty { return LayerKind(layerType: layerType) }
    // Maps of version 1 have no layer types.
    if members.value("featureCollection") != nil { return .features }
    if let address = url.flatMap({ ServiceAddress(parsing: $0) }) {
      return address.layerID == nil ? .mapService : .features
    }
    return members.value("layers") != nil ? .group : .other("")
  }

  /// Reads the capabilities. `layerDefinition.capabilities` overrides those of the layer.
  private static func capabilities(
    _ members: Members, _ definition: JSON?
  ) -> Capabilities? {
    let text = definition?["capabilities"]?.string ?? members.object["capabilities"]?.string
    return text.map { Capabilities(parsing: $0) }
  }

  private func titled(_ members: Members, _ notices: inout MapNotices) -> String {
    if let title = members.name("title", &notices) ?? members.name("name", &notices) {
      return title
    }
    let title = definedName ?? address?.serviceName ?? id
    notices.note(members.path("title"), .missing(used: title))
    return title
  }

  private func grouped(
    _ members: Members, inheriting inherited: Inherited, notices: inout MapNotices
  ) -> [OperationalLayer] {
    guard inherited.depth < Self.deepestGroup else {
      notices.note(members.path("layers"), .tooDeep(limit: Self.deepestGroup))
      return []
    }
    let inside = Inherited(
      depth: inherited.depth + 1, path: path + [title], isVisible: visibility,
      scaleRange: scaleRange)
    return members.elements("layers", &notices).map {
      OperationalLayer($0, isTable: false, inheriting: inside, &notices)
    }
  }

  /// Reads the sublayers of a map service or subtype group: `{id, popupInfo, layerDefinition, …}`.
  private func sublayers(
    _ members: Members, _ notices: inout MapNotices
  ) -> [OperationalLayer] {
    let shown = members.value("visibleLayers")?.array?.compactMap(\.int)
    return members.elements("layers", &notices).map { element in
      var layer = self
      layer.source = element.object
      layer.layers = []
      layer.path = path + [title]
      layer.kind = .features
      layer.sublayerID = element.int("id", &notices)
      let fallbackID = layer.sublayerID.map(String.init) ?? element.path
      layer.id =
        kind == .subtypeGroup ? element.name("id", &notices) ?? fallbackID : "\(id)/\(fallbackID)"
      layer.layerDefinition = element.object("layerDefinition", &notices).map { .object($0) }
      layer.popupInfo = element.object("popupInfo", &notices).map { .object($0) }
      layer.disablesPopup = element.bool("disablePopup", &notices) ?? disablesPopup
      layer.capabilities = Self.capabilities(element, layer.layerDefinition) ?? capabilities
      let isOn =
        layer.sublayerID.flatMap { id in shown?.contains(id) }
        ?? element.bool("visibility", &notices) ?? element.bool("defaultVisibility", &notices)
      layer.visibility = visibility && (isOn ?? true)
      layer.scaleRange = scaleRange.intersection(ScaleRange(element, &notices))
      layer.title =
        element.name("title", &notices) ?? element.name("name", &notices)
        ?? layer.definedName ?? "\(title) \(fallbackID)"
      return layer
    }
  }
}
