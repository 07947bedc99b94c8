import Console
import Foundation
import OrderedJSON
import TestSupport
import Testing

/// Inputs of the office with changed bytes. A command ends with the right exit code, and writes all
/// or nothing.
@Suite struct DamagedInputsTests {
  /// A layer with what maps have most, so that damage meets all readers of maps.
  private static let map = SmallCity.map(
    treesDefinition: """
      {"definitionExpression": "Height > 0", "minScale": 100000, "drawingInfo": {
        "transparency": 20, "renderer": {"type": "classBreaks", "field": "Height", "minValue": 0,
          "visualVariables": [{"type": "rotationInfo", "field": "Height", "rotationType": "arithmetic"}],
          "classBreakInfos": [{"classMaxValue": 15, "label": "small", "symbol": {"type": "esriSMS",
            "style": "esriSMSCircle", "size": 8, "color": [0, 100, 0, 255],
            "outline": {"type": "esriSLS", "style": "esriSLSSolid", "width": 1, "color": [0, 0, 0, 255]}}}]},
        "labelingInfo": [{"labelExpressionInfo": {"expression": "$feature.Name"}, "minScale": 5000,
          "symbol": {"type": "esriTS", "font": {"size": 9}}}]}},
      "popupInfo": {"title": "{Name}: {expression/old}", "popupElements": [
          {"type": "text", "text": "<p style='color: red'>{Name} <a href='https://a.example/{Height}'>more</a></p>"},
          {"type": "fields"}, {"type": "relationship", "relationshipId": 0, "displayCount": 2,
            "orderByFields": [{"field": "Note", "order": "asc"}]}, {"type": "attachments"}],
        "fieldInfos": [{"fieldName": "Height", "label": "Height", "visible": true,
          "format": {"places": 1, "digitSeparator": true}},
          {"fieldName": "relationships/0/Note", "visible": true}],
        "expressionInfos": [{"name": "old", "title": "Old", "returnType": "string",
          "expression": "IIf($feature.Height > 15, 'old', Text(Count(FeatureSetByRelationshipName($feature, 'Visits of the tree'))))"}]}
      """)

  private static let bindings = """
    {"rules": [
      {"on": "insert", "layer": "Trees", "field": "Name", "value": "Oak"},
      {"on": "conflict", "layer": "Trees", "field": "Height", "prefer": "office"}]}
    """

  private let city: SmallCity
  private var folder: TemporaryFolder { city.folder }

  init() throws {
    city = try SmallCity.withPhoto()
    try city.folder.write(Self.map, to: "map.json")
  }

  /// Runs a command, which writes `output` or says why not. The packages of a plan stand for
  /// themselves: one can be refused.
  private func run(_ words: [String], writes output: String, seed: UInt64) async throws {
    let session = await Session.run(words + ["-o", folder.path(output)])
    let isDone = [ExitCode.done, .somethingToSee].contains(session.exit)
    #expect(
      isDone || [.inputRefused, .inputMissing].contains(session.exit),
      "seed \(seed): \(session.error)")
    let exists = folder.exists(output)
    #expect(exists == isDone || words.contains("--plan"), "seed \(seed): \(session.error)")
    if exists { try FileManager.default.removeItem(atPath: folder.path(output)) }
  }

  @Test func `a build from a damaged input ends in a package or a refusal`() async throws {
    try folder.write(Self.bindings, to: "data/bindings.json")
    let names = [
      "map.json", "data/bindings.json", "data/City.json", "data/trees.geojson", "data/visits.csv",
    ]
    let sound = try names.map { try folder.read($0) }
    let words = ["build"] + city.inputs
    try await Session.done(words + ["-o", folder.path("sound.mmpk")])
    try await Fuzz.run(iterations: 40) { seed in
      var mutator = Mutator(seed: seed)
      let index = Int(seed % UInt64(names.count))
      try folder.write(mutator.mutated(sound[index], others: sound), to: names[index])
      try await run(words, writes: "out.mmpk", seed: seed)
      try folder.write(sound[index], to: names[index])
    }
  }

  @Test func `damaged edits, decisions and plans are followed or refused`() async throws {
    let (issued, office) = (folder.path("issued.mmpk"), folder.path("office.gpkg"))
    for output in [issued, office] {
      try await Session.done(["build"] + city.inputs + ["-o", output])
    }
    let crews = [21, 22].map { folder.path("crew-\($0).mmpk") }
    for (crew, height) in zip(crews, [21, 22]) {
      try folder.write(
        """
        [{"id": 0, "updates": [{"attributes": {"GlobalID": "\(SmallCity.id(1))", "Height": \(height)}}],
          "adds": [{"attributes": {"GlobalID": "\(SmallCity.id(0x200 + height))", "Name": "Yew"},
            "geometry": {"x": -122.6, "y": 45.5}}],
          "attachments": {"adds": [{"parentGlobalId": "\(SmallCity.id(2))", "name": "a.txt",
            "data": "aGVsbG8="}]}},
         {"id": 1, "deletes": ["\(SmallCity.id(0x101))"]}]
        """, to: "edits.json")
      try await Session.done(["edit", issued, "--edits", folder.path("edits.json"), "-o", crew])
    }
    let merge = ["merge", "--into", office] + crews
    let inputs = try await Session.run(merge + ["--json"]).document()["inputs"]?.string ?? ""
    try folder.write(
      """
      {"format": "fieldpack.decisions/1", "inputs": "\(inputs)", "decisions": [
        {"table": "Trees", "globalid": "\(SmallCity.id(1))", "field": "Height",
         "choice": "package", "package": "crew-22.mmpk", "note": "measured twice"}]}
      """, to: "decisions.json")
    try await Session.done(
      ["plan"] + city.inputs + ["--areas", "grid:2x2", "-o", folder.path("plan.jsonl")])
    let names = ["edits.json", "decisions.json", "plan.jsonl"]
    let commands = [
      ["edit", issued, "--edits", folder.path("edits.json")],
      merge + ["--decisions", folder.path("decisions.json")],
      ["build", "--plan", folder.path("plan.jsonl")],
    ]
    let outputs = ["edited.mmpk", "merged.gpkg", "packages"]
    let sound = try names.map { try folder.read($0) }
    try await Fuzz.run(iterations: 30) { seed in
      var mutator = Mutator(seed: seed)
      let index = Int(seed % UInt64(names.count))
      try folder.write(mutator.mutated(sound[index], others: sound), to: names[index])
      try await run(commands[index], writes: outputs[index], seed: seed)
    }
  }
}
