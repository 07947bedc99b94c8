import Merging
import Testing

/// Serialized because each test keeps its stores open.
@Suite struct SituationTests {
  static let all =
    Situation.fields + Situation.rows + Situation.related + Situation.photos + Situation.several
    + Situation.drift + Situation.keys + Situation.validation + Situation.hostile
    + Situation.names + Situation.likenesses

  @Test(arguments: all)
  func `the merge follows the rules`(_ situation: Situation) async throws {
    let merge = try await CityMerge(
      base: situation.base, returned: situation.returned, current: situation.current)
    let text = try merge.text(try merge.merge(), showsNumbers: situation.showsNumbers)
    #expect(text.result == situation.result)
    #expect(text.conflicts == situation.conflicts)
    #expect(text.issues == situation.issues)
    if let outcomes = situation.outcomes { #expect(text.outcomes == outcomes) }
  }
}
