/// The full typed read of the table Trees, the same sum by SQL and by our reader: numbers added,
/// characters of texts counted, bytes of geometries counted.
enum TypedRead {
  private static let texts = [
    "GlobalID", "Address", "Neighborhood", "Condition", "SpeciesCode", "SiteType", "Wires",
    "SiteDevelopment", "SiteSize", "CollectedBy", "Notes",
  ]

  /// The sum by SQL; three numbers in one line.
  static let query = """
    SELECT count(*), CAST(round(sum(coalesce(fid, 0) + coalesce(OBJECTID, 0) + coalesce(DBH, 0) \
    + coalesce(SiteWidth, 0))) AS INTEGER), \
    sum(length(geom) + \(texts.map { "coalesce(length(\($0)), 0)" }.joined(separator: " + "))) \
    FROM Trees
    """
}
