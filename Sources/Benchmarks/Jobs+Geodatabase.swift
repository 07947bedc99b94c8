extension Jobs {
  /// The city's rows in each of the two stores of a package. The geodatabase has four indexes in each
  /// table that the GeoPackage does not have.
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
