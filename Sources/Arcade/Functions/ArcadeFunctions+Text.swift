extension ArcadeFunctions {
  static let text: [ArcadeFunction] = []
}
