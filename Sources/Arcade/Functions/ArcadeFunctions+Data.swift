extension ArcadeFunctions {
  static let data: [ArcadeFunction] = []
}
