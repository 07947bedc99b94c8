import FoundationEssentials
import TestSupport

/// The packages of twenty areas, as a coordinator needs them the evening before.
struct AreasJob {
  let jobs: Jobs

  /// Writes the areas as a table.
  func prepare() throws {
    let rows = Inputs.parts.enumerated().map { number, box in
      "part-\(number + 1),\"\(box.map { "\($0)" }.joined(separator: ","))\""
    }
    try Data("name,area\n\(rows.joined(separator: "\n"))\n".utf8)
      .write(to: URL(filePath: jobs.inputs.path("areas.csv")))
  }

  /// One plan and one run, against a run for each area. GDAL clips only the trees, and writes no
  /// base, project or related records.
  var job: Job {
    let (plan, packages) = (jobs.out("plan.jsonl"), jobs.out("packages"))
    let boxes = Inputs.parts.map { $0.map { "\($0)" } }
    let singles = boxes.map { box in
      jobs.build(map: "city-map.json", data: "city", to: jobs.out("peer.mmpk")).joined(
        separator: " ")
        + " --review never --force --area=\(box.joined(separator: ","))"
    }
    let clips = boxes.map { box in
      "ogr2ogr -f GPKG -overwrite \(jobs.out("peer.gpkg")) \(jobs.inputs.path("city/trees.geojson")) "
        + "-nln Trees -clipsrc \(box.joined(separator: " "))"
    }
    return Job(
      name: "areas", title: "packages of 20 areas of the city", bar: 4,
      ours: Contestant(
        name: "fieldpack",
        steps: [
          [
            jobs.fieldpack, "plan", jobs.inputs.path("city-map.json"), "--data",
            jobs.inputs.path("city"),
            "--areas", jobs.inputs.path("areas.csv"), "--review", "never", "-o", plan, "-q",
          ],
          [jobs.fieldpack, "build", "--plan", plan, "-o", packages, "-q"],
        ], output: packages + "/catalogue.json", leftovers: [plan, packages]),
      peers: [
        Contestant(
          name: "fieldpack, one by one", steps: [["sh", "-c", singles.joined(separator: "; ")]],
          output: jobs.out("peer.mmpk")),
        Contestant(
          name: "ogr2ogr -clipsrc, one by one",
          steps: [["sh", "-c", clips.joined(separator: "; ")]], output: jobs.out("peer.gpkg")),
      ]
        + [jobs.newestGDAL(from: "city/trees.geojson", boxes: Inputs.parts)].compactMap(\.self))
  }
}
