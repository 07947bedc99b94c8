package import FeatureData
import OrderedJSON

/// How much of the sources is read before the plan is made.
package enum SurveyDepth: Sendable {
  /// The first stripes, which almost always show the schema of a table. The rest is surveyed while
  /// records are packed. If the plan turns out wrong, it is made again from all records.
  case beginning
  case whole

  /// The maximum number of stripes to read.
  var stripeLimit: Int { self == .beginning ? StripePipeline.width : .max }
}

/// What reading a source showed about its records.
package struct SourceSurvey: Sendable {
  package var survey: Survey
  package var declaration: SourceDeclaration
  /// Whether all records were read.
  package var isComplete: Bool

  /// Surveys a source. `progress` receives the number of bytes read so far.
  package static func make(
    of source: any FeatureSource, depth: SurveyDepth, progress: (Int) -> Void
  ) async throws -> SourceSurvey {
    var merged = Survey()
    let pass = try await StripePipeline.run(
      source, limit: depth.stripeLimit,
      work: { stripe in try source.survey(stripe) },
      collect: { result, bytesRead in
        switch result {
        case .success(let survey): merged.merge(survey)
        case .failure(let error): throw FeatureDataError.moved(error, byRows: merged.rowCount)
        }
        progress(bytesRead)
      })
    return SourceSurvey(
      survey: merged, declaration: try source.declaration(documents: pass.documents),
      isComplete: pass.isComplete)
  }
}

/// The survey behind a plan does not match the whole source.
struct SurveyTooShort: Error {}
