import Bytes
import Testing

@Suite struct NumberTextTests {
  @Test(arguments: [
    (0, "0"), (7, "7"), (999, "999"), (1_000, "1,000"), (218_602, "218,602"),
    (-1_234_567, "-1,234,567"), (.min, "-9,223,372,036,854,775,808"),
  ])
  func `integers are grouped by thousands`(value: Int, text: String) {
    #expect(NumberText.grouped(value) == text)
  }

  @Test(arguments: [(0, "0 trees"), (1, "1 tree"), (2, "2 trees"), (1_000, "1,000 trees")])
  func `a noun agrees with its count`(count: Int, text: String) {
    #expect(NumberText.plural(count, one: "tree", many: "trees") == text)
  }

  @Test(arguments: [
    (0, "0 bytes"), (1, "1 byte"), (999, "999 bytes"), (1_000, "1.0 kB"), (84_000_000, "84.0 MB"),
    (999_949, "999.9 kB"), (999_950, "1.0 MB"), (1_500_000_000, "1.5 GB"), (.max, "9.2 EB"),
  ])
  func `bytes have decimal units`(count: Int, text: String) {
    #expect(NumberText.bytes(count) == text)
  }

  @Test(
    arguments: [
      (0, "0.00 s"), (0.044, "0.04 s"), (0.994, "0.99 s"), (0.995, "1.0 s"), (3.14, "3.1 s"),
      (9.96, "10 s"), (59.4, "59 s"), (59.6, "1 min 00 s"), (200, "3 min 20 s"),
      (3_599.6, "1 h 00 min"), (7_500, "2 h 05 min"), (.infinity, "?"), (-1, "?"),
    ] as [(Double, String)])
  func `durations have a suitable unit`(seconds: Double, text: String) {
    #expect(NumberText.seconds(seconds) == text)
  }

  @Test(arguments: [
    (0, 10, "0.0%"), (10, 10, "100.0%"), (1, 3, "33.3%"), (99_999, 100_000, "99.9%"),
    (1, 100_000, "0.1%"), (5, 0, "0.0%"),
  ])
  func `a percentage is not rounded to 0 or 100 too early`(part: Int, whole: Int, text: String) {
    #expect(NumberText.percent(part, of: whole) == text)
  }

  @Test(
    arguments: [
      (1.005, 1, "1.0"), (2.5, 0, "3"), (-2.5, 0, "-3"), (-0.04, 1, "0.0"), (0.05, 2, "0.05"),
      (12.3456, 3, "12.346"), (1e300, 2, "1e+300"), (.nan, 1, "nan"),
    ] as [(Double, Int, String)])
  func `the number of digits after the point is fixed`(value: Double, digits: Int, text: String) {
    #expect(NumberText.fixed(value, digits: digits) == text)
  }
}
