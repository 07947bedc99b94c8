import Bytes
import Geometry
import MapModel
import Markup
import OrderedJSON
import Packages

/// The pages of a site and the data they share.
struct SitePages {
  let plan: SitePlan
  let request: SiteRequest
  let packageID: String?
  let layers: [PublishedLayer]
  let symbols: SymbolTable
  let baseMap: WrittenBaseMap?
  let findings: [Finding]

  // MARK: meta.js

  /// The content of `data/meta.js`.
  var meta: [UInt8] {
    var script = ScriptText("meta")
    script.member("format", 1)
    script.member("title", .string(plan.title))
    script.member("made", .string(made))
    script.member("packageId", packageID.map { .string($0) } ?? .null)
    script.member("description", "")
    script.member("credits", .array(credits))
    script.member("timeZone", .string(plan.timeZoneName))
    script.member("extent", extent.map(Self.json) ?? .null)
    script.member("view", initialView)
    script.member("base", baseMap?.json ?? .null)
    script.member("bookmarks", .array(bookmarks.map { ["name": .string($0), "extent": $1] }))
    script.member("symbols", symbols.json)
    script.member("layers", .array(layers.map(\.meta)))
    return script.finish()
  }

  private var made: String { Day.text(plan.built) }

  /// Whom to thank for the map and its ground.
  private var credits: [JSON] {
    (plan.map.credits + (baseMap?.credits ?? []).map { "Base map: \($0)" }).map { .string($0) }
  }

  /// The longitudes and latitudes of everything drawn.
  private var extent: Envelope? {
    var box = MapBox()
    for layer in layers { box.add(layer.survey.box) }
    guard !box.isEmpty,
      let meters = try? CoordinateTransform(
        from: SpatialReference(epsg: 3_857), to: SpatialReference(epsg: 4_326)),
      let low = meters.forward(x: box.minX, y: box.minY),
      let high = meters.forward(x: box.maxX, y: box.maxY)
    else { return nil }
    return Envelope(minX: low.x, minY: low.y, maxX: high.x, maxY: high.y)
  }

  /// The view that the map opens with: the author's, unless nothing is drawn there.
  private var initialView: JSON {
    guard let view = plan.map.map.initialViewpoint.flatMap(degrees), let extent,
      view.intersects(extent)
    else { return extent.map(Self.json) ?? .null }
    return Self.json(view)
  }

  private var bookmarks: [(name: String, extent: JSON)] {
    plan.map.map.bookmarks.compactMap { bookmark in
      bookmark.viewpoint.flatMap(degrees).map { (bookmark.name, Self.json($0)) }
    }
  }

  /// Returns a viewpoint's box in degrees.
  private func degrees(_ viewpoint: Viewpoint) -> Envelope? {
    let box = viewpoint.extent
    let json = viewpoint.spatialReference ?? plan.map.map.spatialReference
    let reference =
      json.flatMap { try? SpatialReference(esriJSON: $0) } ?? SpatialReference(epsg: 4_326)
    guard
      let transform = try? CoordinateTransform(from: reference, to: SpatialReference(epsg: 4_326)),
      let low = transform.forward(x: box.minX, y: box.minY),
      let high = transform.forward(x: box.maxX, y: box.maxY)
    else { return nil }
    return Envelope(minX: low.x, minY: low.y, maxX: high.x, maxY: high.y)
  }

  private static func json(_ box: Envelope) -> JSON {
    .array([box.minX, box.minY, box.maxX, box.maxY].map { .number(($0 * 1e7).rounded() / 1e7) })
  }

  // MARK: Pages

  /// What all pages show alike, made once.
  private struct Shared {
    let layers: [JSON]
    let bookmarks: [JSON]
    let notes: [JSON]
    let firstLayer: String
    /// For each layer, whether its pop-ups may have styles of their own.
    let hasStyles: [Bool]
    /// The list pages, which work without scripts.
    let lists: ListView
    /// The list where readers without scripts begin; null if that layer has none.
    var firstList: JSON { lists.plans[firstLayer]?.href.map { .string($0) } ?? .null }
    /// The site without its links, of which each page marks another as current.
    let site: JSONObject
  }

  private func shared(_ templates: TemplateSet) -> Shared {
    let lists = lists
    return Shared(
      layers: layerViews(lists),
      bookmarks: bookmarks.map { bookmark in
        [
          "name": .string(bookmark.name), "extent": bookmark.extent,
          "href": .string(Self.mapLink(bookmark.extent)),
        ]
      },
      notes: notes, firstLayer: firstLayer,
      hasStyles: zip(layers, plan.disclosures).map { layer, disclosure in
        templates.isChanged || layer.html.styles > 0 || disclosure.mayHaveStyles
      }, lists: lists, site: site)
  }

  /// Writes every page.
  func write(into output: inout SiteOutput, _ templates: TemplateSet) throws {
    let shared = shared(templates)
    for (name, title) in [
      ("index", "Map"), ("feature", "Record"), ("bookmarks", "Bookmarks"),
      ("about", "About the data"), ("print", "Print"),
    ] {
      let hasStyles = Self.pagesOfRecords.contains(name) && shared.hasStyles.contains(true)
      let view = view(page: name, title: title, hasStyles: hasStyles, sharing: shared)
      try output.write(templates.render(name, view), to: "\(name).html")
    }
    for (index, layer) in layers.enumerated() {
      var view = view(
        page: "layer", title: layer.layer.title, hasStyles: templates.isChanged, sharing: shared)
      view["layer"] = shared.layers[index]
      try output.write(
        templates.render("layer", view), to: "layer-\(layer.layer.id).html")
      try writeLists(index, sharing: shared, into: &output, templates)
    }
  }

  /// The pages that show pop-ups of all layers.
  private static let pagesOfRecords: Set<String> = ["index", "feature", "print"]

  /// - Parameter hasStyles: whether the page may show texts with styles of their own.
  private func view(
    page: String, title: String, root: String = "", hasStyles: Bool, sharing shared: Shared
  ) -> JSON {
    var site = shared.site
    site.append("nav", .array(links(page: page, sharing: shared)))
    return [
      "site": .object(site), "layers": .array(shared.layers),
      "page": [
        "title": .string("\(title) · \(plan.title)"), "root": .string(root),
        "hasStyles": .bool(hasStyles),
        "layer": .string(shared.firstLayer), "list": shared.firstList,
        "notes": .array(shared.notes),
        "madeFrom": .string(plan.map.title),
        "onlineBaseMap": onlineBaseMap.map { .string($0) } ?? .null,
        "hasBaseMap": .bool(baseMap != nil),
      ],
      "bookmarks": .array(shared.bookmarks),
    ]
  }

  /// The name of the base map that the web map loads from the web, which pages never do.
  private var onlineBaseMap: String? {
    guard let base = plan.map.map.baseMap else { return nil }
    let titles = base.layers.map(\.title).filter { !$0.isEmpty }
    let name = base.title.isEmpty ? titles.joined(separator: ", ") : base.title
    return name.isEmpty || base.layers.isEmpty ? nil : name
  }

  /// The layer that pages begin with: of those that the map shows at first, the one with most
  /// points, otherwise most polygons or lines. Of a map that shows none, the lowest.
  private var firstLayer: String {
    let drawn = layers.filter(\.isDrawn)
    let shown = drawn.filter(\.layer.table.operational.visibility)
    let largest = [SiteLayer.Kind.point, .polygon, .line].compactMap { kind in
      shown.filter { $0.layer.kind == kind }.max { $0.survey.count < $1.survey.count }
    }
    return (largest.first ?? drawn.first ?? layers.first)?.layer.id ?? ""
  }

  private var subtitle: String {
    guard let first = layers.first(where: { $0.layer.id == firstLayer }) else { return made }
    let count = first.survey.count
    let word = count == 1 ? "record" : TitleText.inLine(first.layer.title)
    return "\(NumberText.grouped(count)) \(word)\u{A0}· package of \(made)"
  }

  private var site: JSONObject {
    [
      "title": .string(plan.title), "subtitle": .string(subtitle), "made": .string(made),
      "description": "", "credits": .array(credits),
      "packageId": packageID.map { .string($0) } ?? .null,
      "timeZone": .string(plan.timeZoneName), "extentText": .string(extentText),
    ]
  }

  /// Returns the links of the navigation, with the one to `page` marked.
  private func links(page: String, sharing shared: Shared) -> [JSON] {
    var nav: [JSON] = [Self.link("index.html", title: "Map", isCurrent: page == "index")]
    nav.append(
      Self.link("layer-\(shared.firstLayer).html", title: "Layers", isCurrent: page == "layer"))
    if !shared.bookmarks.isEmpty {
      nav.append(
        Self.link("bookmarks.html", title: "Bookmarks", isCurrent: page == "bookmarks"))
    }
    nav.append(Self.link("about.html", title: "About the data", isCurrent: page == "about"))
    return nav
  }

  private var extentText: String {
    guard let extent else { return "" }
    func range(_ least: Double, _ most: Double) -> String {
      let texts = [least, most].map(PositionText.degrees)
      return texts[0] == texts[1] ? texts[0] : texts.joined(separator: " to ")
    }
    return "Latitude \(range(extent.minY, extent.maxY)), "
      + "longitude \(range(extent.minX, extent.maxX))"
  }

  private static func link(_ href: String, title: String, isCurrent: Bool) -> JSON {
    ["href": .string(href), "title": .string(title), "current": .bool(isCurrent)]
  }

  /// Returns the link to the map at a box: its middle, at the zoom that shows all of it on a
  /// typical screen.
  private static func mapLink(_ extent: JSON) -> String {
    let sides = extent.array?.compactMap(\.double) ?? []
    guard sides.count == 4 else { return "index.html" }
    let width = max(sides[2] - sides[0], 1e-5)
    // Zoom levels count tiles of 256 px; assume a map of 1,000 px.
    let zoom = Transcendental.log(1_000 / 256 * 360 / width) / Transcendental.log(2)
    func text(_ value: Double, _ decimals: Int) -> String {
      var bytes: [UInt8] = []
      CoordinateText.append(value, decimals: decimals, to: &bytes)
      return String(decoding: bytes, as: UTF8.self)
    }
    return "index.html#" + text(min(max(zoom, 0), 22), 2) + "/"
      + text((sides[1] + sides[3]) / 2, 5) + "/" + text((sides[0] + sides[2]) / 2, 5)
  }

  /// What the site cannot show, for the About page.
  private var notes: [JSON] {
    let readsClock = findings.contains { $0.id == .expressionReadsClock }
    let clock: [JSON] =
      readsClock
      ? [
        [
          "text": .string("Values that depend on the date are those of \(Day.text(plan.clock))."),
          "count": .null,
        ]
      ] : []
    // Some are for the publisher to know, not for readers.
    let forPublishers: Set<FindingID> = [.expressionReadsClock, .csvFormulas, .mapTitleMissing]
    return clock
      + findings.filter { !forPublishers.contains($0.id) }.map { finding in
        let text =
          finding.subject.isEmpty ? finding.message : "\(finding.subject): \(finding.message)"
        return ["text": .string(text), "count": finding.count.map { .number($0) } ?? .null]
      }
  }

  private func layerViews(_ lists: ListView) -> [JSON] {
    layers.map { layer in
      var view = layer.meta.object ?? JSONObject()
      view["shape"] = nil
      let id = layer.layer.id
      view.append("countText", .string(NumberText.grouped(layer.survey.count)))
      let count = layer.survey.count
      view.append("kindText", .string(layer.layer.kind.word(for: count)))
      view.append("recordsText", .string(NumberText.plural(count, one: "record", many: "records")))
      view.append("href", .string("layer-\(id).html"))
      view.append("listHref", lists.plans[id]?.href.map { .string($0) } ?? .null)
      view.append("isTable", .bool(layer.layer.kind == .table))
      return .object(view)
    }
  }

  // MARK: Lists

  private var lists: ListView {
    var plans: [String: ListPlan] = [:]
    for layer in layers where !layer.views.isEmpty {
      let id = layer.layer.id
      plans[id] = ListPlan(layer: id, views: layer.views.lazy.map(listed))
    }
    return ListView(plans: plans)
  }

  /// Writes the list pages of a layer, which work without scripts.
  private func writeLists(
    _ index: Int, sharing shared: Shared, into output: inout SiteOutput, _ templates: TemplateSet
  ) throws {
    let layer = layers[index]
    guard let plan = shared.lists.plans[layer.layer.id] else { return }
    for (page, range) in plan.pages.enumerated() {
      let first = NumberText.grouped(range.lowerBound + 1)
      let last = NumberText.grouped(range.upperBound)
      var view = view(
        page: "list", title: "\(layer.layer.title), \(first) to \(last)", root: "../",
        hasStyles: shared.hasStyles[index], sharing: shared)
      view["layer"] = shared.layers[index]
      view["records"] = .array(layer.views[range].map { shared.lists.linked(listed($0)) })
      func name(_ number: Int) -> JSON {
        plan.pages.indices.contains(number) ? .string(plan.name(ofPage: number)) : .null
      }
      var about = view["page"]?.object ?? JSONObject()
      about.append("number", .number(page + 1))
      about.append("pages", .number(plan.pages.count))
      about.append("first", .string(first))
      about.append("last", .string(last))
      about.append("previous", name(page - 1))
      about.append("next", name(page + 1))
      view["page"] = .object(about)
      try output.write(templates.render("list", view), to: "list/\(plan.name(ofPage: page))")
    }
  }

  private func listed(_ record: JSON) -> JSON {
    guard case .object(var view) = record else { return record }
    let symbol = view["symbol"]?.int.flatMap { number in
      symbols.symbols.indices.contains(number) ? symbols.symbols[number].svg(size: 22) : nil
    }
    view.append("symbolSVG", symbol.map { .string($0) } ?? .null)
    view.append("anchor", .string(ListPlan.anchor(ofRecord: view["id"]?.string ?? "")))
    view.append("root", "../")
    return .object(view)
  }
}

extension SiteLayer.Kind {
  /// The kind of record in the words of the pages.
  fileprivate func word(for count: Int) -> String {
    let one =
      switch self {
      case .point: "point"
      case .line: "line"
      case .polygon: "area"
      case .table: "record"
      }
    return count == 1 ? one : one + "s"
  }
}
