/// How the declared type of a column converts its values (datatype3.html §3).
package enum Affinity: Sendable {
  case integer, text, blob, real, numeric

  /// The affinity of a declared type, by the words it contains, in this order.
  package init(declaredType: String) {
    let type = Identifier.folded(declaredType)
    if type.contains("int") {
      self = .integer
    } else if ["char", "clob", "text"].contains(where: type.contains) {
      self = .text
    } else if type.isEmpty || type.contains("blob") {
      self = .blob
    } else if ["real", "floa", "doub"].contains(where: type.contains) {
      self = .real
    } else {
      self = .numeric
    }
  }
}
