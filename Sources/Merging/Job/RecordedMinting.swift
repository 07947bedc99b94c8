import Bytes
import OrderedJSON
import Packages

/// How the GlobalIDs of returned packages were made. Office data without them gets them the same
/// way, so that its records meet those of the packages.
enum RecordedMinting {
  /// Finds what packages say, each layer once.
  ///
  /// A package that can't be opened says nothing; the merge reports why it refuses it.
  ///
  /// - Throws: ``MergingError/mintedDifferently(layer:packages:)``, and faults of the machine.
  static func all(in packages: [String]) throws -> [LayerMinting] {
    var found: [(minting: LayerMinting, package: String)] = []
    for package in packages {
      for minting in try unlessUnreadable({ try LayerMinting.recorded(at: package) }) ?? [] {
        guard let other = found.first(where: { $0.minting.layer.hasSameUTF8(as: minting.layer) })
        else {
          found.append((minting, package))
          continue
        }
        guard other.minting.minting == minting.minting else {
          throw MergingError.mintedDifferently(
            layer: minting.layer,
            packages: [(other.package, other.minting.field), (package, minting.field)].map {
              "\($0) from \($1)"
            })
        }
      }
    }
    return found.map(\.minting)
  }
}
