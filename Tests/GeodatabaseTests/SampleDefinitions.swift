/// The XML definitions of the sample geodatabase, and its service description.
enum SampleDefinitions {
  private static func field(_ name: String, type: String, more: String = "") -> String {
    "<GPFieldInfoEx><Name>\(name)</Name><FieldType>esriFieldType\(type)</FieldType>\(more)"
      + "</GPFieldInfoEx>"
  }

  private static func reference(
    _ code: Int, x: Double, y: Double, units: Double, z: String = ""
  ) -> String {
    "<SpatialReference><XOrigin>\(x)</XOrigin><YOrigin>\(y)</YOrigin><XYScale>\(units)</XYScale>"
      + "\(z)<WKID>\(code)</WKID></SpatialReference>"
  }

  static let material = """
    <?xml version='1.0'?><GPCodedValueDomain2 xmlns:xs='urn:x'><DomainName>Material</DomainName>\
    <FieldType>esriFieldTypeString</FieldType><CodedValues><CodedValue><Name>Oak &amp; elm</Name>\
    <Code xsi:type='xs:string'>oak</Code></CodedValue><CodedValue><Name>Iron</Name>\
    <Code xsi:type='xs:string'>iron</Code></CodedValue></CodedValues></GPCodedValueDomain2>
    """

  static let seats = """
    <GPRangeDomain2><DomainName>SeatCount</DomainName>\
    <FieldType>esriFieldTypeSmallInteger</FieldType><MaxValue xsi:type='xs:short'>6</MaxValue>\
    <MinValue xsi:type='xs:short'>1</MinValue></GPRangeDomain2>
    """

  static let benches =
    "<DEFeatureClassInfo><Name>main.Benches</Name><OIDFieldName>OBJECTID</OIDFieldName>"
    + "<GPFieldInfoExs>"
    + field("main.Benches.OBJECTID", type: "OID", more: "<IsNullable>false</IsNullable>")
    + field("Name", type: "String", more: "<AliasName>What people call it</AliasName>")
    + field("Kind", type: "SmallInteger")
    + field("Material", type: "String", more: "<DomainName>Material</DomainName>")
    + field("Seats", type: "SmallInteger", more: "<DomainName>SeatCount</DomainName>")
    + field("Placed", type: "Date")
    + field(
      "GlobalID", type: "GlobalID", more: "<IsNullable>false</IsNullable><Editable>false</Editable>"
    )
    + field("created_user", type: "String") + field("SHAPE", type: "Geometry") + "</GPFieldInfoExs>"
    + "<AliasName>City benches</AliasName><GlobalIDFieldName>GlobalID</GlobalIDFieldName>"
    + "<EditorTrackingEnabled>true</EditorTrackingEnabled>"
    + "<CreatorFieldName>created_user</CreatorFieldName><EditorFieldName></EditorFieldName>"
    + "<SubtypeFieldName>Kind</SubtypeFieldName><Subtypes><Subtype>"
    + "<SubtypeName>Bench</SubtypeName><SubtypeCode>1</SubtypeCode></Subtype><Subtype>"
    + "<SubtypeName>Table</SubtypeName><SubtypeCode>2</SubtypeCode><FieldInfos>"
    + "<SubtypeFieldInfo><FieldName>Seats</FieldName><DomainName></DomainName>"
    + "</SubtypeFieldInfo></FieldInfos></Subtype></Subtypes>"
    + "<ShapeType>esriGeometryPoint</ShapeType><ShapeFieldName>SHAPE</ShapeFieldName>"
    + "<HasM>false</HasM><HasZ>true</HasZ>"
    + reference(
      4326, x: -400, y: -400, units: 1_000, z: "<ZOrigin>-100</ZOrigin><ZScale>10</ZScale>")
    + "</DEFeatureClassInfo>"

  static let inspections =
    "<DETableInfo><Name>main.Inspections</Name><OIDFieldName>OBJECTID</OIDFieldName>"
    + "<GPFieldInfoExs>" + field("OBJECTID", type: "OID") + field("Note", type: "String")
    + field("BenchID", type: "GUID") + field("GlobalID", type: "GlobalID") + "</GPFieldInfoExs>"
    + "<GlobalIDFieldName>GlobalID</GlobalIDFieldName></DETableInfo>"

  static let paths =
    "<DEFeatureClassInfo><OIDFieldName>FID</OIDFieldName><GPFieldInfoExs>"
    + field("FID", type: "OID") + field("Shape", type: "Geometry")
    + field("st_length(Shape)", type: "Double") + "</GPFieldInfoExs>"
    + "<ShapeType>esriGeometryPolyline</ShapeType><ShapeFieldName>Shape</ShapeFieldName>"
    + "<HasM>true</HasM><HasZ>false</HasZ></DEFeatureClassInfo>"

  static let parks =
    "<DEFeatureClassInfo><OIDFieldName>OBJECTID</OIDFieldName><GPFieldInfoExs>"
    + field("OBJECTID", type: "OID") + field("NAME", type: "String") + "</GPFieldInfoExs>"
    + "<ShapeType>esriGeometryPolygon</ShapeType><ShapeFieldName>SHAPE</ShapeFieldName>"
    + "<HasM>false</HasM><HasZ>false</HasZ>"
    + reference(102_100, x: -20_037_700, y: -30_241_100, units: 10_000) + "</DEFeatureClassInfo>"

  static let parksService = """
    {"id":4,"name":"Parks of the city","type":"Feature Layer","objectIdField":"OBJECTID",\
    "definitionExpression":"OBJECTID > 100","relationships":[],\
    "fields":[{"name":"OBJECTID","type":"esriFieldTypeOID","alias":"Number"},\
    {"name":"NAME","type":"esriFieldTypeString","alias":"Park","length":30,"domain":null},\
    {"name":"Shape__Area","type":"esriFieldTypeDouble","alias":"Area"}],\
    "drawingInfo":{"renderer":{"type":"simple","symbol":{"type":"esriSFS",\
    "style":"esriSFSSolid","color":[0,128,0,255]}}},"capabilities":"Query"}
    """

  static func relationship(
    from origin: String, to destination: String, foreignKey: String, more: String
  ) -> String {
    "<DERelationshipClassInfo><Cardinality>esriRelCardinalityOneToMany</Cardinality>"
      + "<OriginClassNames><Name>main.\(origin)</Name></OriginClassNames>"
      + "<DestinationClassNames><Name>main.\(destination)</Name></DestinationClassNames>"
      + "<OriginClassKeys><RelationshipClassKey><ObjectKeyName>GlobalID</ObjectKeyName>"
      + "<KeyRole>esriRelKeyRoleOriginPrimary</KeyRole></RelationshipClassKey>"
      + "<RelationshipClassKey><ObjectKeyName>\(foreignKey)</ObjectKeyName>"
      + "<KeyRole>esriRelKeyRoleOriginForeign</KeyRole></RelationshipClassKey>"
      + "</OriginClassKeys><IsComposite>true</IsComposite>\(more)</DERelationshipClassInfo>"
  }

  static let relationship = relationship(
    from: "Benches", to: "Inspections", foreignKey: "BenchID",
    more: "<ForwardPathLabel>inspections</ForwardPathLabel>")

  static let attachments = relationship(
    from: "Benches", to: "Benches__ATTACH", foreignKey: "REL_GLOBALID",
    more: "<IsAttachmentRelationship>true</IsAttachmentRelationship>")
}
