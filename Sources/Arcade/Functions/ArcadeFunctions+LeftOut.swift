extension ArcadeFunctions {
  static let leftOut: [ArcadeFunction] = []
}
