extension ArcadeFunctions {
  static let numbers: [ArcadeFunction] = []
}
