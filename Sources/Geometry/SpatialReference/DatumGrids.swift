import Bytes
import Synchronization

/// The grids of datum shifts that the user has given, for all transformations of the process.
///
/// They are exact to some centimeters, where seven parameters are right to some meters.
package enum DatumGrids {
  private static let grids = Mutex<[Int: [NTv2Grid]]>([:])

  /// The largest file that is read.
  private static let mostBytes = 1 << 30

  /// Reads grids, to be used by all transformations made from then on, instead of those read before.
  ///
  /// A grid belongs to the datum whose EPSG code is the name of its file, such as `4277.gsb`, or else
  /// to the one that the file names. Files are read in the order given.
  /// - Throws: `DatumGridError`, `BytesError`.
  package static func use(_ paths: [String], in folder: String) throws {
    guard !paths.isEmpty else { throw DatumGridError.noGrids(folder: folder) }
    var read: [Int: [NTv2Grid]] = [:]
    for path in paths {
      let (grid, code) = try self.read(path)
      read[code, default: []].append(grid)
    }
    let all = read
    grids.withLock { $0 = all }
  }

  /// Returns the EPSG code of the geographic system that a grid belongs to.
  /// - Throws: `DatumGridError`, `BytesError`.
  package static func code(ofFile path: String) throws -> Int { try read(path).code }

  private static func read(_ path: String) throws -> (grid: NTv2Grid, code: Int) {
    let file = try InputFile(path: path)
    guard file.size <= mostBytes else {
      throw DatumGridError.damaged(path: path, offset: 0, expected: "at most \(mostBytes) bytes")
    }
    let grid = try NTv2Grid(try file.read(at: 0, count: file.size), path: path)
    return (grid, try code(of: grid, path: path))
  }

  /// Returns the grids of a geographic system, by EPSG code.
  static func grids(of code: Int?) -> [NTv2Grid] {
    guard let code else { return [] }
    return grids.withLock { $0[code] ?? [] }
  }

  private static func code(of grid: NTv2Grid, path: String) throws(DatumGridError) -> Int {
    let name = path.split(separator: "/").last ?? ""
    if let code = Int(name.prefix { $0 != "." }), GeographicSystems.system(code: code) != nil {
      return code
    }
    guard let source = GeographicSystems.system(gridName: grid.sourceName), let code = source.code
    else { throw .unknownDatum(path: path, name: grid.sourceName) }
    if let target = GeographicSystems.system(gridName: grid.targetName), target.shift != nil,
      target.code != code
    {
      throw .targetApart(path: path, name: grid.targetName)
    }
    return code
  }
}

extension GeographicSystems {
  /// Returns the system that a grid means by a name of up to eight letters: that of the system or the
  /// datum, or the start of one.
  static func system(gridName: String) -> GeographicSystem? {
    let wanted = plain(gridName)
    guard wanted.utf8.count >= 3 else { return nil }
    var found: Substring?
    for line in systems.split(separator: "\n") {
      let fields = line.split(separator: "|", omittingEmptySubsequences: false)
      let names = [plain(fields[1]), plain(fields[2])]
      if names.contains(wanted) { return Int(fields[0]).flatMap(system(code:)) }
      // "DHDN90" is DHDN, and "AMERSFOO" is Amersfoort.
      let isLike = names.contains {
        $0.utf8.count >= 4
          && (wanted.hasPrefix($0) || (wanted.utf8.count >= 7 && $0.hasPrefix(wanted)))
      }
      if isLike, found == nil { found = fields[0] }
    }
    return found.flatMap { Int($0) }.flatMap(system(code:))
  }
}
