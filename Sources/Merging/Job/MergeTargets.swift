import Bytes
import Packages

/// The form of the result, by the name of the output.
enum MergeOutputForm: Sendable {
  case geoPackage
  /// A new version of the office's package.
  case package
  /// A folder of data.
  case folder

  /// The form of an output; nil for no output.
  init?(_ output: String?) {
    guard let output else { return nil }
    let isPackage = [".mmpk", ".zip"].contains { output.hasSuffix($0) }
    self = isPackage ? .package : output.hasSuffix("/") ? .folder : .geoPackage
  }
}

/// The files that a merge writes, under temporary names. They are opened before any work, so that a
/// file that can't be written is reported at once.
struct MergeTargets: ~Copyable {
  /// The result as one file.
  var file: AtomicFile?
  /// The result as a folder.
  var folder: AtomicFolder?
  /// The changes as SQL.
  var changes: AtomicFile?

  init(_ request: MergeRequest) throws {
    if let path = request.output {
      try Self.refuseInput(asTarget: path, of: request)
      if MergeOutputForm(path) == .folder {
        // An existing folder may hold other files, so it is never replaced.
        folder = try AtomicFolder(replacing: String(path.dropLast()), overwrite: false)
      } else {
        file = try AtomicFile(replacing: path, overwrite: request.overwrite)
      }
    }
    if let path = request.changes {
      try Self.refuseInput(asTarget: path, of: request)
      changes = try AtomicFile(replacing: path, overwrite: request.overwrite)
    }
  }

  /// Checks the room for the result and its undo file, each about as large as the office data.
  ///
  /// - Throws: `PackagingError.noRoom`.
  static func checkRoom(_ request: MergeRequest) throws {
    guard let path = request.output, MergeOutputForm(path) != .folder,
      let current = try? InputFile(path: request.current)
    else { return }
    try OutputRoom.check(for: 2 * current.size, beside: path)
  }

  private static func refuseInput(asTarget path: String, of request: MergeRequest) throws {
    guard let identity = try FileIdentity(path: path) else { return }
    let inputs = request.packages + [request.current] + request.bases.paths
    if try inputs.contains(where: { try FileIdentity(path: $0) == identity }) {
      throw PackagingError.targetIsInput(path: path)
    }
  }

  /// Refuses an output form that the office data doesn't have.
  ///
  /// - Throws: ``MergingError/changesNeedGeoPackage(path:current:)``,
  ///   ``MergingError/outputNeedsPackage(output:current:)``,
  ///   ``MergingError/outputNotAFolder(output:reason:)``.
  static func checkForm(
    _ request: MergeRequest, of current: CurrentData
  ) throws {
    if let path = request.changes, current.isPacked {
      throw MergingError.changesNeedGeoPackage(path: path, current: request.current)
    }
    guard let output = request.output, let form = MergeOutputForm(output) else { return }
    if form == .package, !current.isPackageFile {
      throw MergingError.outputNeedsPackage(output: output, current: request.current)
    }
    guard form == .folder else { return }
    guard let folder = current.folder else {
      throw MergingError.outputNotAFolder(
        output: output,
        reason: "\(request.current) is not a folder of data, or --map is missing")
    }
    if let obstacle = folder.obstacle {
      throw MergingError.outputNotAFolder(output: output, reason: obstacle)
    }
  }
}
