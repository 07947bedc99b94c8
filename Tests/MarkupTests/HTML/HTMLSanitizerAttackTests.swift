import Foundation
import Markup
import TestSupport
import Testing

/// No input runs code, breaks out of its element, or changes when it is sanitized again.
@Suite struct HTMLSanitizerAttackTests {
  @Test func `sanitizing the output again changes nothing`() {
    for attack in Attacks.all + Self.mutated(600) {
      let once = HTMLSanitizer.sanitized(attack)
      #expect(
        HTMLSanitizer.sanitized(once) == once, "\(String(decoding: attack, as: UTF8.self))")
      let line = HTMLSanitizer.sanitized(attack, in: .phrasing)
      #expect(
        HTMLSanitizer.sanitized(line, in: .phrasing) == line,
        "\(String(decoding: attack, as: UTF8.self))")
    }
  }

  @Test func `any damaged markup is repaired`() {
    Fuzz.run(iterations: 600) { seed in
      let attack = Self.mutated(seed: seed)
      let once = HTMLSanitizer.sanitized(attack)
      #expect(HTMLSanitizer.sanitized(once) == once, "seed \(seed)")
    }
  }

  @Test(.needs(.python("html5lib")))
  func `an independent parser finds only allowed markup in its element`() async throws {
    let attacks = Attacks.all + Self.mutated(600)
    var texts = attacks.map { String(decoding: HTMLSanitizer.sanitized($0), as: UTF8.self) }
    texts += attacks.map {
      "<h2>" + String(decoding: HTMLSanitizer.sanitized($0, in: .phrasing), as: UTF8.self) + "</h2>"
    }
    let folder = try TemporaryFolder()
    try folder.write(Array(try JSONEncoder().encode(texts)), to: "texts.json")
    let judge = Fixture.repository + "/Tests/Judges/markup.py"
    let result = try await #require(Tool.python(having: "html5lib"))
      .run([judge, folder.path("texts.json")])
    try #require(result.status == 0, "\(result.errorText)")
    struct Found: Decodable {
      var index: Int
      var complaint: String
    }
    let found = try JSONDecoder().decode([Found].self, from: Data(result.output))
    for one in found.prefix(20) {
      let attack = String(decoding: attacks[one.index % attacks.count], as: UTF8.self)
      Issue.record("\(one.complaint)\nof \(attack)\nas \(texts[one.index])")
    }
  }

  @Test(.needs(.chromium))
  func `nothing runs in a browser`() async throws {
    let safe = Attacks.all.map { HTMLSanitizer.sanitized($0) }
    #expect(try await Self.browse(safe) == "ran 0, left 0 of \(safe.count)")
    // Without sanitizing they do run, and the page notices.
    let working = try await Self.browse(Attacks.working.map { Array($0.utf8) })
    #expect(working == "ran 2, left 0 of 2")
  }

  /// The result that a page reports for texts, each in its own box.
  private static func browse(_ texts: [[UInt8]]) async throws -> String {
    var page = Array(
      """
      <!doctype html><meta charset=utf-8><title>x</title><script>
      let count = 0; function ran() { count += 1; }
      window.alert = window.confirm = window.prompt = ran;
      addEventListener('load', () => setTimeout(() => {
        const boxes = [...document.body.children].filter(one => one.className === 'box');
        for (const link of document.querySelectorAll('a[href]'))
          if (!/^(https?|file|mailto|tel):/.test(link.protocol)) link.click();
        for (const one of document.querySelectorAll('.box *'))
          for (const kind of ['click', 'mouseover', 'focus', 'pointerenter'])
            if (one.localName !== 'a') one.dispatchEvent(new Event(kind));
        let left = 0;
        for (const box of boxes) if (box.nextElementSibling?.className !== 'after') left += 1;
        setTimeout(() => {
          document.title = 'ran ' + count + ', left ' + left + ' of ' + boxes.length;
        }, 200);
      }, 300));
      </script><body>

      """.utf8)
    for text in texts {
      page += Array("<div class=box>".utf8) + text + Array("</div><hr class=after>\n".utf8)
    }
    let folder = try TemporaryFolder()
    let path = try folder.write(page, to: "page.html")
    let result = try await #require(Tool.chromium).run(
      [
        "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
        "--user-data-dir=" + folder.path("profile"), "--host-resolver-rules=MAP * ~NOTFOUND",
        "--virtual-time-budget=3000", "--dump-dom", "file://" + path,
      ])
    let start = result.text.range(of: "<title>")?.upperBound
    let end = result.text.range(of: "</title>")?.lowerBound
    guard let start, let end, start <= end else { return "no page: \(result.errorText)" }
    return String(result.text[start..<end])
  }

  private static func mutated(_ count: UInt64) -> [[UInt8]] {
    (0..<count).map { mutated(seed: $0) }
  }

  /// Two attacks in one, damaged.
  private static func mutated(seed: UInt64) -> [UInt8] {
    var mutator = Mutator(seed: seed)
    let attacks = Attacks.all
    let first = attacks[mutator.generator.integer(in: 0...attacks.count - 1)]
    let second = attacks[mutator.generator.integer(in: 0...attacks.count - 1)]
    return mutator.mutated(first + second, others: attacks)
  }
}
