import Bytes
package import Packages

/// One of many areas: its name, and what it selects.
package struct NamedArea: Sendable {
  /// The name that people read.
  package var name: String
  /// The text that `--area` takes for the same area; empty if it has no shape.
  package var text: String
  /// The shape; nil if only filters select.
  package var area: AreaOfInterest?
  package var filters: [LayerFilter] = []

  /// The name of its package, without ending: the name without characters that Windows and Android
  /// refuse.
  package var fileStem: String { SafeNames.cleaned(name) }

  /// Whether Windows refuses the name for a file, whatever its ending.
  var isReserved: Bool {
    let stem = fileStem.prefix { $0 != "." }.uppercased()
    let numbered = ["COM", "LPT"].flatMap { device in (1...9).map { "\(device)\($0)" } }
    return (["CON", "PRN", "AUX", "NUL"] + numbered).contains(stem)
  }
}
