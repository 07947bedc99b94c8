/// All kinds of items and of relationships between items that a geodatabase of this version knows.
/// These rows are the same in all files.
enum ItemKinds {
  /// A row of `GDB_ItemTypes`. The parent is the name of another kind; empty for the first.
  typealias Kind = (name: String, id: String, parent: String)

  static let all: [Kind] = [
    ("Item", "{8405ADD5-8DF8-4227-8FAC-3FCADE073386}", ""),
    ("Folder", "{F3783E6F-65CA-4514-8315-CE3985DAD3B1}", "Item"),
    ("Resource", "{FFD09C28-FE70-4E25-907C-AF8E8A5EC5F3}", "Item"),
    ("Dataset", "{28DA9E89-FF80-4D6D-8926-4EE2B161677D}", "Resource"),
    ("Tin", "{FBDD7DD6-4A25-40B7-9A1A-ECC3D1172447}", "Dataset"),
    ("AbstractTable", "{D4912162-3413-476E-9DA4-2AEFBBC16939}", "Dataset"),
    ("Relationship Class", "{B606A7E1-FA5B-439C-849C-6E9C2481537B}", "Dataset"),
    ("Feature Dataset", "{74737149-DCB5-4257-8904-B9724E32A530}", "Dataset"),
    ("Geometric Network", "{73718A66-AFB9-4B88-A551-CFFA0AE12620}", "Dataset"),
    ("Topology", "{767152D3-ED66-4325-8774-420D46674E07}", "Dataset"),
    ("Survey Dataset", "{E6302665-416B-44FA-BE33-4E15916BA101}", "Dataset"),
    ("Schematic Dataset", "{D5A40288-029E-4766-8C81-DE3F61129371}", "Dataset"),
    ("Toolbox", "{DB1B697A-3BB6-426A-98A2-6EE7A4C6AED3}", "Dataset"),
    ("Workspace", "{C673FE0F-7280-404F-8532-20755DD8FC06}", "Dataset"),
    ("Workspace Extension", "{DC9EF677-1AA3-45A7-8ACD-303A5202D0DC}", "Dataset"),
    ("Extension Dataset", "{77292603-930F-475D-AE4F-B8970F42F394}", "Dataset"),
    ("Domain", "{8637F1ED-8C04-4866-A44A-1CB8288B3C63}", "Dataset"),
    ("Replica", "{4ED4A58E-621F-4043-95ED-850FBA45FCBC}", "Dataset"),
    ("Replica Dataset", "{D98421EB-D582-4713-9484-43304D0810F6}", "Dataset"),
    ("Historical Marker", "{DC64B6E4-DC0F-43BD-B4F5-F22385DCF055}", "Dataset"),
    ("Table", "{CD06BC3B-789D-4C51-AAFA-A467912B8965}", "AbstractTable"),
    ("Feature Class", "{70737809-852C-4A03-9E22-2CECEA5B9BFA}", "AbstractTable"),
    ("Raster Dataset", "{5ED667A3-9CA9-44A2-8029-D95BF23704B9}", "AbstractTable"),
    ("Raster Catalog", "{35B601F7-45CE-4AFF-ADB7-7702D3839B12}", "AbstractTable"),
    ("Network Dataset", "{7771FC7D-A38B-4FD3-8225-639D17E9A131}", "Extension Dataset"),
    ("Terrain", "{76357537-3364-48AF-A4BE-783C7C28B5CB}", "Extension Dataset"),
    ("Parcel Fabric", "{A3803369-5FC2-4963-BAE0-13EFFC09DD73}", "Extension Dataset"),
    ("Representation Class", "{A300008D-0CEA-4F6A-9DFA-46AF829A3DF2}", "Extension Dataset"),
    ("Catalog Dataset", "{787BEA35-4A86-494F-BB48-500B96145B58}", "Extension Dataset"),
    ("Mosaic Dataset", "{F8413DCB-2248-4935-BFE9-315F397E5110}", "Extension Dataset"),
    ("Coded Value Domain", "{8C368B12-A12E-4C7E-9638-C9C64E69E98F}", "Domain"),
    ("Range Domain", "{C29DA988-8C3E-45F7-8B5C-18E51EE7BEB4}", "Domain"),
    ("Sync Replica", "{5B966567-FB87-4DDE-938B-B4B37423539D}", "Dataset"),
    ("Sync Dataset", "{D86502F9-9758-45C6-9D23-6DD1A0107B47}", "Dataset"),
    ("Utility Network", "{37672BD2-B9F3-48C1-89B5-8C43BBBB6D57}", "Extension Dataset"),
    ("Parcel Dataset", "{EBEEE2C9-FA73-4BED-AC7D-AEE7D68AFC80}", "Extension Dataset"),
    ("Location Referencing Dataset", "{CC53CC54-4CCA-43B7-9A9B-64DC59C999BD}", "Extension Dataset"),
  ]

  /// A row of `GDB_ItemRelationshipTypes`.
  struct Relationship: Sendable {
    var name: String
    var id: String
    /// The origin's role towards the destination.
    var forward: String
    /// The destination's role towards the origin.
    var backward: String
    /// The names of both kinds.
    var origin: String
    var destination: String
    var isContainment = false
  }

  static let relationships: [Relationship] = [
    .init(
      name: "FolderInFolder", id: "{0D10B3A7-2F64-45E6-B7AC-2FC27BF2133C}",
      forward: "Parent Folder Of", backward: "Child Folder Of",
      origin: "Folder", destination: "Folder", isContainment: true),
    .init(
      name: "ItemInFolder", id: "{5DD0C1AF-CB3D-4FEA-8C51-CB3BA8D77CDB}",
      forward: "Contains Item", backward: "Contained In Folder",
      origin: "Folder", destination: "Item", isContainment: true),
    .init(
      name: "DatasetInFeatureDataset", id: "{A1633A59-46BA-4448-8706-D8ABE2B2B02E}",
      forward: "Contains Dataset", backward: "Contained In FeatureDataset",
      origin: "Feature Dataset", destination: "Dataset", isContainment: true),
    .init(
      name: "DatasetInFolder", id: "{DC78F1AB-34E4-43AC-BA47-1C4EABD0E7C7}",
      forward: "Contains Dataset", backward: "Contained in Dataset",
      origin: "Folder", destination: "Dataset", isContainment: true),
    .init(
      name: "DomainInDataset", id: "{17E08ADB-2B31-4DCD-8FDD-DF529E88F843}",
      forward: "Contains Domain", backward: "Contained in Dataset",
      origin: "Dataset", destination: "Domain"),
    .init(
      name: "DatasetsRelatedThrough", id: "{725BADAB-3452-491B-A795-55F32D67229C}",
      forward: "Origin Of", backward: "Destination Of",
      origin: "Dataset", destination: "Dataset"),
    .init(
      name: "FeatureClassInTopology", id: "{D088B110-190B-4229-BDF7-89FDDD14D1EA}",
      forward: "Spatially Manages Feature Class", backward: "Participates In Topology",
      origin: "Topology", destination: "Feature Class"),
    .init(
      name: "FeatureClassInGeometricNetwork", id: "{DC739A70-9B71-41E8-868C-008CF46F16D7}",
      forward: "Spatially Manages Feature Class", backward: "Participates In Geometric Network",
      origin: "Geometric Network", destination: "Feature Class"),
    .init(
      name: "FeatureClassInNetworkDataset", id: "{B32B8563-0B96-4D32-92C4-086423AE9962}",
      forward: "Spatially Manages Feature Class", backward: "Participates In Network Dataset",
      origin: "Network Dataset", destination: "Feature Class"),
    .init(
      name: "FeatureClassInTerrain", id: "{55D2F4DC-CB17-4E32-A8C7-47591E8C71DE}",
      forward: "Spatially Manages Feature Class", backward: "Participates In Terrain",
      origin: "Terrain", destination: "Feature Class"),
    .init(
      name: "FeatureClassInParcelFabric", id: "{583A5BAA-3551-41AE-8AA8-1185719F3889}",
      forward: "Spatially Manages Feature Class", backward: "Participates In Parcel Fabric",
      origin: "Parcel Fabric", destination: "Feature Class"),
    .init(
      name: "TableInParcelFabric", id: "{5F9085E0-788F-4354-AE3C-34C83A7EA784}",
      forward: "Manages Table", backward: "Participates In Parcel Fabric",
      origin: "Parcel Fabric", destination: "Table"),
    .init(
      name: "RepresentationOfFeatureClass", id: "{E79B44E3-F833-4B12-90A1-364EC4DDC43E}",
      forward: "Feature Class Representation", backward: "Represented Feature Class",
      origin: "Feature Class", destination: "Representation Class"),
    .init(
      name: "ReplicaDatasetInReplica", id: "{8DB31AF1-DF7C-4632-AA10-3CC44B0C6914}",
      forward: "Replicated Dataset", backward: "Participates In Replica",
      origin: "Replica", destination: "Replica Dataset", isContainment: true),
    .init(
      name: "DatasetOfReplicaDataset", id: "{D022DE33-45BD-424C-88BF-5B1B6B957BD3}",
      forward: "Replicated Dataset", backward: "Dataset of Replicated Dataset",
      origin: "Replica Dataset", destination: "Dataset"),
    .init(
      name: "SyncDatasetInSyncReplica", id: "{CC28387C-441F-4D7C-A802-41A160317FE0}",
      forward: "Sync Dataset", backward: "Participates In Sync Replica",
      origin: "Sync Replica", destination: "Sync Dataset", isContainment: true),
    .init(
      name: "DatasetOfSyncDataset", id: "{79CC71C8-B7D9-4141-9014-B6373E236ABB}",
      forward: "Replicated Dataset", backward: "Dataset Of Sync Dataset",
      origin: "Sync Dataset", destination: "Dataset"),
    .init(
      name: "FeatureClassInUtilityNetwork", id: "{95C22AFD-AA36-431D-B195-1779A256C6B2}",
      forward: "Spatially Manages Feature Class", backward: "Participates In Utility Network",
      origin: "Utility Network", destination: "Feature Class"),
    .init(
      name: "TableInUtilityNetwork", id: "{CCD6E1C9-9238-40D4-843F-C5DAFD3D2BDE}",
      forward: "Manages Table", backward: "Participates In Utility Network",
      origin: "Utility Network", destination: "Table"),
    .init(
      name: "FeatureClassInParcelDataset", id: "{74DAC6C1-A6F2-4603-88A8-D09BCCFDCF21}",
      forward: "Spatially Manages Feature Class", backward: "Participates In Parcel Dataset",
      origin: "Parcel Dataset", destination: "Feature Class"),
    .init(
      name: "TableInParcelDataset", id: "{7D2A7A69-ABD8-4AA7-AC08-9E4DDB86289E}",
      forward: "Manages Table", backward: "Participates In Parcel Dataset",
      origin: "Parcel Dataset", destination: "Table"),
    .init(
      name: "FeatureClassInLocationReferencingDataset",
      id: "{20D1F656-14BA-44CB-9A60-58D2D44F7A83}",
      forward: "Spatially Manages Feature Class",
      backward: "Participates In Location Referencing Dataset",
      origin: "Location Referencing Dataset", destination: "Feature Class"),
    .init(
      name: "TableInLocationReferencingDataset", id: "{6EEDDDCE-64F9-4549-BAAD-F05A36C205ED}",
      forward: "Manages Table", backward: "Participates In Location Referencing Dataset",
      origin: "Location Referencing Dataset", destination: "Table"),
  ]

  /// The ID of a kind of item; the zero ID if there is no such kind.
  static func id(of name: String) -> String {
    all.first { $0.name == name }?.id ?? "{00000000-0000-0000-0000-000000000000}"
  }

  /// The ID of a kind of relationship.
  static func id(ofRelationship name: String) -> String {
    relationships.first { $0.name == name }?.id ?? id(of: "")
  }
}
