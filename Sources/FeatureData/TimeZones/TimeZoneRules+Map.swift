extension TimeZoneRules {
  /// The clocks of a web map; nil where it names none, or none that is known. "system" is the
  /// reader's own clock, which a rendered page does not know.
  package init?(map name: String?) {
    guard let name, name != "system", name != "unknown",
      let rules = try? TimeZoneRules(name: name)
    else { return nil }
    self = rules
  }
}
