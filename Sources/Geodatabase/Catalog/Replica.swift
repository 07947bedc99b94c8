import MapModel
import Markup

/// A replica of a service, as the downloaded geodatabase describes it.
///
/// ```xml
/// <GPSyncReplica><ReplicaName/><ReplicaID/><ServiceName/><CreationDate/><Direction/>
///   <GPSyncDatasets><GPSyncDataset><DatasetName/><LayerID/><ReplicaClientDownloadGen/>
///     <ReplicaClientUploadGen/></GPSyncDataset>…</GPSyncDatasets></GPSyncReplica>
/// ```
///
/// Client generations are milliseconds since 1970. Rows of the first download have the generation
/// 1000.
package struct Replica: Equatable, Sendable {
  /// The ID from the service; zeros if the replica was prepared in advance.
  package var id: String
  /// The identity of its catalog item; empty if it has none.
  package var item: String
  /// Its name.
  package var name: String
  /// The address of the feature service; nil if unknown.
  package var service: String?
  /// The creation date as written; nil if unknown.
  package var created: String?
  /// The synchronized datasets, including attachment tables.
  package var datasets: [Dataset]

  /// A synchronized feature class or table.
  package struct Dataset: Equatable, Sendable {
    /// Its table.
    package var name: String
    /// Its number in the service; nil if unknown.
    package var layerID: Int?
    /// Whether edits on the device go to the service.
    var uploads: Bool
    /// The generation of the last download, as written.
    var download: String?
    /// The generation of the last upload, as written.
    var upload: String?

    init(_ definition: XMLElement) {
      name = CatalogItem.tableName(definition.text("DatasetName") ?? "")
      layerID = definition.text("LayerID").flatMap { Int($0) }
      uploads = definition.text("Direction") != "esriSyncDirectionDownload"
      download = definition.text("ReplicaClientDownloadGen")
      upload = definition.text("ReplicaClientUploadGen")
    }
  }

  /// Reads a definition.
  init(_ definition: XMLElement, of item: CatalogItem) {
    id = definition.text("ReplicaID") ?? ""
    self.item = item.identity
    name = definition.text("ReplicaName") ?? item.name
    service = definition.text("ServiceName")
    created = definition.text("CreationDate")
    datasets = definition.list("GPSyncDatasets").map { Dataset($0) }
  }

  /// The synchronized dataset of a table; nil if it isn't synchronized.
  package func dataset(named name: String) -> Dataset? {
    datasets.first { $0.name.isSameName(as: name) }
  }

  /// Reads the replica among catalog items; nil if there is none.
  init?(among items: [CatalogItem]) throws {
    guard let item = items.first(where: { $0.kind == .replica }) else { return nil }
    self.init(try CatalogXML.read(item.definition, of: item.name), of: item)
    // Datasets are listed in the replica, and may also have their own items.
    for item in items where item.kind == .syncDataset {
      let dataset = Dataset(try CatalogXML.read(item.definition, of: item.name))
      if self.dataset(named: dataset.name) == nil { datasets.append(dataset) }
    }
  }
}
