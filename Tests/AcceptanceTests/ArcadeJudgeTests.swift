import Foundation
import TestSupport
import Testing

/// Arcade beside the ArcGIS Maps SDK for JavaScript, and the expressions that Esri publishes.
@Suite struct ArcadeJudgeTests {
  /// A checkout of Esri's repository arcade-expressions.
  private static let expressions = "FIELDPACK_ARCADE_EXPRESSIONS"
  /// A folder with `node_modules/@arcgis/core` and what it needs.
  private static let sdk = "FIELDPACK_ARCGIS_SDK"

  private func verdict(_ judge: String, _ arguments: [String]) async throws -> ToolResult {
    let program = try #require(Tool.fieldpack).path
    let judge = try #require(Judge(judge, needing: "json"))
    return try await judge.run([program] + arguments, seconds: 1_800)
  }

  @Test(.needs(.fieldpack, .python3, .folder(expressions)))
  func `published expressions run, but for those that are listed with a reason`() async throws {
    let folder = try #require(Need.path(ofFolder: Self.expressions))
    let sdk = Need.path(ofFolder: Self.sdk).map { [$0] } ?? []
    let result = try await verdict("arcade_expressions", [folder] + sdk)
    #expect(result.status == 0, "\(result.text)\(result.errorText)")
  }

  @Test(.needs(.fieldpack, .python3, .folder(sdk)))
  func `generated expressions give what the SDK gives, but for listed differences`() async throws {
    let folder = try #require(Need.path(ofFolder: Self.sdk))
    let count = Acceptance.isExhaustive ? "20000" : "2000"
    let result = try await verdict("arcade", [folder, "--count", count])
    #expect(result.status == 0, "\(result.text)\(result.errorText)")
  }
}
