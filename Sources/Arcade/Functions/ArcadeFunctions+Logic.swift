extension ArcadeFunctions {
  static let logic: [ArcadeFunction] = []
}
