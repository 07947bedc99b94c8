/// The progress of a job.
package struct JobProgress: Sendable {
  /// The current step, such as `Packing`.
  package var phase: String
  /// The current layer, table or file.
  package var subject: String
  /// In bytes, or in records when a site is rendered.
  package var done: Int
  /// 0 if unknown.
  package var total: Int

  package init(phase: String, subject: String, done: Int, total: Int) {
    self.phase = phase
    self.subject = subject
    self.done = done
    self.total = total
  }
}
