import FoundationEssentials
import TestSupport

extension Jobs {
  /// The changes of a crew's package: 2% of the rows updated, 1% deleted, 1% added. fieldpack
  /// also checks every page, row and index first.
  var diff: Job {
    let (issued, returned) = (inputs.path("gpkg/issued.gpkg"), inputs.path("gpkg/returned.gpkg"))
    let peers = Self.geodiff.map { python in
      Contestant(
        name: "geodiff",
        steps: [[python.path, "-c", Self.peerScript, issued, returned, out("peer")]],
        output: out("peer"))
    }
    return Job(
      name: "diff", title: "diff of a returned package, 4% of its rows changed", bar: 2,
      ours: Contestant(
        name: "fieldpack",
        steps: [[fieldpack, "diff", returned, "--base", issued, "--json", "-q"]],
        output: out("ours.json"), printsTo: out("ours.json")),
      peers: peers.map { [$0] } ?? [])
  }

  /// The same package, merged into data with as many edits of the office. fieldpack also checks both
  /// stores and keeps the old data for undo.
  var merge: Job {
    let issued = inputs.path("gpkg/issued.gpkg")
    let (returned, office) = (inputs.path("gpkg/returned.gpkg"), inputs.path("gpkg/office.gpkg"))
    let peers = Self.geodiff.map { python in
      Contestant(
        name: "geodiff rebase",
        steps: [
          [python.path, "-c", Self.rebaseScript, issued, office, returned, out("peer.gpkg")]
        ],
        output: out("peer.gpkg"), leftovers: [out("peer.gpkg-conflicts")])
    }
    return Job(
      name: "merge", title: "three-way merge of a returned package", bar: 2,
      ours: Contestant(
        name: "fieldpack",
        steps: [
          [
            fieldpack, "merge", "--into", office, returned, "--base", issued, "-o",
            out("merged.gpkg"), "-q",
          ]
        ],
        output: out("merged.gpkg"), leftovers: [out("merged.gpkg.undo")]),
      peers: peers.map { [$0] } ?? [])
  }

  /// The packages of twenty crews, merged in one call into data that the office edited. Each package
  /// has a part of the city and changes in 4% of its rows. No other program does this, so the target
  /// is 3 s and 150 MB. The second contestant merges change files, which engines make in parallel.
  var crews: Job {
    func merge(_ name: String, of folder: String, to output: String) -> Contestant {
      Contestant(
        name: name,
        steps: [
          [
            fieldpack, "merge", "--into", inputs.path("gpkg/office.gpkg"), inputs.path(folder),
            "-o", output, "-q",
          ]
        ],
        output: output, leftovers: [output + ".undo"])
    }
    return Job(
      name: "crews", title: "merge of 20 crews' packages into the city", bar: 0.8,
      ours: merge("fieldpack", of: "crews", to: out("merged.gpkg")),
      peers: [merge("fieldpack, change files", of: "changes", to: out("peer.gpkg"))],
      countsTable: "Trees")
  }

  /// Python with pygeodiff, if it is installed.
  static let geodiff = Tool.python(having: "pygeodiff")

  /// Writes the store as issued, as returned, and as the office edited it.
  func prepareDiff() throws {
    let issued = inputs.path("gpkg/issued.gpkg")
    guard !FileManager.default.fileExists(atPath: inputs.path("gpkg/office.gpkg")),
      let python = Tool.python3
    else { return }
    let build = [
      fieldpack, "build", inputs.path("trees-map.json"), "--data", inputs.path("geojson"), "-o",
      issued, "-q", "--force",
    ]
    _ = try ChildProcess.run(build, folder: folder)
    for (seed, name) in ["returned", "office"].enumerated() {
      let making = inputs.path("gpkg/editing.gpkg")
      let made = inputs.path("gpkg/\(name).gpkg")
      try? FileManager.default.removeItem(atPath: making)
      try? FileManager.default.removeItem(atPath: made)
      try FileManager.default.copyItem(atPath: issued, toPath: making)
      _ = try ChildProcess.run(
        [python.path, "-c", Self.editScript, making, String(seed + 1)], folder: folder)
      try FileManager.default.moveItem(atPath: making, toPath: made)
    }
  }

  /// Makes a change file of each crew's package.
  func prepareChanges() throws {
    guard !FileManager.default.fileExists(atPath: inputs.path("changes")) else { return }
    let making = inputs.path("changes-making")
    try? FileManager.default.removeItem(atPath: making)
    try FileManager.default.createDirectory(atPath: making, withIntermediateDirectories: true)
    for crew in try FileManager.default.contentsOfDirectory(atPath: inputs.path("crews")).sorted() {
      let diff =
        "'\(fieldpack)' diff '\(inputs.path("crews/" + crew))' --changes '\(making)/\(crew).changes' -q"
      // Exit status 1 says that there are changes.
      _ = try ChildProcess.run(["sh", "-c", diff + " || test $? = 1"], folder: folder)
    }
    try FileManager.default.moveItem(atPath: making, toPath: inputs.path("changes"))
  }

  /// Builds the package of each crew, unpacks it and edits it.
  func prepareCrews() throws {
    guard !FileManager.default.fileExists(atPath: inputs.path("crews")),
      let python = Tool.python3
    else { return }
    let making = inputs.path("crews-making")
    try? FileManager.default.removeItem(atPath: making)
    try FileManager.default.createDirectory(
      atPath: making, withIntermediateDirectories: true)
    for (number, box) in Inputs.parts.enumerated() {
      let crew = "\(making)/crew-\(number + 1 < 10 ? "0" : "")\(number + 1)"
      let build = [
        fieldpack, "build", inputs.path("trees-map.json"), "--data", inputs.path("geojson"),
        "--area", box.map { "\($0)" }.joined(separator: ","), "-o", out("crew.mmpk"), "-q",
        "--force",
      ]
      _ = try ChildProcess.run(build, folder: folder)
      _ = try ChildProcess.run(
        [python.path, "-m", "zipfile", "-e", out("crew.mmpk"), crew], folder: folder)
      _ = try ChildProcess.run(
        [python.path, "-c", Self.editScript, crew + "/data.gpkg", String(number + 3)],
        folder: folder)
    }
    try FileManager.default.moveItem(atPath: making, toPath: inputs.path("crews"))
  }

  private static let peerScript = """
    import sys, pygeodiff
    pygeodiff.GeoDiff().create_changeset(sys.argv[1], sys.argv[2], sys.argv[3])
    """

  private static let rebaseScript = """
    import shutil, sys, pygeodiff
    base, theirs, ours, out = sys.argv[1:]
    shutil.copy(ours, out)
    pygeodiff.GeoDiff().rebase(base, theirs, out, out + '-conflicts')
    """

  /// Defines the functions that the triggers of the R-tree call. All rows are points.
  private static let editScript = """
    import random, sqlite3, struct, sys, uuid
    store = sqlite3.connect(sys.argv[1])
    def coordinate(axis):
        return lambda blob: struct.unpack_from('<d', blob, len(blob) - 16 + 8 * axis)[0]
    for name, axis in (('ST_MinX', 0), ('ST_MaxX', 0), ('ST_MinY', 1), ('ST_MaxY', 1)):
        store.create_function(name, 1, coordinate(axis))
    store.create_function('ST_IsEmpty', 1, lambda blob: 0)
    dice = random.Random(int(sys.argv[2]))
    fids = [fid for fid, in store.execute('SELECT fid FROM Trees')]
    chosen = dice.sample(fids, len(fids) // 100 * 3)
    third = len(chosen) // 3
    for fid in chosen[:2 * third]:
        store.execute('UPDATE Trees SET DBH = coalesce(DBH, 0) + 1, Condition = ? WHERE fid = ?',
                      (dice.choice(['Good', 'Poor']), fid))
    store.executemany('DELETE FROM Trees WHERE fid = ?', [(fid,) for fid in chosen[2 * third:]])
    for fid in dice.sample(fids, third):
        store.execute('INSERT INTO Trees(geom, GlobalID, DBH) SELECT geom, ?, DBH FROM Trees '
                      'WHERE fid = ?', ('{%s}' % str(uuid.UUID(int=dice.getrandbits(128))).upper(), fid))
    store.commit()
    store.execute('PRAGMA wal_checkpoint')
    store.close()
    """
}
