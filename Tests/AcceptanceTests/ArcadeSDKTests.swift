import Foundation
import TestSupport
import Testing

/// Arcade beside the ArcGIS Maps SDK for JavaScript, and the expressions that Esri publishes.
///
/// Neither is part of the project. Environment variables name their folders.
@Suite(.needs(.program("node"), .python("json"), .fieldpack))
struct ArcadeSDKTests {
  /// A folder with the SDK's `node_modules`.
  private static let sdk = "FIELDPACK_ARCGIS_SDK"
  /// A checkout of Esri's repository arcade-expressions.
  private static let published = "FIELDPACK_ARCADE_EXPRESSIONS"

  private func check(_ judge: String, _ arguments: [String]) async throws {
    let judge = try #require(Judge(judge, needing: "json"))
    let result = try await judge.run([try #require(Tool.fieldpack).path] + arguments)
    #expect(result.status == 0, "\(result.text)\(result.errorText)")
  }

  /// `arcade_differences.json` lists the differences with their reasons.
  @Test(.needs(.folder(sdk)))
  func `generated expressions give what they give in the SDK`() async throws {
    let sdk = try #require(Need.path(ofFolder: Self.sdk))
    try await check("arcade", [sdk, "--count", Acceptance.isExhaustive ? "20000" : "2000"])
  }

  /// `arcade_expressions.json` lists those that do not run with their reasons.
  @Test(.needs(.folder(published)))
  func `published expressions run, and give what they give in the SDK`() async throws {
    let published = try #require(Need.path(ofFolder: Self.published))
    try await check(
      "arcade_expressions", [published] + [Need.path(ofFolder: Self.sdk)].compactMap(\.self))
  }
}
