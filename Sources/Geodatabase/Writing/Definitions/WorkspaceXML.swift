/// Writes the definitions of items that every geodatabase has once.
enum WorkspaceXML {
  /// The workspace. It names no domains, even if there are some.
  static let workspace = XMLText.document("DEWorkspace") { xml in
    xml.add("CatalogPath", "\\")
    xml.add("Name", "")
    xml.add("ChildrenExpanded", false)
    xml.add("WorkspaceType", "esriRemoteDatabaseWorkspace")
    xml.add("WorkspaceFactoryProgID", "")
    xml.add("ConnectionString", "")
    xml.add(raw: "<ConnectionInfo xsi:nil='true'/>")
    xml.add("Domains", type: "ArrayOfDomain") { _ in }
    xml.add("MajorVersion", 3)
    xml.add("MinorVersion", 0)
    xml.add("BugfixVersion", 0)
    xml.add("Realm", "")
    xml.add("User", "Esri_Anonymous")
    xml.add("MaxAttributeRuleID", 0)
  }

  /// The marker of the present in row histories.
  static func historicalMarker(_ created: Int64) -> String {
    XMLText.document("GPHistoricalMarker") { xml in
      xml.add("Name", "DEFAULT")
      xml.add("TimeStamp", XMLTime.text(created), type: "xs:dateTime")
    }
  }
}
