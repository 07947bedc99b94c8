import Foundation
import TestSupport
import Testing

/// Plans built by engines for many tasks, with workers that are killed or started twice: the same
/// bytes as one process.
@Suite(.serialized) struct EnginesTests {
  /// 200 areas with a tree each, and the packages of one process.
  private static let town = Task { () throws -> TemporaryFolder in
    let folder = try TemporaryFolder()
    var trees: [String] = []
    for number in 0..<200 {
      let (x, y) = (Double(number / 10) / 100, Double(number % 10) / 100)
      let id = String(format: "{%08X-0000-4000-8000-000000000000}", number + 1)
      trees.append(
        "{\"type\":\"Feature\",\"properties\":{\"GlobalID\":\"\(id)\"},\"geometry\":"
          + "{\"type\":\"Point\",\"coordinates\":[\(x - 122.7),\(y + 45.4)]}}")
    }
    try folder.write(
      "{\"type\":\"FeatureCollection\",\"features\":[\(trees.joined(separator: ","))]}",
      to: "data/trees.geojson")
    try folder.write(
      """
      {"version":"2.31","operationalLayers":[{"id":"t","title":"Trees",
       "layerType":"ArcGISFeatureLayer","url":"https://example.com/arcgis/rest/services/T/FeatureServer/0"}]}
      """, to: "map.json")
    let areas = (0..<200).map { number -> String in
      let (x, y) = (Double(number / 10) / 100 - 122.7, Double(number % 10) / 100 + 45.4)
      return "area \(number),\"\(x - 0.004),\(y - 0.004),\(x + 0.004),\(y + 0.004)\""
    }
    try folder.write("name,area\n\(areas.joined(separator: "\n"))\n", to: "areas.csv")
    for engine in ["make", "snakemake", "slurm", "kubernetes"] {
      _ = try await run(
        [
          "plan", folder.path("map.json"), "--data", folder.path("data"), "--areas",
          folder.path("areas.csv"), "--review", "never", "--shards", "20", "--recipe", engine,
          "--now", "2026-05-01T12:00:00Z", "-o", folder.path("plan.jsonl"), "-f", "-q",
        ])
    }
    _ = try await run(
      ["build", "--plan", folder.path("plan.jsonl"), "-o", folder.path("one"), "-q"])
    return folder
  }

  @discardableResult
  private static func run(
    _ words: [String], environment: [String: String] = [:]
  ) async throws -> ToolResult {
    let result = try await #require(Tool.fieldpack).run(words, environment: environment)
    try #require(result.status == 0, "\(result.errorText)")
    return result
  }

  private struct Verdict: Decodable {
    var packages: Int
    var killed: Int
    var different: [String]
    var leftovers: [String]
  }

  private func verdict(_ engine: String) async throws -> Verdict {
    let folder = try await Self.town.value
    let tool = try #require(Tool.fieldpack)
    return try await #require(Judge.engines).verdict(
      [
        tool.path, engine, folder.path("plan.jsonl"), folder.path("one"), folder.path(engine),
      ])
  }

  private func check(_ engine: String) async throws {
    let verdict = try await verdict(engine)
    #expect(verdict.packages == 200)
    #expect(verdict.killed > 0)
    #expect(verdict.different == [])
    #expect(verdict.leftovers == [])
  }

  @Test(.needs(.fieldpack, .python3, .program("make")))
  func `make builds the same packages, though workers are killed`() async throws {
    try await check("make")
  }

  @Test(.needs(.fieldpack, .python3, .program("parallel")))
  func `GNU parallel builds the same packages, though workers are killed`() async throws {
    try await check("parallel")
  }

  @Test(.needs(.fieldpack, .python3, .program("snakemake")))
  func `Snakemake builds the same packages, though workers are killed`() async throws {
    try await check("snakemake")
  }

  @Test(.needs(.fieldpack, .python3, .program("slurmctld"), .program("slurmd"), .program("munged")))
  func `Slurm builds the same packages, though workers are killed`() async throws {
    try await check("slurm")
  }

  @Test(.needs(.python("kubernetes")))
  func `the Kubernetes job has the members of the API's models`() async throws {
    let folder = try await Self.town.value
    let script = """
      import json, sys, yaml
      from kubernetes import client
      api = client.ApiClient()
      given = yaml.safe_load(open(sys.argv[1]))
      job = api.deserialize(json.dumps(given), 'V1Job', 'application/json')
      again = api.sanitize_for_serialization(job)
      def missing(a, b, path=''):
          if isinstance(a, dict):
              for key in a:
                  if key not in b: yield path + '/' + key
                  else: yield from missing(a[key], b[key], path + '/' + key)
          elif isinstance(a, list):
              for x, y in zip(a, b): yield from missing(x, y, path)
          elif a != b: yield path
      print(list(missing(given, again)), job.spec.completion_mode, job.spec.completions)
      """
    let python = try #require(Tool.python(having: "kubernetes"))
    let result = try await python.run(["-c", script, folder.path("plan.job.yaml")])
    #expect(result.text == "[] Indexed 20", "\(result.errorText)")
  }

  @Test(
    .needs(.fieldpack),
    arguments: ["JOB_COMPLETION_INDEX", "SLURM_ARRAY_TASK_ID", "AWS_BATCH_JOB_ARRAY_INDEX"])
  func `a worker takes its share from the engine's variable`(name: String) async throws {
    let folder = try await Self.town.value
    let out = try TemporaryFolder()
    let result = try await Self.run(
      ["build", "--plan", folder.path("plan.jsonl"), "-o", out.path("p")],
      environment: [name: "7"])
    #expect(result.text.contains("10 packages built"))
    for file in try out.files() where file.hasSuffix(".mmpk") {
      #expect(try out.read(file) == folder.read("one" + file.dropFirst(1)))
    }
  }
}
