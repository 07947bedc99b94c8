struct ArcadeCompiler {
  let source: String
  let profile: ArcadeProfile
  let features: ArcadeSchema?
  let hasTables: Bool
  var instructions: [Instruction] = []
  var offsets: [Int32] = []
  var constants: [ArcadeValue] = []
  var names: [String] = []
  var functions: [ArcadeCode.Function] = []
  var globalCount = 0
  var unsupported: [ArcadeError] = []
  var unknownFields: [ArcadeError] = []
  var usesFeatureSets = false
  var usesClock = false
  init(_ source: String, profile: ArcadeProfile, features: ArcadeSchema?, hasTables: Bool)
    throws(ArcadeError)
  {
    self.source = source
    self.profile = profile
    self.features = features
    self.hasTables = hasTables
  }
  mutating func compile() throws(ArcadeError) {}
}
