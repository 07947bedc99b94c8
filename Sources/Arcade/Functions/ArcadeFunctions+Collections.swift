extension ArcadeFunctions {
  static let collections: [ArcadeFunction] = []
}
