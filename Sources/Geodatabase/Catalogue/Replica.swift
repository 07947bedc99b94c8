import MapModel
import Markup

/// A replica of a service, as the geodatabase that was downloaded describes itself.
///
/// ```xml
/// <GPSyncReplica><ReplicaName/><ReplicaID/><ServiceName/><CreationDate/><Direction/>
///   <GPSyncDatasets><GPSyncDataset><DatasetName/><LayerID/><ReplicaClientDownloadGen/>
///     <ReplicaClientUploadGen/></GPSyncDataset>…</GPSyncDatasets></GPSyncReplica>
/// ```
///
/// Generations of the client are milliseconds since 1970; rows that came with the first download
/// carry that of one second.
package struct Replica: Equatable, Sendable {
  /// As the service gave it; zeros where it was packed before anybody asked for it.
  package var id: String
  /// The identity of its item in the catalogue; empty where that has none.
  package var item: String
  /// What it is called.
  package var name: String
  /// The address of the feature service; nil where nothing tells.
  package var service: String?
  /// When it was made, as written; nil where nothing tells.
  package var created: String?
  /// What is synchronised, tables of attachments too.
  package var datasets: [Dataset]

  /// A synchronised feature class or table.
  package struct Dataset: Equatable, Sendable {
    /// Its table.
    package var name: String
    /// Its number in the service; nil where nothing tells.
    package var layerID: Int?
    /// Whether edits of the device go to the service.
    var uploads: Bool
    /// The generation at which rows came last, as written.
    var download: String?
    /// The generation up to which the service has the edits, as written.
    var upload: String?

    init(_ definition: XMLElement) {
      name = CatalogueItem.tableName(definition.text("DatasetName") ?? "")
      layerID = definition.text("LayerID").flatMap { Int($0) }
      uploads = definition.text("Direction") != "esriSyncDirectionDownload"
      download = definition.text("ReplicaClientDownloadGen")
      upload = definition.text("ReplicaClientUploadGen")
    }
  }

  /// Reads a definition.
  init(_ definition: XMLElement, of item: CatalogueItem) {
    id = definition.text("ReplicaID") ?? ""
    self.item = item.identity
    name = definition.text("ReplicaName") ?? item.name
    service = definition.text("ServiceName")
    created = definition.text("CreationDate")
    datasets = definition.list("GPSyncDatasets").map { Dataset($0) }
  }

  /// What is synchronised of a table; nil for nothing.
  package func dataset(named name: String) -> Dataset? {
    datasets.first { $0.name.isSameName(as: name) }
  }
}

extension GeodatabaseReader {
  /// The replica that the geodatabase is; nil for plain content.
  ///
  /// - Throws: `GeodatabaseError.definition`, `.definitionTooLarge`.
  package func replica() throws(GeodatabaseError) -> Replica? {
    guard let item = syncItems.first(where: { $0.kind == .replica }) else { return nil }
    var replica = Replica(try CatalogueXML.read(item.definition, of: item.name), of: item)
    // Datasets are listed with the replica, and once more each by itself.
    for item in syncItems where item.kind == .syncDataset {
      let dataset = Replica.Dataset(try CatalogueXML.read(item.definition, of: item.name))
      if replica.dataset(named: dataset.name) == nil { replica.datasets.append(dataset) }
    }
    return replica
  }
}
