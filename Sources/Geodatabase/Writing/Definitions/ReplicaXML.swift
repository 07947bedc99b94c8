import FeatureData
import Geometry
import OrderedJSON

/// Writes the definitions of a replica and of its datasets.
struct ReplicaXML {
  let plan: CatalogPlan
  let terms: ReplicaTerms
  /// The number of the replica's item.
  let item: Int
  /// The item numbers of the datasets.
  let datasets: [Int]

  var text: String {
    let time = XMLTime.text(plan.content.created) + ".000000"
    return XMLText.clientDocument("GPSyncReplica") { xml in
      xml.add("ReplicaName", terms.name)
      xml.add("ID", item)
      xml.add("ReplicaID", replicaID)
      xml.add("ServiceName", plan.content.serviceURL)
      xml.add("Owner", terms.owner)
      xml.add("Role", "esriReplicaRoleChild")
      xml.add("SyncModel", "esriSyncModelPerLayer")
      xml.add("Direction", terms.direction.rawValue)
      xml.add("CreationDate", time)
      xml.add("LastSyncDate", "1970-01-01T00:00:01.000000")
      xml.add("ReturnsAttachments", terms.returnsAttachments)
      xml.add("SpatialRelation", "")
      addQueryBox(to: &xml)
      xml.add(raw: "<GPSyncDatasets xsi:type=\"typens:ArrayOfGPSyncDataset\">")
      for datasetIndex in plan.entries.indices {
        xml.add(raw: "<GPSyncDataset xsi:type=\"typens:GPSyncDataset\">")
        addDataset(at: datasetIndex, to: &xml)
        xml.add(raw: "</GPSyncDataset>")
      }
      xml.add(raw: "</GPSyncDatasets>")
      xml.add("AttachmentsSyncDirection", "esriAttachmentsSyncDirectionBidirectional")
    }
  }

  /// The ID by which a service knows the replica. Real download-only replicas have none, because
  /// they never send edits.
  private var replicaID: String {
    terms.direction == .download ? "{00000000-0000-0000-0000-000000000000}" : terms.id.text
  }

  /// The definition of a dataset.
  func text(ofDataset datasetIndex: Int) -> String {
    XMLText.clientDocument("GPSyncDataset") { addDataset(at: datasetIndex, to: &$0) }
  }

  private func addDataset(at datasetIndex: Int, to xml: inout XMLText) {
    let dataset = plan.entries[datasetIndex]
    let table = plan.content.tables[dataset.table]
    let isFeatureClass = dataset.reference != nil
    let isTable = !isFeatureClass && !dataset.isForAttachments
    xml.add("DatasetID", datasets[datasetIndex])
    xml.add("DatasetName", "main.\(dataset.name)")
    xml.add("DatasetType", isFeatureClass ? "esriDTFeatureClass" : "esriDTTable")
    xml.add("LayerID", table.layerID)
    xml.add("LayerName", table.serviceItem["name"]?.string ?? table.name)
    xml.add("Direction", terms.direction.rawValue)
    xml.add("ReplicaServerGen", String(terms.serverGeneration))
    for generation in ["DownloadGen", "UploadGen", "AcknowledgeUploadGen"] {
      xml.add("ReplicaClient" + generation, 1_000)
    }
    xml.add("UseGeometry", !isTable)
    xml.add("Where", "")
    xml.add("IncludeRelated", !dataset.isForAttachments)
    xml.add("QueryOption", isTable ? "esriRowsTypeNone" : "esriRowsTypeFilter")
    if dataset.isForAttachments {
      xml.add("IsAttachment", true)
    } else if table.hasAttachments {
      xml.add("HasAttachments", true)
    }
  }

  private func addQueryBox(to xml: inout XMLText) {
    let box = terms.queryBox
    xml.add(raw: "<QueryGeometry xsi:type=\"typens:PolygonN\">")
    for flag in ["HasID", "HasZ", "HasM"] { xml.add(flag, false) }
    xml.add("Extent", type: "EnvelopeN") { xml in
      xml.add("XMin", box.minX)
      xml.add("YMin", box.minY)
      xml.add("XMax", box.maxX)
      xml.add("YMax", box.maxY)
    }
    xml.add("RingArray", type: "ArrayOfRing") { xml in
      xml.add("Ring", type: "Ring") { xml in
        xml.add("PointArray", type: "ArrayOfPoint") { xml in
          for (x, y) in [
            (box.minX, box.minY), (box.minX, box.maxY), (box.maxX, box.maxY),
            (box.maxX, box.minY), (box.minX, box.minY),
          ] {
            xml.add("Point", type: "PointN") { xml in
              xml.add("X", x)
              xml.add("Y", y)
            }
          }
        }
      }
    }
    if let reference = StoredReference.all(of: [terms.spatialReference]).first {
      xml.add(reference)
    }
    xml.add(raw: "</QueryGeometry>")
  }
}
