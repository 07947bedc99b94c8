// data/review.js contains `FP.review({…})` in the format "fieldpack.review/1":
//
//   format, title, inputs
//   decides      whether there is something to decide
//   packages[]   id, name, built, edited, message, counts {added, updated, deleted, conflicts}
//   layers[]     name, title, fields [{name, title}]
//   extent       [west, south, east, north] of the changes in degrees; null without locations
//   around, moved  the number of points in data/around and data/before
//   shardSize    the number of changes in a file of details, or null
//   notes[]
//   base         the base map, as in meta.js of a site; null without one
//   changes[]    id, layer, package, action, title, subtitle, open,
//                conflicts [index of a field, or null for the record as a whole],
//                attached [[table, globalid] of its attachments]; detail, unless there are shards
//
// A detail, which is in data/changes/0007.js if there are many changes:
//
//   story, resolution, notes[]
//   shared       whether several packages changed the record
//   fields [{field, base, current, returned, state, currentBy, returnedBy, message,
//   sides [{package, value, by}] of several packages}],
//   photos {base, current, returned, items [{name, src, was, note}]} or null, where was is the file
//   before the change, at [lon, lat], from [lon, lat], after and before: parts of lines and rings,
//   [lon, lat, …] each

import OrderedJSON

extension ReviewContent {
  /// Returns the members that every reader needs; with `details`, everything.
  func head(
    details: [JSON]?, extent: JSON, moved: Int, shardSize: Int?
  ) -> [(name: String, value: JSON)] {
    let listed: [JSON] = changes.indices.map { index in
      var change = changes[index].brief
      if let details { change.append("detail", details[index]) }
      return .object(change)
    }
    return [
      ("format", "fieldpack.review/1"), ("title", .string(title)),
      ("inputs", .string(inputs)), ("decides", .bool(!isReadOnly)),
      ("packages", .array(packages.indices.map(json))),
      ("layers", .array(layers.map(\.json))), ("extent", extent),
      ("around", .number(surroundings.count)), ("moved", .number(moved)),
      ("shardSize", shardSize.map { .number($0) } ?? .null),
      ("notes", .array(notes.map { .string($0) })), ("changes", .array(listed)),
    ]
  }

  private func json(package index: Int) -> JSON {
    let package = packages[index]
    let packageChanges = changes.filter { $0.package == index }
    func count(_ action: Action) -> JSON {
      .number(packageChanges.count { $0.action == action })
    }
    return [
      "id": .string(package.id), "name": .string(package.name),
      "built": .text(package.built), "edited": .text(package.edited),
      "message": .text(package.message),
      "counts": [
        "added": count(.added), "updated": count(.updated), "deleted": count(.deleted),
        "conflicts": .number(packageChanges.count { !$0.conflicts.isEmpty }),
      ],
    ]
  }
}

extension ReviewContent.Layer {
  fileprivate var json: JSON {
    [
      "name": .string(name), "title": .string(title),
      "fields": .array(fields.map { ["name": .string($0.name), "title": .string($0.title)] }),
    ]
  }
}

extension ReviewContent.Change {
  fileprivate var brief: JSONObject {
    var brief: JSONObject = [
      "id": .string(id), "layer": .number(layer), "package": .number(package),
      "action": .string(action.rawValue), "title": .string(title),
      "subtitle": .string(subtitle), "open": .bool(isOpen),
      "conflicts": .array(conflicts.map { $0.map { .number($0) } ?? .null }),
    ]
    if let items = attachments?.items, !items.isEmpty {
      brief.append("attached", .array(items.map { [.string($0.table), .string($0.id)] }))
    }
    return brief
  }

  /// Returns the details of the change. `sources` has the files of its attachments, or nil, and
  /// `formerSources` the files before the change.
  func detail(sources: [String?], formerSources: [String?]) -> JSON {
    var detail: JSONObject = [
      "story": .string(story), "resolution": .string(resolution.rawValue),
      "shared": .bool(isShared),
      "notes": .array(notes.map { .string($0) }), "fields": .array(values.map(\.json)),
      "photos": attachments?.json(sources, formerSources) ?? .null,
      "at": .points(point.map { [$0] } ?? []),
      "from": .points(formerPoint.map { [$0] } ?? []),
    ]
    if !outline.isEmpty { detail.append("after", .array(outline.map { .points($0) })) }
    if !formerOutline.isEmpty {
      detail.append("before", .array(formerOutline.map { .points($0) }))
    }
    return .object(detail)
  }
}

extension ReviewContent.Value {
  fileprivate var json: JSON {
    [
      "field": field.map { .number($0) } ?? .null, "base": .text(base),
      "current": .text(current), "returned": .text(returned), "state": .string(state.rawValue),
      "currentBy": .text(currentBy), "returnedBy": .text(returnedBy), "message": .text(message),
      "sides": .array(
        sides.map {
          ["package": .number($0.package), "value": .text($0.value), "by": .text($0.by)]
        }),
    ]
  }
}

extension ReviewContent.Attachments {
  fileprivate func json(_ sources: [String?], _ formerSources: [String?]) -> JSON {
    let listed = items.enumerated().map { index, item -> JSON in
      let source = sources.indices.contains(index) ? sources[index] : nil
      let former = formerSources.indices.contains(index) ? formerSources[index] : nil
      return [
        "name": .string(item.name), "src": .text(source), "was": .text(former),
        "note": .text(item.note),
      ]
    }
    return [
      "base": .text(base), "current": .text(current), "returned": .text(returned),
      "items": .array(listed),
    ]
  }
}

extension JSON {
  /// A text, or null.
  fileprivate static func text(_ text: String?) -> JSON { text.map { .string($0) } ?? .null }

  /// Longitudes and latitudes one after another, to the centimeter; null if there are none.
  fileprivate static func points(_ points: [ReviewContent.Point]) -> JSON {
    guard !points.isEmpty else { return .null }
    return .array(
      points.flatMap { [$0.longitude, $0.latitude] }.map { .number(($0 * 1e7).rounded() / 1e7) })
  }
}
