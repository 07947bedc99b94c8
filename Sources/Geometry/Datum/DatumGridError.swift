/// Why grids of datum shifts were rejected.
package enum DatumGridError: Error, Equatable, Sendable {
  /// A file is not what the format NTv2 requires.
  case damaged(path: String, offset: Int, expected: String)
  /// A file says that it starts from a datum that Fieldpack doesn't know.
  case unknownDatum(path: String, name: String)
  /// A file leads to a datum that lies apart from WGS 84.
  case targetApart(path: String, name: String)
  /// A folder has no grids.
  case noGrids(folder: String)
}
