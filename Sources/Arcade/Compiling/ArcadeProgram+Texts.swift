extension ArcadeProgram {
  /// The texts that the expression joins with others by `+` or `+=`, such as the unit in
  /// `$feature.DBH + ' inches'`. They are the same for all records. Texts in templates are left out.
  package var joinedTexts: [String] {
    var lexer = ArcadeLexer(Array(source.utf8))
    var texts: [String] = []
    var followsPlus = false
    var last: String?
    while let token = try? lexer.next(), token.kind != .end {
      let isPlus = token.kind == .symbol(.plus) || token.kind == .symbol(.addAssign)
      if isPlus, let last { texts.append(last) }
      last = nil
      if case .text(let text) = token.kind {
        if followsPlus { texts.append(text) } else { last = text }
      }
      followsPlus = isPlus
    }
    return texts
  }
}
