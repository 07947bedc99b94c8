/// The progress of a job.
package struct JobProgress: Sendable {
  /// The current step, such as `Packing`.
  package var phase: String
  /// The current layer, table or file.
  package var subject: String
  /// In the unit.
  package var done: Int
  /// 0 if unknown.
  package var total: Int
  /// What is counted.
  package var unit: Unit

  /// What a job counts.
  package enum Unit: String, Sendable {
    case bytes, records, packages, tiles
  }

  /// Describes the state of a job.
  package init(phase: String, subject: String, done: Int, total: Int, unit: Unit = .bytes) {
    self.phase = phase
    self.subject = subject
    self.done = done
    self.total = total
    self.unit = unit
  }
}
