/// The attributes that elements of pop-up texts may have, and the rules for their values.
enum HTMLAttribute: UInt8, CaseIterable, Sendable {
  case align, alt, border, cellpadding, cellspacing, color, colspan, face, height
  case href, nowrap, open, rowspan, size, src, style, title, valign, width
  case ariaHidden, ariaLabel

  /// The rule for a value. An attribute with any other value is dropped.
  enum Rule: Sendable {
    /// An address that a link opens.
    case link
    /// An address that the page loads.
    case resource
    /// Declarations that `HTMLStyle` allows.
    case style
    /// Any value.
    case text
    /// No value: the attribute is present or not.
    case flag
    /// Letters and hyphens.
    case keyword
    /// Digits, optionally after a sign: `+2`.
    case number
    /// Digits, in pixels or percent.
    case length
    /// The name of a color, `#rrggbb`, or `rgb(…)`.
    case color
  }

  /// The rule of the attribute.
  var rule: Rule {
    switch self {
    case .href: .link
    case .src: .resource
    case .style: .style
    case .alt, .ariaLabel, .face, .title: .text
    case .nowrap, .open: .flag
    case .align, .ariaHidden, .valign: .keyword
    case .border, .cellpadding, .cellspacing, .colspan, .rowspan, .size: .number
    case .height, .width: .length
    case .color: .color
    }
  }

  /// The attribute with this name, ignoring case.
  init?(_ bytes: [UInt8], _ name: Range<Int>) {
    guard let key = ASCIIText.key(bytes, name), let found = Self.byKey.value(of: key) else {
      return nil
    }
    self = found
  }

  /// The name in lower case.
  var name: [UInt8] { Self.names[Int(rawValue)] }

  /// The attribute's bit in a set of attributes.
  var bit: UInt64 { 1 << UInt64(rawValue) }

  private static let names = allCases.map { attribute in
    switch attribute {
    case .ariaHidden: Array("aria-hidden".utf8)
    case .ariaLabel: Array("aria-label".utf8)
    default: Array("\(attribute)".utf8)
    }
  }
  private static let byKey = KeyTable(allCases) { names[Int($0.rawValue)] }
}

extension HTMLTag {
  /// The attributes that the element may have, as bits.
  var attributes: UInt64 { Self.attributeBits[Int(rawValue)] }

  private static let attributeBits = allCases.map { tag in
    tag.allowed.reduce(0) { $0 | $1.bit }
  }

  private var allowed: [HTMLAttribute] {
    switch self {
    case .a: [.href, .style]
    case .abbr: [.title]
    case .details: [.open, .style]
    case .div: [.align, .ariaHidden, .ariaLabel, .style]
    case .font: [.color, .face, .size, .style]
    case .img: [.alt, .border, .height, .src, .style, .width]
    case .span: [.ariaHidden, .ariaLabel, .style]
    case .table: [.border, .cellpadding, .cellspacing, .height, .style, .width]
    case .td, .th:
      [.align, .colspan, .height, .nowrap, .rowspan, .style, .valign, .width]
    case .tr: [.align, .height, .style, .valign]
    // Only what is in them is written.
    case .audio, .source, .video: []
    case .b, .br, .code, .del, .em, .hr, .i, .li, .mark, .ol, .strong, .sub, .sup, .tbody,
      .time, .u, .ul:
      []
    case .article, .aside, .blockquote, .dd, .dl, .dt, .figcaption, .figure, .footer, .h1, .h2,
      .h3, .h4, .h5, .h6, .header, .main, .nav, .p, .pre, .section, .summary:
      [.style]
    }
  }
}
