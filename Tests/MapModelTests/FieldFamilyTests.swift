import MapModel
import Testing

struct FieldFamilyTests {
  @Test(arguments: FieldType.allCases)
  func `only numbers have limits, and doubles have none`(type: FieldType) {
    #expect((type.limits != nil) == (type.isNumeric && type != .double))
  }

  @Test func `people see what they can read and did not get from the service`() {
    let shown = FieldType.allCases.filter(\.isForPeople)
    #expect(
      shown == [
        .smallInteger, .integer, .bigInteger, .single, .double, .string, .date, .dateOnly,
        .timeOnly, .timestampOffset, .guid,
      ])
  }

  @Test func `every family has a type`() {
    #expect(Set(FieldType.allCases.map(\.family)) == Set(FieldFamily.allCases))
  }
}
