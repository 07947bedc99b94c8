package import FeatureData
import OrderedJSON

/// How much of the sources is read before the plan is made.
package enum SurveyDepth: Sendable {
  /// The first stripes. They tell the form of a table almost always; the rest is surveyed while
  /// its rows are made, and a plan that turns out wrong is made again from the whole.
  case beginning
  case whole

  /// Stripes read at most.
  var stripeLimit: Int { self == .beginning ? StripePipeline.width : .max }
}

/// What reading a source told of its rows.
package struct SourceSurvey: Sendable {
  package var survey: Survey
  package var declaration: SourceDeclaration
  /// Whether every row was seen.
  package var isComplete: Bool

  /// Surveys a source. `progress` gets the bytes read so far.
  package static func make(
    of source: any FeatureSource, depth: SurveyDepth, progress: (Int) -> Void
  ) async throws -> SourceSurvey {
    var merged = Survey()
    let pass = try await StripePipeline.run(
      source, limit: depth.stripeLimit,
      work: { stripe throws(FeatureDataError) in try source.survey(stripe) },
      collect: { result, bytesRead in
        switch result {
        case .success(let survey): merged.merge(survey)
        case .failure(let error): throw error.moved(byRows: merged.rowCount)
        }
        progress(bytesRead)
      })
    return SourceSurvey(
      survey: merged, declaration: try source.declaration(documents: pass.documents),
      isComplete: pass.isComplete)
  }
}

/// The survey on which a plan was made does not tell the truth about the whole source.
struct SurveyTooShort: Error {}

extension PlannedTable {
  /// Puts the survey of all rows in the place of the one the table was planned by.
  ///
  /// - Throws: `FeatureDataError.changedWhileReading` when the rows are of another form.
  mutating func settle(_ complete: SourceSurvey) throws(FeatureDataError) {
    let planned = self
    survey = complete
    try makeSchema()
    let hadRows = planned.survey.map { $0.survey.rowCount > 0 }
    guard schema == planned.schema, hadRows == (complete.survey.rowCount > 0),
      planned.survey?.declaration.readsCoordinates(like: complete.declaration) == true
    else { throw .changedWhileReading(path: source.path) }
  }
}
