import FeatureData
import MapModel
import OrderedJSON
import Records
import Testing

struct FieldRulesTests {
  private static let coded = Domain.codedValues(
    name: "Condition",
    values: [
      CodedValue(name: "Good", code: .string("G")), CodedValue(name: "Poor", code: .string("P")),
    ])

  private static let numbered = Domain.codedValues(
    name: "Kind",
    values: [CodedValue(name: "One", code: .number(1)), CodedValue(name: "Two", code: .number(2))])

  /// A field, a value, and the expected code and message.
  private static let cases: [(field: Field, value: SQLValue, code: Int?, message: String)] = [
    (Field(name: "f", type: .string), nil, nil, ""),
    (Field(name: "f", type: .string, isNullable: false), nil, 11_001, "Value must not be empty"),
    (Field(name: "f", type: .string, isNullable: false), "", nil, ""),
    (Field(name: "f", type: .string, length: 3), "äöü", nil, ""),
    (
      Field(name: "f", type: .string, length: 3), "ab🌳", 11_003,
      "Value exceeds maximum field length of 3"
    ),
    (Field(name: "f", type: .string), 7, 11_000, "Value must be of correct type"),
    (Field(name: "f", type: .string, domain: coded), "G", nil, ""),
    (Field(name: "f", type: .string, domain: coded), "g", 11_007, "Value must be within domain"),
    (Field(name: "f", type: .string, domain: coded), nil, nil, ""),
    (Field(name: "f", type: .smallInteger, domain: numbered), 2, nil, ""),
    (Field(name: "f", type: .smallInteger, domain: numbered), .real(1), nil, ""),
    (
      Field(name: "f", type: .smallInteger, domain: numbered), 3, 11_007,
      "Value must be within domain"
    ),
    (Field(name: "f", type: .double, domain: numbered), .real(2), nil, ""),
    (Field(name: "f", type: .integer), .real(1.5), 11_000, "Value must be a whole number"),
    (Field(name: "f", type: .integer), "x", 11_000, "Value must be a number"),
    (
      Field(name: "f", type: .smallInteger), 40_000, 11_002,
      "Enter a number between -32768 and 32767"
    ),
    (
      Field(name: "f", type: .double, domain: .range(name: "r", minimum: 0, maximum: 99.5)),
      .real(99.6), 11_002, "Enter a number between 0 and 99.5"
    ),
    (
      Field(name: "f", type: .date, domain: .range(name: "r", minimum: 0, maximum: 86_400_000)),
      "1970-01-03", 11_002, "Enter a date between 1970-01-01 and 1970-01-02"
    ),
    (Field(name: "f", type: .date), "1970-01-03T00:00:00Z", nil, ""),
    (Field(name: "f", type: .date), "yesterday", 11_000, "Value must be of correct type"),
    (Field(name: "f", type: .guid), "tree", 11_000, "Value must be of correct type"),
    (Field(name: "f", type: .guid), "00000000-0000-4000-8000-000000000001", nil, ""),
    (Field(name: "f", type: .double), .real(.infinity), 11_000, "Value must be a number"),
  ]

  @Test(arguments: cases.indices)
  func `a value is rejected like in the field app`(_ index: Int) {
    let (field, value, code, message) = Self.cases[index]
    let found = FieldRules(fields: [field]).violations([value])
    #expect(found.map(\.code.rawValue) == [code].compactMap(\.self))
    #expect(found.map(\.message) == [message].filter { !$0.isEmpty })
  }

  @Test func `a type of rows has its own domains`() throws {
    var notices = MapNotices()
    let definition = try LayerDefinition(
      json: [
        "name": "Trees", "typeIdField": "kind",
        "fields": [
          ["name": "kind", "type": "esriFieldTypeInteger"],
          [
            "name": "state", "type": "esriFieldTypeString",
            "domain": ["type": "codedValue", "name": "a", "codedValues": [["code": "G"]]],
          ],
        ],
        "types": [
          ["id": 1, "domains": ["state": ["type": "inherited"]]],
          [
            "id": 2,
            "domains": [
              "state": ["type": "codedValue", "name": "b", "codedValues": [["code": "X"]]]
            ],
          ],
        ],
      ], notices: &notices)
    let rules = FieldRules(
      fields: definition.fields, types: definition.types, typeField: definition.typeIDField)
    for (kind, state, isTaken) in [
      (SQLValue.null, "G", true), (1, "G", true), (1, "X", false), (2, "X", true),
      (.real(2), "G", false), (9, "G", true),
    ] {
      #expect(rules.violations([kind, .text(state)]).isEmpty == isTaken)
    }
  }

  @Test func `fields that people can't edit are not checked`() {
    let fields = [
      Field(name: "a", type: .integer, isNullable: false), Field(name: "b", type: .integer),
    ]
    let rules = FieldRules(fields: fields)
    #expect(rules.violations([]) { fields[$0].name == "b" }.isEmpty)
    #expect(rules.violations(["x", "y"]).map(\.field) == ["a", "b"])
  }
}
