extension Jobs {
  /// The city's rows in the two stores that a package has, each alone. The geodatabase takes the
  /// GeoPackage's rows, and has four indexes a table that the GeoPackage has not.
  var geodatabase: Job {
    func ours(_ name: String, to output: String) -> Contestant {
      Contestant(
        name: name,
        steps: [build(map: "city-map.json", data: "city", to: output)], output: output)
    }
    return Job(
      name: "geodatabase", title: "the whole city → mobile geodatabase", bar: 0.5,
      ours: ours("fieldpack", to: out("ours.geodatabase")),
      peers: [ours("fieldpack, GeoPackage", to: out("peer.gpkg"))], countsTable: "Trees")
  }
}
