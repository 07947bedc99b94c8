import Records

// Feature sets: a table of the context, with some or all of its rows.

extension ArcadeRun {
  /// Makes a feature set value.
  mutating func makeValue(_ set: HeldFeatureSet) throws(ArcadeProblem) -> ArcadeValue {
    try budget.charge(bytes: 64 + 8 * (set.rows?.count ?? 0))
    heap.featureSets.append(set)
    return .featureSet(ArcadeFeatureSet(slot: Int32(heap.featureSets.count - 1)))
  }

  /// Makes a feature set of all records of a new table.
  mutating func makeTable(
    of schema: ArcadeSchema, _ records: [[UInt8]]
  ) throws(ArcadeProblem) -> ArcadeValue {
    try budget.charge(elements: records.reduce(records.count) { $0 + $1.count / 16 })
    heap.tables.append(
      ArcadeTable(
        names: [], ids: [], schema: schema, count: records.count,
        read: { (row, record) throws(ArcadeProblem) in record = records[row] },
        related: { (_, _) throws(ArcadeProblem) in nil }))
    return try makeValue(HeldFeatureSet(table: ~(heap.tables.count - 1), rows: nil))
  }

  /// The contents of a feature set; nil for a reference from an earlier run.
  func held(_ set: ArcadeFeatureSet) -> HeldFeatureSet? {
    let slot = Int(set.slot)
    return heap.featureSets.indices.contains(slot) ? heap.featureSets[slot] : nil
  }

  /// The table of a feature set.
  func table(of set: ArcadeFeatureSet) -> ArcadeTable? {
    held(set).flatMap { table(numbered: $0.table) }
  }

  /// A table of the context, or a negative number for one that the run made.
  func table(numbered number: Int) -> ArcadeTable? {
    if number < 0 { return ~number < heap.tables.count ? heap.tables[~number] : nil }
    guard let tables = context.tables?.tables, number < tables.count else { return nil }
    return tables[number]
  }

  /// Calls `take` with each row of a feature set and its number in the table. Each row counts as
  /// several steps.
  ///
  /// - Parameter only: the rows to read; nil for all.
  mutating func eachRow(
    of set: ArcadeFeatureSet, only: [Int]? = nil,
    _ take: (_ row: Int, _ layout: RecordLayout, _ record: [UInt8]) throws(ArcadeProblem) -> Void
  ) throws(ArcadeProblem) {
    guard let held = held(set), let table = table(of: set) else { return }
    var layout = RecordLayout()
    var record: [UInt8] = []
    let rows = only ?? held.rows
    for index in 0..<(rows?.count ?? table.count) {
      let row = rows?[index] ?? index
      try table.read(row, &record)
      try self.budget.charge(steps: 4 + record.count / 64)
      try layout.read(record.span)
      try take(row, layout, record)
    }
  }

  /// The number of features in a feature set.
  func count(of set: ArcadeFeatureSet) -> Int {
    held(set)?.rows?.count ?? table(of: set)?.count ?? 0
  }

  /// A feature of a feature set by its index; nil beyond the last.
  mutating func row(
    at index: Int, of set: ArcadeFeatureSet
  ) throws(ArcadeProblem) -> ArcadeFeature? {
    guard let held = held(set), let table = table(of: set), index >= 0, index < count(of: set)
    else { return nil }
    var feature = HeldFeature()
    feature.schema = table.schema
    feature.table = held.table
    try table.read(held.rows?[index] ?? index, &feature.record)
    try budget.charge(textBytes: feature.record.count + 64)
    var layout = RecordLayout()
    try layout.read(feature.record.span)
    feature.layout = layout
    heap.features.append(feature)
    return ArcadeFeature(slot: Int32(heap.features.count - 1))
  }
}
