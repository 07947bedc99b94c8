import Foundation
import TestSupport
import Testing

/// Expressions give what they give in the ArcGIS Maps SDK for JavaScript, but for the differences that
/// `arcade_differences.json` lists with their reasons.
///
/// The SDK is not part of the project. `FIELDPACK_ARCGIS_SDK` names a folder with its `node_modules`.
@Suite(.needs(.program("node"), .arcGISSDK, .python("json"), .fieldpack))
struct ArcadeSDKTests {
  @Test func `generated expressions agree with the SDK`() async throws {
    let judge = try #require(Judge("arcade", needing: "json"))
    let program = try #require(Tool.fieldpack)
    let sdk = try #require(Need.arcGISSDKFolder)
    let count = Acceptance.isExhaustive ? 20_000 : 2_000
    let result = try await judge.run([program.path, sdk, "--count", "\(count)"])
    #expect(result.status == 0, "\(String(decoding: result.output, as: UTF8.self))")
  }
}

extension Need {
  fileprivate static let arcGISSDKFolder = ProcessInfo.processInfo.environment[
    "FIELDPACK_ARCGIS_SDK"]

  fileprivate static let arcGISSDK = Need(
    "the ArcGIS Maps SDK for JavaScript in the folder FIELDPACK_ARCGIS_SDK",
    isMet: arcGISSDKFolder.map {
      FileManager.default.fileExists(atPath: $0 + "/node_modules/@arcgis/core/arcade.js")
    } ?? false)
}
