package import Geometry
package import OrderedJSON

/// The spatial reference of a geometry as expressions see it: Esri's code, and the code that replaced
/// it (Arcade: types, spatialReference).
package struct ShapeReference: Sendable, Equatable {
  /// The well-known id; 0 if there is none.
  let wkid: Int
  /// The id that replaced `wkid`; nil if it is not given.
  let latestWkid: Int?

  /// A geometry without a spatial reference.
  static let none = ShapeReference(wkid: 0)

  init(wkid: Int, latestWkid: Int? = nil) {
    self.wkid = wkid
    self.latestWkid = latestWkid
  }

  /// Creates the reference that ArcGIS gives a layer's records.
  package init(_ reference: SpatialReference) {
    self.init(
      wkid: reference.esriJSON["wkid"]?.int ?? 0,
      latestWkid: reference.wkid == 3_857 ? 3_857 : nil)
  }

  /// Creates the reference of `{"wkid": …, "latestWkid": …}`. Nil if the value names none.
  package init?(esriJSON json: JSON) {
    guard let wkid = json["wkid"]?.int ?? json["latestWkid"]?.int, wkid > 0 else { return nil }
    self.init(wkid: wkid, latestWkid: json["latestWkid"]?.int)
  }

  var isNone: Bool { wkid == 0 }

  /// The reference as a dictionary of its codes.
  var entries: ArcadeEntries {
    var entries = ArcadeEntries()
    if let latestWkid { entries.set("latestWkid", .number(latestWkid)) }
    entries.set("wkid", isNone ? .null : .number(wkid))
    return entries
  }

  /// The reference as `{"latestWkid": …, "wkid": …}`.
  var json: JSON {
    var members = JSONObject()
    if let latestWkid { members.append("latestWkid", .number(latestWkid)) }
    members.append("wkid", .number(wkid))
    return .object(members)
  }

  /// The definition, if Fieldpack knows the code.
  var definition: SpatialReference {
    let latest = SpatialReference(epsg: latestWkid ?? wkid)
    return latest.system == nil ? SpatialReference(epsg: wkid) : latest
  }

  /// Whether coordinates mean the same in both, such as in 102100 and 3857.
  func isSame(as other: ShapeReference) -> Bool {
    self == other || definition.isSame(as: other.definition)
  }
}
