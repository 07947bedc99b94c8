import FeatureData

// New photos and files (design §6, rule 7): a photo is its parent, its name and its content.
extension MergeResolution {
  /// Leaves out new photos that are there already, and gives others names of their own.
  mutating func settlePhotos() throws(MergingError) {
    for (table, place) in schema.tables.enumerated() where place.isAttachments {
      guard let name = place.place(named: "name"),
        let digest = place.contentPlaces?.first ?? place.place(of: .content),
        let link = schema.links.firstIndex(where: { $0.destination == table })
      else { continue }
      try settlePhotos(of: table, link: link, name: name, digest: digest)
    }
  }

  private mutating func settlePhotos(
    of table: Int, link: Int, name: Int, digest: Int
  ) throws(MergingError) {
    let parentField = schema.links[link].destinationField
    var taken: [JoinKey: [Photo]] = [:]
    let added = rows[table].filter { $0.value.isAdded && $0.value.row != nil }.keys.sorted()
    for id in added {
      guard let row = rows[table][id]?.row,
        let parent = schema.key(row[parentField], of: schema.links[link])
      else {
        continue
      }
      var photos = taken[parent] ?? []
      if taken[parent] == nil {
        photos = try self.photos(of: parent, link: link, name: name, digest: digest)
      }
      let photo = Photo(name: row[name], digest: row[digest])
      if !photo.digest.isEmpty, photos.contains(where: { $0.isSame(as: photo) }) {
        leaveOut(RecordKey(table: table, globalID: id), photo)
        taken[parent] = photos
        continue
      }
      let free = Photo.free(photo.name, among: photos.map(\.name))
      if free != photo.name { rename(RecordKey(table: table, globalID: id), name, free) }
      taken[parent] = photos + [Photo(name: free, digest: photo.digest, ownName: photo.name)]
    }
  }

  /// The photos that a row of the result has, without those packages added.
  private mutating func photos(
    of parent: JoinKey, link: Int, name: Int, digest: Int
  ) throws(MergingError) -> [Photo] {
    let table = schema.links[link].destination
    if case .globalID(let id) = parent {
      let place = RecordKey(table: schema.links[link].origin, globalID: id)
      _ = try row(place)
      try touchChildren(of: place, by: schema.links[link])
    }
    var photos: [Photo] = []
    for id in index.children(of: link, key: parent) {
      guard let folded = rows[table][id], !folded.isAdded, let row = folded.row else { continue }
      var photo = Photo(name: row[name], digest: row[digest])
      // Other programs store no digest.
      if photo.digest.isEmpty, let stored = folded.stored {
        photo.digest = try current.contentDigest(table, rowid: stored.rowid) ?? .null
      }
      photos.append(photo)
    }
    return photos
  }

  private mutating func leaveOut(_ place: RecordKey, _ photo: Photo) {
    guard var folded = rows[place.table][place.globalID] else { return }
    folded.last = folded.row
    folded.row = nil
    rows[place.table][place.globalID] = folded
    for package in folded.editors { note(.duplicate, place, of: package) }
    issues.append(
      MergeIssue(
        .photoDuplicate, table: place.table, id: place.globalID, value: photo.name,
        package: folded.editors.last ?? 0,
        "The photo or file \(photo.name.text ?? "") is there already; it is not added twice."))
  }

  private mutating func rename(_ place: RecordKey, _ field: Int, _ name: FieldValue) {
    guard let folded = rows[place.table][place.globalID], let old = folded.row?[field] else {
      return
    }
    rows[place.table][place.globalID]?.row?.values[field] = name
    issues.append(
      MergeIssue(
        .photoRenamed, table: place.table, id: place.globalID,
        field: schema.tables[place.table].fields[field].name, value: old,
        package: folded.editors.last ?? 0,
        "Another photo or file has the name \(old.text ?? ""); this one is \(name.text ?? "")."))
  }
}

/// What tells a photo of a row from its others.
private struct Photo {
  var name: FieldValue
  var digest: FieldValue
  /// The name it came with.
  var ownName: FieldValue?

  /// Digests are hexadecimal digits of any case. Where a table has no column for them, the bytes
  /// stand in their place.
  func isSame(as other: Photo) -> Bool {
    guard (ownName ?? name) == other.name else { return false }
    return digest == other.digest
      || digest.text.map { $0.lowercased() == other.digest.text?.lowercased() } ?? false
  }

  /// A name that none of the others has: `oak.jpg`, `oak (2).jpg`, …
  static func free(_ name: FieldValue, among others: [FieldValue]) -> FieldValue {
    guard case .text(let bytes) = name, others.contains(name) else { return name }
    let dot = bytes.lastIndex(of: UInt8(ascii: ".")).flatMap { $0 > 0 ? $0 : nil } ?? bytes.count
    var number = 2
    while true {
      let free = FieldValue.text(bytes[..<dot] + Array(" (\(number))".utf8) + bytes[dot...])
      if !others.contains(free) { return free }
      number += 1
    }
  }
}
