import MapModel

/// Writes the definitions of relationship classes.
enum RelationshipXML {
  static func text(
    of relationship: CatalogPlan.PlannedRelationship, item: Int, _ plan: CatalogPlan
  ) -> String {
    let terms = relationship.terms
    return XMLText.document("DERelationshipClassInfo") { xml in
      addHead("main.\(relationship.name)", item: item, to: &xml)
      xml.add("Cardinality", terms.cardinality.rawValue)
      xml.add("Notification", "esriRelNotificationNone")
      xml.add("IsAttributed", false)
      xml.add("IsComposite", terms.isComposite)
      for (list, datasetIndex) in [
        ("OriginClassNames", relationship.origin),
        ("DestinationClassNames", relationship.destination),
      ] {
        xml.add(list, type: "Names") { $0.add("Name", "main.\(plan.entries[datasetIndex].name)") }
      }
      xml.add("KeyType", "esriRelKeyTypeSingle")
      xml.add("ClassKey", "esriRelClassKeyUndefined")
      xml.add("ForwardPathLabel", terms.forwardLabel)
      xml.add("BackwardPathLabel", terms.backwardLabel)
      xml.add("IsReflexive", false)
      xml.add("OriginClassKeys", type: "ArrayOfRelationshipClassKey") { xml in
        addKey(terms.originKey, "esriRelKeyRoleOriginPrimary", to: &xml)
        addKey(terms.destinationKey, "esriRelKeyRoleOriginForeign", to: &xml)
      }
      xml.add("RelationshipRules", type: "ArrayOfRelationshipRule") { _ in }
      xml.add("IsAttachmentRelationship", relationship.isForAttachments)
      xml.add("ChangeTracked", false)
      xml.add("ReplicaTracked", false)
    }
  }

  private static func addHead(_ name: String, item: Int, to xml: inout XMLText) {
    xml.add("CatalogPath", "\\\(name)")
    xml.add("Name", name)
    xml.add("ChildrenExpanded", false)
    xml.add("DatasetType", "esriDTRelationshipClass")
    xml.add("DSID", item)
    xml.add("Versioned", false)
    xml.add("CanVersion", true)
    xml.add("ConfigurationKeyword", "")
    xml.add("RequiredGeodatabaseClientVersion", "10.0")
    xml.add("HasOID", false)
    xml.add("OIDFieldName", "")
    xml.add("GPFieldInfoExs", type: "ArrayOfGPFieldInfoEx") { _ in }
    xml.add("CLSID", "")
    xml.add("EXTCLSID", "")
    xml.add("RelationshipClassNames", type: "Names") { _ in }
    xml.add("AliasName", "")
    DatasetXML.addCommon(to: &xml, globalID: nil, tracking: nil)
  }

  private static func addKey(_ field: String, _ role: String, to xml: inout XMLText) {
    xml.add("RelationshipClassKey", type: "RelationshipClassKey") { xml in
      xml.add("ObjectKeyName", field)
      xml.add("ClassKeyName", "")
      xml.add("KeyRole", role)
    }
  }
}
