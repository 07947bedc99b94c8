package import FeatureData
import OrderedJSON

/// What one pass over a source told.
package struct SourceSurvey: Sendable {
  package var survey: Survey
  package var declaration: SourceDeclaration
  /// The number of rows before each stripe.
  package var firstRows: [Int]

  /// Reads a source once. `progress` gets the bytes read so far.
  package static func make(
    of source: any FeatureSource, progress: (Int) -> Void
  ) async throws -> SourceSurvey {
    var merged = Survey()
    var firstRows: [Int] = []
    let reader = try await StripePipeline.run(
      source,
      work: { stripe throws(FeatureDataError) in try source.survey(stripe) },
      collect: { _, result, bytesRead in
        firstRows.append(merged.rowCount)
        switch result {
        case .success(let survey): merged.merge(survey)
        case .failure(let error): throw error.moved(byRows: merged.rowCount)
        }
        progress(bytesRead)
      })
    return SourceSurvey(
      survey: merged, declaration: try source.declaration(documents: reader.documents),
      firstRows: firstRows)
  }
}
