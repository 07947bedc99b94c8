extension Ellipsoid {
  /// One ellipsoid per line: EPSG code | name | semi-major axis in meters | inverse flattening |
  /// name in Esri's WKT.
  private static let registry = """
    7001|Airy 1830|6377563.396|299.3249646|Airy_1830
    7002|Airy Modified 1849|6377340.189|299.3249646|Airy_Modified
    7003|Australian National Spheroid|6378160|298.25|Australian
    7004|Bessel 1841|6377397.155|299.1528128|Bessel_1841
    7005|Bessel Modified|6377492.018|299.1528128|Bessel_Modified
    7008|Clarke 1866|6378206.4|294.978698213898|Clarke_1866
    7010|Clarke 1880 (Benoit)|6378300.789|293.466315538981|Clarke_1880_Benoit
    7011|Clarke 1880 (IGN)|6378249.2|293.466021293627|Clarke_1880_IGN
    7012|Clarke 1880 (RGS)|6378249.145|293.465|Clarke_1880_RGS
    7013|Clarke 1880 (Arc)|6378249.145|293.4663077|Clarke_1880_Arc
    7015|Everest 1830 (1937 Adjustment)|6377276.345|300.8017|Everest_Adjustment_1937
    7016|Everest 1830 (1967 Definition)|6377298.556|300.8017|Everest_Definition_1967
    7018|Everest 1830 Modified|6377304.063|300.8017|Everest_1830_Modified
    7019|GRS 1980|6378137|298.257222101|GRS_1980
    7020|Helmert 1906|6378200|298.3|Helmert_1906
    7021|Indonesian National Spheroid|6378160|298.247|Indonesian
    7022|International 1924|6378388|297|International_1924
    7024|Krassowsky 1940|6378245|298.3|Krasovsky_1940
    7030|WGS 84|6378137|298.257223563|WGS_1984
    7036|GRS 1967|6378160|298.247167427|GRS_1967
    7050|GRS 1967 Modified|6378160|298.25|GRS_1967_Truncated
    """

  /// Creates the ellipsoid with an EPSG code, or nil if the registry has none.
  init?(code: Int) {
    self.init(fields: Self.fields { $0[0] == String(code) })
  }

  /// The EPSG code and the name in Esri's WKT, or nil if the registry has no ellipsoid of this size.
  var registered: (code: Int, esriName: String)? {
    let fields = Self.fields { Ellipsoid(fields: $0) == self }
    guard let fields, let code = Int(fields[0]) else { return nil }
    return (code, String(fields[4]))
  }

  private init?(fields: [Substring]?) {
    guard let fields, let axis = Double(fields[2]), let inverse = Double(fields[3]) else {
      return nil
    }
    self.init(name: String(fields[1]), semiMajorAxis: axis, inverseFlattening: inverse)
  }

  private static func fields(where isWanted: ([Substring]) -> Bool) -> [Substring]? {
    for line in registry.split(separator: "\n") {
      let fields = line.split(separator: "|")
      if fields.count == 5, isWanted(fields) { return fields }
    }
    return nil
  }
}
