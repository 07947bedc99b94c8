/// The location of a mobile map layer's records, such as `file:./3b1fef0d.geodatabase?itemId=1`: a
/// file beside the map, and a layer number in it.
package struct GeodatabaseAddress: Equatable {
  /// The file's name.
  package var file: String
  package var layerID: Int

  package init(file: String, layerID: Int) {
    self.file = file
    self.layerID = layerID
  }

  /// Reads the member `path` of a layer; nil if it is not such an address.
  package init?(path: String?) {
    guard let path, path.hasPrefix("file:") else { return nil }
    let parts = path.dropFirst(5).split(separator: "?", maxSplits: 1)
    guard parts.count == 2, let file = parts[0].split(separator: "/").last else { return nil }
    let id = parts[1].split(separator: "&").lazy
      .filter { $0.lowercased().hasPrefix("itemid=") }.compactMap { Int($0.dropFirst(7)) }.first
    guard let id, PackageStore(path: file.lowercased()) == .geodatabase else { return nil }
    self.file = String(file)
    layerID = id
  }
}
