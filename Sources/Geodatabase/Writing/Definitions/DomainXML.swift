import Bytes
import FeatureData
import MapModel
import OrderedJSON

/// Writes the definitions of domains.
enum DomainXML {
  static func text(of domain: CatalogPlan.NamedDomain) -> String {
    switch domain.domain {
    case .codedValues(_, let values):
      XMLText.document("GPCodedValueDomain2") { xml in
        addHead(domain, to: &xml)
        xml.add("CodedValues", type: "ArrayOfCodedValue") { xml in
          for value in values {
            xml.add("CodedValue", type: "CodedValue") { xml in
              xml.add("Name", value.name)
              xml.add("Code", code(value.code, domain.type), type: domain.type.xmlSchemaType)
            }
          }
        }
      }
    case .range(_, let minimum, let maximum):
      XMLText.document("GPRangeDomain2") { xml in
        addHead(domain, to: &xml)
        for (name, limit) in [("MaxValue", maximum), ("MinValue", minimum)] {
          xml.add(name, self.limit(limit, domain.type), type: domain.type.xmlSchemaType)
        }
      }
    case .inherited: ""
    }
  }

  private static func addHead(_ domain: CatalogPlan.NamedDomain, to xml: inout XMLText) {
    xml.add("DomainName", domain.name)
    xml.add("FieldType", domain.type.rawValue)
    xml.add("MergePolicy", "esriMPTDefaultValue")
    xml.add("SplitPolicy", "esriSPTDefaultValue")
    xml.add("Description", "")
    xml.add("Owner", "")
  }

  private static func code(_ code: JSON, _ field: FieldType) -> String {
    guard field == .date, let time = code.int else { return code.scalarText }
    return XMLTime.text(Int64(time))
  }

  private static func limit(_ limit: Double, _ field: FieldType) -> String {
    if field == .date, let time = Int64(exactly: limit) { return XMLTime.text(time) }
    return XMLNumber.text(limit)
  }
}

/// Times in the definitions of a geodatabase, in UTC without a time zone.
enum XMLTime {
  /// `YYYY-MM-DDThh:mm:ss`; the beginning of 1970 for times outside the calendar.
  static func text(_ milliseconds: Int64) -> String {
    var text: [UInt8] = []
    if !DateText.appendDateTime(milliseconds, to: &text) {
      _ = DateText.appendDateTime(0, to: &text)
    }
    return text.span.extracting(0..<min(19, text.count)).repairedString()
  }
}
