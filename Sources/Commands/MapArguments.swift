import Console
import MapModel
import Packages
import Packaging

/// The arguments that `check` and `build` share: a map, its data, and what to pack.
enum MapArguments {
  static let positional = [
    PositionalArgument("MAP", help: "the web map, a JSON file")
  ]

  static let data = Option(
    "data", valueName: "DIR", isRequired: true, completion: .folder,
    help: "folder with the data of the map's layers and tables")

  static let area = Option(
    "area", valueName: "AREA", completion: .file,
    help:
      "the area to pack: WEST,SOUTH,EAST,NORTH, a GeoJSON or Esri JSON file, a bookmark's name, "
      + "Layer:FIELD='value', FILE:FIELD='value', view, or within:200m: before one of these "
      + "(default: everything)")

  /// What any number of packages have in common.
  static let options = [
    Option(
      "bindings", valueName: "FILE", completion: .file,
      help: "which file belongs to which layer (default: bindings.json in DIR)"),
    Option(
      "where", valueName: "LAYER:FILTER", repeats: true,
      help: "pack only the records of a layer that pass a filter, and what belongs to them"),
    Option(
      "scale", valueName: "MIN:MAX",
      help: "the scale range to pack, such as 50000:500 (default: the map's)"),
    Option(
      "for", valueName: "PROGRAMS",
      completion: .choices(["arcgis,qgis", "arcgis", "qgis"]),
      help:
        "which programs open the package: arcgis (a mobile geodatabase), qgis (a GeoPackage for "
        + "QGIS and QField) or arcgis,qgis (default; for FILE.zip qgis)"),
    Option(
      "base-map", valueName: "TILES", repeats: true, completion: .file,
      help:
        "tiles to show below the layers (default: baseMap of bindings.json, or basemap.* in DIR)"),
    Option(
      "max-tiles-size", valueName: "SIZE",
      help: "leave out the finest levels of the base map until its images fit, such as 200MB"),
    Option(
      "base-map-once",
      help: "don't pack the base map: each device has it once, for all packages"),
    GridsArgument.option,
    Option(
      "without", valueName: "LAYER", repeats: true,
      help: "a layer or table to leave out, by title or id"),
    Option(
      "mint-globalids", valueName: "LAYER:FIELD", repeats: true,
      help:
        "make GlobalIDs for the records of a layer or table that have none, from a field with a "
        + "different value in each record"),
    Option(
      "title", valueName: "TEXT",
      help: "title of the package (default: the map's title, or its file name)"),
    Option(
      "fail-on", valueName: "LEVEL", completion: .choices(["error", "warning"]),
      help: "the lowest severity that counts: error (default) or warning"),
    Option(
      "now", valueName: "TIME",
      help: "the time to write into the package (default: SOURCE_DATE_EPOCH or the clock)"),
  ]

  /// The request of a call.
  static func request(_ call: Call) throws(ConsoleError) -> BuildRequest {
    let arguments = call.arguments
    var request = BuildRequest(
      map: arguments.positionals.first ?? "", data: arguments.value("data") ?? "",
      now: try call.surroundings.now(option: arguments.value("now")))
    request.followsOfflineSettings = true
    request.filters = try arguments.values("where").map(layerFilter)
    request.bindings = arguments.value("bindings")
    request.area = arguments.value("area")
    request.title = arguments.value("title")
    request.without = arguments.values("without")
    request.minting = try minting(arguments.values("mint-globalids"))
    if let scale = arguments.value("scale") { request.scale = try self.scale(scale) }
    if let stores = arguments.value("for").flatMap({ Set<PackageStore>(programs: $0) }) {
      request.stores = stores
    }
    request.baseMap = try baseMap(
      call, stores: arguments.value("for") == nil ? nil : request.stores)
    if arguments.value("fail-on") == "warning" { request.failOn = .warning }
    if let photos = arguments.value("photos").flatMap(AttachmentStorage.init(rawValue:)) {
      request.attachmentStorage = photos
    }
    if let project = arguments.value("project").flatMap(ProjectLocation.init(rawValue:)) {
      request.project = project
    }
    return request
  }

  /// - Parameter stores: the stores that `--for` names; nil without it.
  private static func baseMap(
    _ call: Call, stores: Set<PackageStore>?
  ) throws(ConsoleError) -> BaseMapOptions {
    var options = BaseMapOptions()
    options.files = call.arguments.values("base-map")
    options.sizeLimit = try SizeArgument.bytes("max-tiles-size", of: call)
    options.isOnDevices = call.arguments.flag("base-map-once")
    options.stores = stores
    return options
  }

  /// Parses `LAYER:FILTER`.
  private static func layerFilter(_ text: String) throws(ConsoleError) -> LayerFilter {
    guard let colon = text.firstIndex(of: ":"), colon != text.startIndex else {
      throw .badValue(
        option: "--where", value: text, expected: "a layer and its filter, such as Trees:CREW=7")
    }
    return LayerFilter(
      layer: String(text[..<colon]), expression: String(text[text.index(after: colon)...]))
  }

  /// Parses `LAYER:FIELD`, each layer once.
  private static func minting(_ texts: [String]) throws(ConsoleError) -> [LayerMinting] {
    var minting: [LayerMinting] = []
    for text in texts {
      guard let colon = text.firstIndex(of: ":"), colon != text.startIndex,
        text.index(after: colon) != text.endIndex
      else {
        throw .badValue(
          option: "--mint-globalids", value: text,
          expected: "a layer and a field, such as Trees:TREE_ID")
      }
      let layer = String(text[..<colon])
      guard !minting.contains(where: { $0.layer.isSameName(as: layer) }) else {
        throw .badValue(
          option: "--mint-globalids", value: text, expected: "given once for each layer")
      }
      minting.append(
        LayerMinting(layer: layer, field: String(text[text.index(after: colon)...])))
    }
    return minting
  }

  /// Parses `MIN:MAX`, two scale denominators. 0 or an empty text means no limit.
  static func scale(_ text: String) throws(ConsoleError) -> ScaleRange {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false).map { part in
      part.isEmpty ? 0 : Double(part)
    }
    guard parts.count == 2, let minimum = parts[0], let maximum = parts[1],
      minimum.isFinite, maximum.isFinite, minimum >= 0, maximum >= 0,
      minimum == 0 || minimum >= maximum
    else {
      throw .badValue(
        option: "--scale", value: text,
        expected: "two scales MIN:MAX, the smaller scale first, such as 50000:500")
    }
    return ScaleRange(minimum: minimum, maximum: maximum)
  }
}
