import Bytes
import FeatureData
import Geometry
import MapModel
import OrderedJSON
import Packages

extension AreaPlan {
  /// The options as members, those that are not given left out.
  var optionsJSON: JSON {
    var members = JSONObject()
    members.append("map", .string(request.map))
    members.append("data", .string(request.data))
    if let bindings = request.bindings { members.append("bindings", .string(bindings)) }
    members.append("areas", .string(areas.text))
    if let name = areas.nameField { members.append("name", .string(name)) }
    if areas.isExclusive { members.append("exclusive", true) }
    members.append("format", .string(String(areas.ending.dropFirst())))
    if let title = request.title { members.append("title", .string(title)) }
    if let scale = request.scale {
      members.append("scale", [.number(scale.minimum), .number(scale.maximum)])
    }
    if !request.filters.isEmpty {
      members.append("where", .array(request.filters.map(\.json)))
    }
    if !request.without.isEmpty {
      members.append("without", .array(request.without.map { .string($0) }))
    }
    if !request.minting.isEmpty {
      members.append("minted", .array(request.minting.map(\.json)))
    }
    members.append("for", .array(request.stores.programs.map { .string($0) }))
    members.append("photos", .string(request.attachmentStorage.rawValue))
    members.append("project", .string(request.project.rawValue))
    if let baseMap = request.baseMap { members.append("baseMap", baseMap.json) }
    if let pages { members.append("review", .string(pages)) }
    if request.failOn != .error { members.append("failOn", .string(request.failOn.rawValue)) }
    return .object(members)
  }

  /// The most bytes of a plan: 100,000 areas with 100,000 vertices fit in none, ordinary ones do.
  private static let sizeLimit = 1 << 30

  /// Reads a plan.
  ///
  /// - Throws: ``PackagingError/plan(path:expected:)`` with the line of a mistake.
  package init(path: String) throws {
    let region = FileRegion(try InputFile(path: path))
    let bytes = try region.readAll(limit: Self.sizeLimit)
    var lines = bytes.split(separator: UInt8(ascii: "\n")).map(Array.init)[...]
    guard let first = lines.popFirst(), let header = try? JSONParser.parse(first),
      header["format"]?.string == Self.format
    else {
      throw PackagingError.plan(
        path: path, expected: "a plan of `fieldpack plan`, with the format \(Self.format)")
    }
    guard let options = header["options"], let map = options["map"]?.string,
      let data = options["data"]?.string, let areas = options["areas"]?.string,
      let created = header["created"]?.string, let now = DateText.milliseconds(created)
    else {
      throw PackagingError.plan(path: path, expected: "\"options\" and \"created\" in line 1")
    }
    title = header["title"]?.string ?? ""
    request = BuildRequest(map: map, data: data, now: now)
    request.followsOfflineSettings = true
    self.areas = AreasOptions(text: areas)
    self.areas.nameField = options["name"]?.string
    self.areas.isExclusive = options["exclusive"]?.bool ?? false
    self.areas.ending = options["format"]?.string == "zip" ? ".zip" : ".mmpk"
    pages = options["review"]?.string
    shards = header["shards"]?.int.flatMap { $0 > 0 ? $0 : nil }
    inputs = (header["inputs"]?.array ?? []).map { input in
      Input(
        name: input["name"]?.string ?? "", size: input["size"]?.int ?? 0,
        sha256: input["sha256"]?.string ?? "")
    }
    findings = []
    entries = try lines.enumerated().map { index, line in
      guard let json = try? JSONParser.parse(line), let entry = try Entry(json: json),
        entry.index == index
      else {
        throw PackagingError.plan(path: path, expected: "area \(index) in line \(index + 2)")
      }
      return entry
    }
    only = header["only"]?.array?.compactMap(\.int).filter { entries.indices.contains($0) }
    try read(options, path: path)
    guard header["planId"]?.string != nil, header["count"]?.int == entries.count else {
      throw PackagingError.plan(
        path: path,
        expected: "\(header["count"]?.int ?? 0) areas, but the file has \(entries.count)")
    }
  }

  private mutating func read(_ options: JSON, path: String) throws {
    request.bindings = options["bindings"]?.string
    request.title = options["title"]?.string
    request.filters = (options["where"]?.array ?? []).map(LayerFilter.init(json:))
    request.minting = (options["minted"]?.array ?? []).compactMap(LayerMinting.init(json:))
    request.without = (options["without"]?.array ?? []).compactMap(\.string)
    if let scale = options["scale"]?.array?.compactMap(\.double), scale.count == 2 {
      request.scale = ScaleRange(minimum: scale[0], maximum: scale[1])
    }
    let programs = (options["for"]?.array ?? []).compactMap(\.string).joined(separator: ",")
    guard let stores = Set<PackageStore>(programs: programs),
      let photos = options["photos"]?.string.flatMap(AttachmentStorage.init(rawValue:)),
      let project = options["project"]?.string.flatMap(ProjectLocation.init(rawValue:))
    else {
      throw PackagingError.plan(
        path: path, expected: "\"for\", \"photos\" and \"project\" in the options")
    }
    request.stores = stores
    request.attachmentStorage = photos
    request.project = project
    request.baseMap = options["baseMap"].map(BaseMapOptions.init(json:))
    if options["failOn"]?.string == Severity.warning.rawValue { request.failOn = .warning }
  }
}

extension AreaPlan.Entry {
  var json: JSON {
    var members = JSONObject()
    members.append("index", .number(index))
    members.append("name", .string(area.name))
    members.append("file", .string(file))
    members.append("area", area.area.map(\.json) ?? .null)
    if !area.filters.isEmpty {
      members.append("where", .array(area.filters.map(\.json)))
    }
    if !area.text.isEmpty { members.append("option", .string(area.text)) }
    members.append("key", .string(key))
    members.append("rows", .number(estimate.rows))
    members.append("attachments", .number(estimate.attachments))
    members.append("bytes", .number(estimate.bytes))
    members.append("seconds", .number(estimate.seconds))
    members.append("layers", .array(estimate.layers.map(\.json)))
    members.append("parts", estimate.parts.json)
    return .object(members)
  }

  /// Reads an entry; nil if a member is missing.
  init?(json: JSON) throws {
    guard let index = json["index"]?.int, let name = json["name"]?.string,
      let file = json["file"]?.string, !file.contains("/"), file != ".", file != "..",
      let key = json["key"]?.string, let layers = json["layers"]?.array, let area = json["area"]
    else { return nil }
    self.index = index
    self.file = file
    self.key = key
    self.area = NamedArea(
      name: name, text: json["option"]?.string ?? "",
      area: area.isNull ? nil : try AreaOfInterest(json: area),
      filters: (json["where"]?.array ?? []).map(LayerFilter.init(json:)))
    estimate = PackageEstimate(
      layers: layers.map(PackageEstimate.Layer.init(json:)),
      parts: PackageParts(json: json["parts"]))
  }
}

extension BaseMapOptions {
  /// The options as members, those that are not given left out.
  fileprivate var json: JSON {
    var members = JSONObject()
    if !files.isEmpty { members.append("tiles", .array(files.map { .string($0) })) }
    if let sizeLimit { members.append("maxTilesSize", .number(sizeLimit)) }
    if isOnDevices { members.append("onDevices", true) }
    if let stores { members.append("for", .array(stores.programs.map { .string($0) })) }
    return .object(members)
  }

  fileprivate init(json: JSON) {
    self.init()
    files = (json["tiles"]?.array ?? []).compactMap(\.string)
    sizeLimit = json["maxTilesSize"]?.int
    isOnDevices = json["onDevices"]?.bool ?? false
    stores = json["for"]?.array.flatMap { programs in
      Set<PackageStore>(programs: programs.compactMap(\.string).joined(separator: ","))
    }
  }
}

extension LayerFilter {
  fileprivate var json: JSON {
    ["layer": .string(layer), "expression": .string(expression)]
  }

  fileprivate init(json: JSON) {
    self.init(layer: json["layer"]?.string ?? "", expression: json["expression"]?.string ?? "")
  }
}

extension AreaOfInterest {
  /// The area with all digits of its coordinates.
  fileprivate var json: JSON {
    [
      "text": .string(text), "spatialReference": spatialReference.esriJSON,
      "geometry": shape.geoJSON,
    ]
  }

  /// Reads an area; nil if a member is missing.
  fileprivate init?(json: JSON) throws {
    guard let text = json["text"]?.string, let reference = json["spatialReference"],
      let spatialReference = try SpatialReference(esriJSON: reference),
      let geometry = json["geometry"]
    else { return nil }
    try self.init(
      shape: try Geometry(geoJSON: geometry), spatialReference: spatialReference, text: text)
  }
}
