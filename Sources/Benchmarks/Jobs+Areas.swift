import FoundationEssentials
import TestSupport

/// The packages of twenty areas, as a coordinator needs them the evening before.
extension Jobs {
  /// Writes the areas as a table.
  func prepareAreas() throws {
    let rows = Inputs.parts.enumerated().map { number, box in
      "part-\(number + 1),\"\(box.map { "\($0)" }.joined(separator: ","))\""
    }
    try Data("name,area\n\(rows.joined(separator: "\n"))\n".utf8)
      .write(to: URL(filePath: inputs.path("areas.csv")))
  }

  /// One plan and one run, against a run for each area. GDAL clips only the trees, and writes no
  /// base, project or related records.
  var areas: Job {
    let (plan, packages) = (out("plan.jsonl"), out("packages"))
    let boxes = Inputs.parts.map { $0.map { "\($0)" } }
    let singles = boxes.map { box in
      build(map: "city-map.json", data: "city", to: out("peer.mmpk")).joined(separator: " ")
        + " --review never --force --area=\(box.joined(separator: ","))"
    }
    let clips = boxes.map { box in
      "ogr2ogr -f GPKG -overwrite \(out("peer.gpkg")) \(inputs.path("city/trees.geojson")) "
        + "-nln Trees -clipsrc \(box.joined(separator: " "))"
    }
    return Job(
      name: "areas", title: "packages of 20 areas of the city", bar: 4,
      ours: Contestant(
        name: "fieldpack",
        steps: [
          [
            fieldpack, "plan", inputs.path("city-map.json"), "--data", inputs.path("city"),
            "--areas", inputs.path("areas.csv"), "--review", "never", "-o", plan, "-q",
          ],
          [fieldpack, "build", "--plan", plan, "-o", packages, "-q"],
        ], output: packages + "/catalogue.json", leftovers: [plan, packages]),
      peers: [
        Contestant(
          name: "fieldpack, one by one", steps: [["sh", "-c", singles.joined(separator: "; ")]],
          output: out("peer.mmpk")),
        Contestant(
          name: "ogr2ogr -clipsrc, one by one",
          steps: [["sh", "-c", clips.joined(separator: "; ")]], output: out("peer.gpkg")),
      ])
  }
}
