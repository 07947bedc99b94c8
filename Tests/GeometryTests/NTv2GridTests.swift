import Foundation
import Geometry
import TestSupport
import Testing

/// Grids of datum shifts, against PROJ with the same file.
@Suite struct NTv2GridTests {
  /// Writes a grid with a finer rectangle inside, from Amersfoort to ETRS89, and asks PROJ for
  /// positions on its corners and between.
  private static let script = """
    import math, random, struct, sys
    from pyproj import Transformer
    folder, order = sys.argv[1], sys.argv[2]
    path = folder + '/grid.gsb'
    def text(name, value): return name.ljust(8).encode() + value.ljust(8).encode()
    def whole(name, value): return name.ljust(8).encode() + struct.pack(order + 'i4x', value)
    def number(name, value): return name.ljust(8).encode() + struct.pack(order + 'd', value)
    def shift(lon, lat):
      return 3.5 + 0.2 * math.sin(lon) + 0.1 * lat / 50, -2.5 + 0.3 * math.cos(lat) + 0.05 * lon
    def part(name, parent, south, north, west, east, step):
      rows, columns = round((north - south) / step) + 1, round((east - west) / step) + 1
      out = text('SUB_NAME', name) + text('PARENT', parent) + text('CREATED', '') + text('UPDATED', '')
      for key, value in (('S_LAT', south), ('N_LAT', north), ('E_LONG', -east), ('W_LONG', -west),
                         ('LAT_INC', step), ('LONG_INC', step)):
        out += number(key, value * 3600)
      out += whole('GS_COUNT', rows * columns)
      for row in range(rows):
        for column in range(columns):
          lat, lon = shift(east - column * step, south + row * step)
          out += struct.pack(order + '4f', lat + (0.4 if parent != 'NONE' else 0), lon, 0.01, 0.01)
      return out
    parts = [part('ALL', 'NONE', 50, 54, 3, 8, 0.5), part('CITY', 'ALL', 52, 52.5, 4.5, 5.5, 0.125)]
    header = whole('NUM_OREC', 11) + whole('NUM_SREC', 11) + whole('NUM_FILE', len(parts))
    header += text('GS_TYPE', 'SECONDS') + text('VERSION', 'NTv2.0')
    header += text('SYSTEM_F', 'AMERSFOO') + text('SYSTEM_T', 'ETRS89')
    for key, value in (('MAJOR_F', 6377397.155), ('MINOR_F', 6356078.963), ('MAJOR_T', 6378137.0),
                       ('MINOR_T', 6356752.314)):
      header += number(key, value)
    with open(path, 'wb') as file: file.write(header + b''.join(parts) + text('END', ''))
    way = Transformer.from_pipeline(
      '+proj=pipeline +step +proj=unitconvert +xy_in=deg +xy_out=rad '
      f'+step +proj=hgridshift +grids={path} +step +proj=unitconvert +xy_in=rad +xy_out=deg')
    random.seed(11)
    points = [(3 + 0.5 * i, 50 + 0.5 * j) for i in range(11) for j in range(9)]
    points += [(4.5 + 0.125 * i, 52 + 0.125 * j) for i in range(9) for j in range(5)]
    points += [(random.uniform(3, 8), random.uniform(50, 54)) for _ in range(2000)]
    for x, y in points:
      there, back = way.transform(x, y), way.transform(x, y, direction='INVERSE')
      print(x, y, *there, *back)
    """

  @Test("A grid shifts as PROJ shifts by it", .needs(.python("pyproj")), arguments: ["<", ">"])
  func byPROJ(order: String) async throws {
    let folder = try TemporaryFolder()
    let lines = try await #require(Tool.python(having: "pyproj"))
      .output(["-c", Self.script, folder.path, order]).split(separator: "\n")
    try #require(lines.count > 2_000)
    let path = folder.path + "/grid.gsb"
    let grid = try NTv2Grid([UInt8](Data(contentsOf: URL(filePath: path))), path: path)
    #expect(grid.sourceName == "AMERSFOO")
    try expect(grid, shiftsAs: lines, "made")
  }

  /// Each line has a longitude, a latitude, and where PROJ shifts them there and back.
  private func expect(_ grid: NTv2Grid, shiftsAs lines: [Substring], _ name: String) throws {
    var (worst, place) = (0.0, "")
    for line in lines {
      let n = line.split(separator: " ").compactMap { Double($0) }
      // PROJ says "inf" outside of the grid, where a shift leads across its border.
      guard n.count == 6, n.allSatisfy(\.isFinite) else { continue }
      let there = try #require(grid.shifted(longitude: n[0], latitude: n[1]), "\(line)")
      let back = try #require(grid.shiftedBack(longitude: n[0], latitude: n[1]), "\(line)")
      // Grids over the antimeridian count on beyond 180°.
      let apart = [there.x - n[2], there.y - n[3], back.x - n[4], back.y - n[5]].map {
        ($0 - 360 * ($0 / 360).rounded()).magnitude
      }
      guard let most = apart.max() else { continue }
      // On the border, the way back may begin outside of the grid, where no shift is known.
      if grid.shifted(longitude: back.x, latitude: back.y) == nil {
        #expect(most < 1e-7, "\(name) at \(line)")
      } else if most > worst {
        (worst, place) = (most, "\(line)")
      }
    }
    // A tenth of a millimeter.
    #expect(worst < 1e-9, "\(name) at \(place)")
  }

  /// The environment variable of a folder with grids that survey agencies publish. None is part of
  /// the project.
  private static let published = "FIELDPACK_NTV2_GRIDS"

  /// Asks PROJ for positions on corners of a grid's rectangles and between them.
  private static let publishedScript = """
    import random, struct, sys
    from pyproj import Transformer
    path = sys.argv[1]
    data = open(path, 'rb').read()
    order = '<' if data[8] == 11 else '>'
    def whole(at): return struct.unpack_from(order + 'i', data, at)[0]
    def number(at): return struct.unpack_from(order + 'd', data, at)[0]
    unit = {b'SECONDS': 3600, b'MINUTES': 60, b'DEGREES': 1}[data[56:64].strip(b' \\0')]
    random.seed(7)
    points, start = [], 176
    count = whole(40)
    for _ in range(count):
      south, north, east, west, up, left = (number(start + 72 + 16 * i) / unit for i in range(6))
      rows, columns = round((north - south) / up) + 1, round((west - east) / left) + 1
      for _ in range(max(100, 3000 // count)):
        row, column = random.randrange(rows), random.randrange(columns)
        points.append((-(east + column * left), south + row * up))
        points.append((random.uniform(-west, -east), random.uniform(south, north)))
      start += 176 + 16 * rows * columns
    way = Transformer.from_pipeline(
      '+proj=pipeline +step +proj=unitconvert +xy_in=deg +xy_out=rad '
      f'+step +proj=hgridshift +grids={path} +step +proj=unitconvert +xy_in=rad +xy_out=deg')
    for x, y in points:
      print(x, y, *way.transform(x, y), *way.transform(x, y, direction='INVERSE'))
    """

  @Test(
    "Grids that survey agencies publish shift as PROJ shifts by them",
    .needs(.python("pyproj"), .folder(published)))
  func publishedByPROJ() async throws {
    let folder = try #require(Need.path(ofFolder: Self.published))
    let names = try FileManager.default.contentsOfDirectory(atPath: folder)
      .filter { $0.lowercased().hasSuffix(".gsb") }.sorted()
    try #require(!names.isEmpty)
    let python = try #require(Tool.python(having: "pyproj"))
    var compared = 0
    for name in names {
      let path = folder + "/" + name
      let result = try await python.run(["-c", Self.publishedScript, path])
      guard result.status == 0 else {
        print("PROJ crashes on the grid \(name)")
        continue
      }
      compared += 1
      let lines = result.text.split(separator: "\n")
      try #require(lines.count >= 2_000, "\(name)")
      try expect(
        NTv2Grid([UInt8](Data(contentsOf: URL(filePath: path))), path: path), shiftsAs: lines, name)
    }
    #expect(compared > names.count / 2)
  }

  private static let header: [UInt8] = {
    var bytes: [UInt8] = []
    func little(_ value: UInt64) -> [UInt8] {
      (0..<8).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
    func text(_ name: String, _ value: String) {
      bytes += Array(name.padding(toLength: 8, withPad: " ", startingAt: 0).utf8)
      bytes += Array(value.padding(toLength: 8, withPad: " ", startingAt: 0).utf8)
    }
    func whole(_ name: String, _ value: UInt32) {
      bytes += Array(name.padding(toLength: 8, withPad: " ", startingAt: 0).utf8)
      bytes += little(UInt64(value))
    }
    func number(_ name: String, _ value: Double) {
      bytes += Array(name.padding(toLength: 8, withPad: " ", startingAt: 0).utf8)
      bytes += little(value.bitPattern)
    }
    whole("NUM_OREC", 11)
    whole("NUM_SREC", 11)
    whole("NUM_FILE", 1)
    text("GS_TYPE", "SECONDS")
    text("VERSION", "")
    text("SYSTEM_F", "OSGB36")
    text("SYSTEM_T", "ETRS89")
    for name in ["MAJOR_F", "MINOR_F", "MAJOR_T", "MINOR_T"] { number(name, 6_378_137) }
    text("SUB_NAME", "ALL")
    text("PARENT", "NONE")
    text("CREATED", "")
    text("UPDATED", "")
    number("S_LAT", 0)
    number("N_LAT", 3_600)
    number("E_LONG", -3_600)
    number("W_LONG", 0)
    number("LAT_INC", 3_600)
    number("LONG_INC", 3_600)
    whole("GS_COUNT", 4)
    return bytes + Array(repeating: 0, count: 64)
  }()

  @Test func `a grid that is cut or damaged is refused, or gives positions`() throws {
    _ = try NTv2Grid(Self.header, path: "a.gsb")
    for count in 0..<Self.header.count {
      #expect(throws: DatumGridError.self, "\(count) bytes") {
        try NTv2Grid(Array(Self.header.prefix(count)), path: "a.gsb")
      }
    }
    Fuzz.run(iterations: 20_000) { seed in
      var mutator = Mutator(seed: seed)
      guard let grid = try? NTv2Grid(mutator.mutated(Self.header), path: "a.gsb") else { return }
      _ = grid.shifted(longitude: 0.5, latitude: 0.5)
      _ = grid.shiftedBack(longitude: 0.5, latitude: 0.5)
    }
  }

  @Test(
    "A grid belongs to the datum that its file or its name says",
    arguments: [
      ("any.gsb", "OSGB36", 4277), ("4289.gsb", "OSGB36", 4289), ("x.gsb", "DHDN90", 4314),
    ])
  func datums(name: String, system: String, code: Int) throws {
    let folder = try TemporaryFolder()
    var bytes = Self.header
    bytes.replaceSubrange(
      88..<96, with: Array(system.padding(toLength: 8, withPad: " ", startingAt: 0).utf8))
    let path = folder.path + "/" + name
    try Data(bytes).write(to: URL(filePath: path))
    #expect(try DatumGrids.code(ofFile: path) == code)
  }

  @Test("A grid of an unknown datum is refused, and so is one to a datum that lies apart")
  func unknownDatums() throws {
    let folder = try TemporaryFolder()
    for (source, target) in [("NOWHERE", "ETRS89"), ("OSGB36", "DHDN")] {
      var bytes = Self.header
      bytes.replaceSubrange(
        88..<96, with: Array(source.padding(toLength: 8, withPad: " ", startingAt: 0).utf8))
      bytes.replaceSubrange(
        104..<112, with: Array(target.padding(toLength: 8, withPad: " ", startingAt: 0).utf8))
      let path = folder.path + "/x.gsb"
      try Data(bytes).write(to: URL(filePath: path))
      #expect(throws: DatumGridError.self) { try DatumGrids.code(ofFile: path) }
    }
  }
}
