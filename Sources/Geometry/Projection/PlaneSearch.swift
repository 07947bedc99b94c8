/// Finds the position that a projection puts at given coordinates, for projections whose own inverse
/// is a series or has none.
enum PlaneSearch {
  /// Returns longitude and latitude in radians whose projection is (x, y) in meters, to 0.01 µm if
  /// the numbers allow it. Newton's method from a position nearby. Nil if it doesn't get there.
  static func position(
    x: Double, y: Double, start: (longitude: Double, latitude: Double),
    project: (_ longitude: Double, _ latitude: Double) -> (x: Double, y: Double)?
  ) -> (longitude: Double, latitude: Double)? {
    // Six meters, for the slopes.
    let step = 1e-6
    var (longitude, latitude) = start
    var rest = Double.infinity
    for _ in 0..<30 {
      guard let here = project(longitude, latitude) else { return nil }
      let (dx, dy) = (x - here.x, y - here.y)
      let distance = max(dx.magnitude, dy.magnitude)
      // Below a micrometer, another round only exchanges rounding errors.
      let isThere = distance < 1e-8 || (distance < 1e-6 && distance >= rest)
      rest = distance
      if isThere { break }
      guard let east = project(longitude + step, latitude),
        let north = project(longitude, latitude + step)
      else { return nil }
      let (xx, yx) = ((east.x - here.x) / step, (east.y - here.y) / step)
      let (xy, yy) = ((north.x - here.x) / step, (north.y - here.y) / step)
      let determinant = xx * yy - xy * yx
      guard determinant.magnitude > 1 else { return nil }
      longitude += (dx * yy - dy * xy) / determinant
      latitude += (dy * xx - dx * yx) / determinant
      guard latitude.magnitude < 1.7 else { return nil }
    }
    return rest < 1e-3 ? (Angle.normalized(longitude), latitude) : nil
  }
}
