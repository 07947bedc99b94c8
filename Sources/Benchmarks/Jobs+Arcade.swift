import FoundationEssentials

// The site of the city with four Arcade expressions in each pop-up, compared with the same site
// without expressions.
extension Jobs {
  private func package(isComputed: Bool) -> String {
    inputs.path("site/" + (isComputed ? "computed.mmpk" : "plain.mmpk"))
  }

  /// The two packages.
  func prepareArcade() throws {
    for isComputed in [false, true] {
      let package = package(isComputed: isComputed)
      guard !FileManager.default.fileExists(atPath: package) else { continue }
      let map = isComputed ? "computed-map.json" : "plain-map.json"
      try inputs.write(BenchmarkMap.popups(isComputed: isComputed), to: map)
      _ = try ChildProcess.run(
        [
          fieldpack, "build", inputs.path(map), "--data", inputs.path("city"), "-o", package, "-q",
          "-f", "--review", "never",
        ], folder: folder, accepts: [0, 1])
    }
  }

  /// Expressions may make a site take at most 1.5 times as long.
  var arcade: Job {
    func contestant(_ name: String, isComputed: Bool, _ output: String) -> Contestant {
      Contestant(
        name: name,
        steps: [[fieldpack, "site", package(isComputed: isComputed), "-o", output, "-q"]],
        output: output)
    }
    return Job(
      name: "arcade", title: "the city with 4 expressions a tree → site", bar: 1 / 1.5,
      ours: contestant("fieldpack", isComputed: true, folder + "/our-site"),
      peers: [
        contestant("fieldpack, no expressions", isComputed: false, folder + "/peer-site")
      ])
  }
}
