extension TimeZoneRules {
  /// Creates the time zone of a web map. Nil if the map names none or an unknown one. "system" is
  /// the reader's time zone, which a rendered page does not know.
  package init?(map name: String?) {
    guard let name, name != "system", name != "unknown",
      let rules = try? TimeZoneRules(name: name)
    else { return nil }
    self = rules
  }
}
