import Bytes
import OrderedJSON

extension ChangeFile {
  /// The largest document, in bytes.
  private static let sizeLimit = 64 << 20
  /// The largest list of GlobalIDs, in bytes: 16 for each of 33 million records.
  private static let identitiesLimit = 512 << 20

  /// Reads what a change file says; nil for a package.
  ///
  /// - Throws: `LocatedError` if the document or a list of GlobalIDs is damaged.
  init?(in members: PackageMembers) throws {
    guard case .archive = members.location,
      let bytes = try members.content(of: Self.path, limit: Self.sizeLimit)
    else { return nil }
    let title = members.title(of: Self.path)
    let json = try JSONDocument.parse(bytes, path: title)
    guard var read = ChangeFile(json: json) else {
      throw PackagingError.notAPackage(
        path: title, expected: "a change file in the format \(Self.format)")
    }
    for index in read.tables.indices {
      guard let count = Self.identityCount(ofTable: index, in: json) else { continue }
      let path = Self.identitiesPath(ofTable: index)
      guard let content = try members.content(of: path, limit: Self.identitiesLimit),
        content.count == 16 * count, let ids = Table.identities(content.span)
      else {
        throw PackagingError.notAPackage(
          path: members.title(of: path), expected: "\(count) GlobalIDs in ascending order")
      }
      read.tables[index].identities = ids
    }
    self = read
  }
}
