import FeatureData
import Foundation
import TestSupport
import Testing

struct TimeZoneRulesTests {
  static let zones = [
    "America/Los_Angeles", "America/New_York", "America/St_Johns", "America/Sao_Paulo",
    "America/Nuuk", "Europe/London", "Europe/Dublin", "Europe/Berlin", "Europe/Moscow",
    "Africa/Casablanca", "Africa/Monrovia", "Asia/Kolkata", "Asia/Kathmandu", "Asia/Tehran",
    "Asia/Gaza", "Asia/Tokyo", "Australia/Lord_Howe", "Australia/Sydney", "Pacific/Apia",
    "Pacific/Kiritimati", "Antarctica/Troll", "Etc/GMT+12", "EST5EDT",
  ]

  /// Zones for which Foundation's own data may differ from the system's files.
  static let unsettled: Set = ["EST5EDT", "America/Nuuk", "Africa/Casablanca", "Asia/Gaza"]

  @Test(.needs(.timeZoneFiles), arguments: zones)
  func `a local time converts to the first time at which clocks show it`(
    name: String
  ) throws {
    let rules = try TimeZoneRules(name: name)
    for moment in stride(from: -1_000_000_000, to: 5_000_000_000, by: 1_801 * 61) as StrideTo<Int64>
    {
      let local = moment + Int64(rules.offset(atUTC: moment))
      let found = rules.utc(ofLocal: local)
      #expect(found + Int64(rules.offset(atUTC: found)) == local, "\(name) at \(moment)")
      #expect(found <= moment && moment - found <= 86_400, "\(name) at \(moment)")
    }
  }

  @Test(
    .needs(.timeZoneFiles),
    arguments: [
      // Set forward from 2 to 3 o'clock, and back from 2 to 1.
      ("2026-03-08T01:59:59", "2026-03-08T09:59:59.000Z"),
      ("2026-03-08T02:30:00", "2026-03-08T10:30:00.000Z"),
      ("2026-03-08T03:00:00", "2026-03-08T10:00:00.000Z"),
      ("2026-11-01T00:59:59", "2026-11-01T07:59:59.000Z"),
      ("2026-11-01T01:30:00", "2026-11-01T08:30:00.000Z"),
      ("2026-11-01T02:00:00", "2026-11-01T10:00:00.000Z"),
    ])
  func `local times that are skipped or repeated have one time in UTC`(
    local: String, utc: String
  ) throws {
    let rules = try TimeZoneRules(name: "America/Los_Angeles")
    let text = Array(local.utf8)
    let shown = DateText.localMilliseconds(text.span, in: 0..<text.count)
    let milliseconds = try #require(shown)
    #expect(DateText.dateTime(rules.utc(ofLocal: milliseconds / 1_000) * 1_000) == utc)
  }

  @Test(.needs(.timeZoneFiles), arguments: zones.filter { !unsettled.contains($0) })
  func `clocks change at the same times as in Foundation`(name: String) throws {
    let rules = try TimeZoneRules(name: name)
    guard let zone = TimeZone(identifier: name) else { return }
    var moments: [Int64] = []
    var date = Date(timeIntervalSince1970: -2_000_000_000)
    // Through the last listed change and, by rule, beyond 2100.
    while let next = zone.nextDaylightSavingTimeTransition(after: date),
      next.timeIntervalSince1970 < 5_000_000_000, next > date
    {
      let moment = Int64(next.timeIntervalSince1970)
      moments += [moment - 3_600, moment - 1, moment, moment + 1, moment + 86_400]
      date = next
    }
    moments += stride(from: -2_000_000_000, to: 9_000_000_000, by: 86_400 * 47 + 3_333)
    for moment in moments {
      let expected = zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(moment)))
      #expect(rules.offset(atUTC: moment) == expected, "\(name) at \(moment)")
    }
  }

  @Test(.needs(.python("zoneinfo"), .timeZoneFiles))
  func `agrees with Python's reader in the past and in the far future`() async throws {
    let python = try #require(Tool.python(having: "zoneinfo"))
    let script = """
      import sys, zoneinfo, datetime as d
      epoch = d.datetime(1970, 1, 1, tzinfo=d.timezone.utc)
      for name in sys.argv[1:]:
        zone = zoneinfo.ZoneInfo(name)
        for moment in range(-6_000_000_000, 40_000_000_000, 86400 * 137 + 4321):
          t = (epoch + d.timedelta(seconds=moment)).astimezone(zone)
          print(name, moment, int(t.utcoffset().total_seconds()), t.tzname())
      """
    let answer = try await python.run(["-c", script] + Self.zones)
    #expect(answer.status == 0)
    var rules: TimeZoneRules?
    for line in answer.lines {
      let parts = line.split(separator: " ")
      if rules?.name != String(parts[0]) { rules = try TimeZoneRules(name: String(parts[0])) }
      let moment = try #require(Int64(parts[1]))
      var name: [UInt8] = []
      rules?.appendAbbreviation(atUTC: moment, to: &name)
      #expect(rules?.offset(atUTC: moment) == Int(parts[2]), "\(line)")
      #expect(String(decoding: name, as: UTF8.self) == parts[3], "\(line)")
    }
  }

  @Test(arguments: [
    ("UTC", 0), ("Z", 0), ("GMT", 0), ("Etc/UTC", 0), ("+00:00", 0), ("+05:30", 19_800),
    ("-0800", -28_800), ("UTC+2", 7_200), ("GMT-03:30", -12_600), ("+14", 50_400),
    ("-930", -34_200),
  ])
  func `fixed offsets need no file`(name: String, offset: Int) throws {
    let rules = try TimeZoneRules(name: name, folder: "/nowhere")
    #expect(rules.offset(atUTC: .min) == offset)
    #expect(rules.offset(atUTC: .max) == offset)
  }

  @Test(arguments: [
    "", "/etc/passwd", "../../../etc/passwd", "America/../UTC", "America//Los_Angeles", "America/",
    "a\0b", "Pacific Standard Time", "+5:3", "+27:00", "+1:60", "Zürich", "./UTC",
    String(repeating: "a", count: 200),
  ])
  func `no name can leave the folder`(name: String) {
    #expect(throws: TimeZoneError.badTimeZoneName(name)) { try TimeZoneRules(name: name) }
  }

  @Test func `errors name an unknown zone and its folder`() {
    let folder = TimeZoneRules.systemFolder
    for name in ["America/Portland", "America"] {
      #expect(throws: TimeZoneError.timeZoneNotFound(name: name, folder: folder)) {
        try TimeZoneRules(name: name)
      }
    }
    #expect(
      TimeZoneError.timeZoneNotFound(name: "X/Y", folder: "/z").description
        == #"time zone "X/Y" is not known on this computer: /z has no such file"#)
  }

  /// Rules written as TZ text, in a file without changes.
  static func file(_ rule: String, offset: Int32 = 0) -> [UInt8] {
    func header(_ counts: [UInt32]) -> [UInt8] {
      Array("TZif3".utf8) + [UInt8](repeating: 0, count: 15)
        + counts.flatMap { value in
          (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - $0 * 8)) }
        }
    }
    let word = UInt32(bitPattern: offset)
    let type = (0..<4).map { UInt8(truncatingIfNeeded: word >> (24 - $0 * 8)) } + [0, 0]
    return header([0, 0, 0, 0, 1, 4]) + type + Array("LMT\0".utf8)
      + header([0, 0, 0, 0, 1, 4]) + type + Array("LMT\0".utf8) + Array("\n\(rule)\n".utf8)
  }

  static func rules(_ bytes: [UInt8]) throws -> TimeZoneRules {
    let folder = try TemporaryFolder()
    try Data(bytes).write(to: URL(filePath: folder.path + "/Zone"))
    return try TimeZoneRules(name: "Zone", folder: folder.path)
  }

  static let foreverRules: [(String, [(Int64, Int)])] = [
    // Always summer time, by two rules that meet at New Year.
    ("XXX3EDT4,0/0,J365/23", [(1_700_000_000, -14_400), (1_704_078_000, -14_400)]),
    // Friday before the last Sunday, as hours beyond the day.
    ("IST-2IDT,M3.4.4/26,M10.5.0", [(1_711_670_399, 7_200), (1_711_670_400, 10_800)]),
    // South of the equator.
    ("NZST-12NZDT,M9.5.0,M4.1.0/3", [(1_704_067_200, 46_800), (1_719_792_000, 43_200)]),
    // 29 February counts in one form but not in the other.
    ("AAA0BBB,59/0,J61/0", [(1_709_164_799, 0), (1_709_164_800, 3_600), (1_709_337_600, 0)]),
    ("<+0330>-3:30:15", [(0, 12_615)]),
  ]

  @Test(arguments: foreverRules)
  func `rules in text apply forever`(rule: String, moments: [(Int64, Int)]) throws {
    let rules = try Self.rules(Self.file(rule))
    for (moment, offset) in moments {
      #expect(rules.offset(atUTC: moment) == offset, "\(rule) at \(moment)")
    }
  }

  @Test(arguments: [
    "EST", "5", "EST25", "EST5EDT", "EST5EDT,M13.1.0,M11.1.0", "EST5EDT,M3.2.0", "EST5EDT,,",
    "EST5EDT,M3.2.7,M11.1.0", "EST5EDT,J0,J5", "<EST5", "EST5EDT,M3.2.0/200,M11.1.0", "EST5x",
  ])
  func `invalid rules are rejected`(rule: String) {
    #expect(
      throws: TimeZoneError.timeZoneDamaged(name: "Zone", offset: 109, expected: "a POSIX TZ rule")
    ) {
      try Self.rules(Self.file(rule))
    }
  }

  @Test(.needs(.timeZoneFiles))
  func `damaged files are rejected or read`() throws {
    let whole = Array(
      try Data(contentsOf: URL(filePath: "/usr/share/zoneinfo/America/Los_Angeles")))
    for count in stride(from: 0, to: whole.count, by: 29) {
      #expect(throws: TimeZoneError.self) { try Self.rules(Array(whole.prefix(count))) }
    }
    let folder = try TemporaryFolder()
    Fuzz.run(iterations: 80) { seed in
      var mutator = Mutator(seed: seed)
      let path = folder.path + "/Zone\(seed % 8)"
      try? Data(mutator.mutated(whole)).write(to: URL(filePath: path))
      guard let rules = try? TimeZoneRules(name: "Zone\(seed % 8)", folder: folder.path) else {
        return
      }
      for moment in [Int64.min, -1 << 40, 0, 1_700_000_000, 1 << 33, 1 << 50, .max] {
        #expect(abs(rules.offset(atUTC: moment)) <= 93_600)
      }
    }
  }
}
