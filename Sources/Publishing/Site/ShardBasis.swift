import Bytes
import FeatureData
import GeoPackage
import MapModel
import Packages
import Popups

/// What all shards of a site are made from besides records: the program, the map, the tables and
/// the user's options. Titles, templates, the day and the base map are not in shards.
struct ShardBasis {
  private let plan: SitePlan
  private let request: SiteRequest
  private let layers: [SurveyedLayer]
  private let texts: [String]

  init(
    _ plan: SitePlan, _ package: OpenPackage, _ request: SiteRequest, _ layers: [SurveyedLayer]
  ) throws {
    self.plan = plan
    self.request = request
    self.layers = layers
    // Rules of time zones change with the system's files.
    let zones = try unlessUnreadable {
      let file = FileRegion(try InputFile(path: TimeZoneRules.systemFolder + "/tzdata.zi"))
      return SHA256.hex(try SHA256.of(file))
    }
    texts = [
      Deflate.libraryVersion, zones ?? "", try package.storedMapText() ?? "",
      "\(package.store.spatialReferences)", "\(plan.layers.map { [$0.id, $0.store.name] })",
      "\(plan.layers.map(\.store))", "\(plan.disclosures.map(\.columns))", plan.timeZoneName,
      "\(plan.timeZone)", "\(request.isPublic) \(request.guardsFormulas)",
      "\(request.largestPlainDownload) \(request.largestDownload)",
    ]
  }

  /// Returns the digest of what all shards of a layer are made from. Nil if they are not compared:
  /// list pages need the views of all records, and the pages for a package are always new.
  func digest(of layer: SurveyedLayer, isListed: Bool) -> [UInt8]? {
    guard !isListed, !request.keepsAttachmentsInPackage, let program = RunningProgram.fingerprint
    else { return nil }
    let clock = layer.popups.usesClock ? "\(plan.clock)" : ""
    // Expressions see how many rows a table has without reading it.
    let counts = layer.popups.usesFeatureSets ? "\(layers.map(\.survey.count))" : ""
    var digest = SHA256()
    for text in [program.hexadecimal, layer.layer.id, clock, counts] + texts {
      var part: [UInt8] = []
      part.append(littleEndian: UInt64(text.utf8.count))
      part += text.utf8
      digest.update(part.span)
    }
    return digest.finish()
  }

  /// Returns the digest of all records and attachments of some tables.
  ///
  /// - Parameter tables: The tables as bits (``TableReads``).
  func digest(ofTables tables: UInt64) throws -> String {
    var digest = SHA256()
    var source = RecordSource()
    for (index, layer) in layers.enumerated() where tables & TableReads.bit(index) != 0 {
      source.add(index)
      try layer.survey.rows.forEach { row, record in
        source.add(Int(layer.survey.ids[row]))
        source.add(record)
        digest.update(source.finish().span)
      }
      for item in layer.attachments.items {
        source.add(Array("\(item.attachment) \(item.rowid) \(item.isFound)".utf8).span)
        digest.update(source.finish().span)
      }
    }
    return SHA256.hex(digest.finish())
  }
}
