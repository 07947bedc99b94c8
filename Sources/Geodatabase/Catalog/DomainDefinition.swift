import FeatureData
import Markup
import OrderedJSON

/// Reads the definition of a domain.
///
/// ```xml
/// <GPCodedValueDomain2><DomainName/><FieldType/><CodedValues>
///   <CodedValue><Name/><Code xsi:type='xs:int'/></CodedValue></CodedValues></GPCodedValueDomain2>
/// <GPRangeDomain2><DomainName/><FieldType/><MaxValue/><MinValue/></GPRangeDomain2>
/// ```
enum DomainDefinition {
  /// The domain as the JSON of a service; nil for other kinds of definition.
  static func json(_ definition: XMLElement) -> (name: String, domain: JSON)? {
    guard let name = definition.text("DomainName") else { return nil }
    if definition["CodedValues"] != nil {
      var values: [JSON] = []
      for value in definition.list("CodedValues") {
        guard let code = value["Code"].flatMap(scalar) else { continue }
        values.append(["name": .string(value.text("Name") ?? ""), "code": code])
      }
      return (
        name, ["type": "codedValue", "name": .string(name), "codedValues": .array(values)]
      )
    }
    guard let minimum = definition["MinValue"].flatMap(scalar),
      let maximum = definition["MaxValue"].flatMap(scalar)
    else { return nil }
    return (name, ["type": "range", "name": .string(name), "range": [minimum, maximum]])
  }

  /// A value by its type: text, a date in milliseconds since 1970, or a number.
  private static func scalar(_ element: XMLElement) -> JSON? {
    switch element.type {
    case "string", nil: .string(element.text)
    case "dateTime": DateText.milliseconds(element.text).map { .number(Int($0)) }
    default: Int(element.text).map { .number($0) } ?? Double(element.text).map { .number($0) }
    }
  }
}
