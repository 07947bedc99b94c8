import Bytes
import OrderedJSON

/// A user's own sign-in at a portal, which lasts for some weeks.
struct StoredSignIn: Sendable, Equatable {
  /// The address of the portal.
  let portal: String
  /// The app that the user signed in with.
  let clientID: String
  /// The secret that gives new tokens.
  let refreshToken: String
}

/// The sign-ins that `sign-in` stored, a file for each portal. Only the user can read them.
package struct StoredSignIns: Sendable {
  /// The folder of the files.
  package let folder: String

  private static let format = "fieldpack.sign-in/1"
  /// The largest file, in bytes.
  private static let longest = 1 << 16

  /// The sign-ins in a folder, which needn't exist.
  package init(folder: String) {
    self.folder = folder
  }

  /// The file of a portal. ArcGIS Online has one for all its names.
  package func path(for portal: WebAddress) -> String {
    let host = SignIn.isOnline(portal.host) ? "www.arcgis.com" : portal.host
    let port = portal.port == 443 ? "" : "_\(portal.port)"
    let path = SignIn.isOnline(portal.host) ? [] : portal.path.split(separator: "/")
    let name = host + port + path.map { "_\($0)" }.joined()
    let safe = name.map { $0.isASCII && ($0.isLetter || $0.isNumber || ".-_".contains($0)) }
    return "\(folder)/sign-in-\(zip(name, safe).map { $1 ? String($0) : "_" }.joined()).json"
  }

  /// Whether there is a sign-in for any portal.
  ///
  /// - Throws: faults of the machine.
  func isEmpty() throws -> Bool {
    let names = try unlessUnreadable { try FolderFiles(folder).names() } ?? []
    return !names.contains { $0.hasPrefix("sign-in-") }
  }

  /// The sign-in for a portal; nil without one.
  ///
  /// - Throws: `ServicesError.signInShared` if others can read the file, and errors of reading.
  func read(_ portal: WebAddress) throws -> StoredSignIn? {
    let path = path(for: portal)
    guard let file = try InputFile.ifThere(path) else { return nil }
    guard file.isSecret else { throw ServicesError.signInShared(path: path) }
    guard file.size <= Self.longest,
      let json = try? JSONParser.parse(file.read(at: 0, count: file.size)),
      json["format"]?.string == Self.format, let stored = json["portal"]?.string,
      let clientID = json["clientID"]?.string, let token = json["refreshToken"]?.string
    else { throw ServicesError.signInEnded(portal: portal.server) }
    return StoredSignIn(portal: stored, clientID: clientID, refreshToken: token)
  }

  /// Stores a sign-in in place of an older one.
  func write(_ signIn: StoredSignIn, for portal: WebAddress) throws {
    var folders = folder.split(separator: "/", omittingEmptySubsequences: false)[...]
    let name = folders.popLast() ?? ""
    let parent = folders.joined(separator: "/")
    if !parent.isEmpty { try OutputFolder.make(parent, isSecret: true) }
    if !name.isEmpty { try OutputFolder.make(folder, isSecret: true) }
    let json: JSON = [
      "format": .string(Self.format), "portal": .string(signIn.portal),
      "clientID": .string(signIn.clientID), "refreshToken": .string(signIn.refreshToken),
    ]
    var file = try AtomicFile(replacing: path(for: portal), overwrite: true, isSecret: true)
    try file.append(JSONWriter.write(json, style: .pretty).span)
    try file.commit()
  }
}
