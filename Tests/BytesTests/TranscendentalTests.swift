import Bytes
import Foundation
import Testing

@Suite struct TranscendentalTests {
  @Test(arguments: [-0.9, -0.1, 0, 0.3, 0.99])
  func `functions agree with Foundation's`(x: Double) {
    #expect(Transcendental.sin(x) == Foundation.sin(x))
    #expect(Transcendental.cos(x) == Foundation.cos(x))
    #expect(Transcendental.tan(x) == Foundation.tan(x))
    #expect(Transcendental.asin(x) == Foundation.asin(x))
    #expect(Transcendental.acos(x) == Foundation.acos(x))
    #expect(Transcendental.atan(x) == Foundation.atan(x))
    #expect(Transcendental.atan2(x, 2) == Foundation.atan2(x, 2))
    #expect(Transcendental.sinh(x) == Foundation.sinh(x))
    #expect(Transcendental.cosh(x) == Foundation.cosh(x))
    #expect(Transcendental.asinh(x) == Foundation.asinh(x))
    #expect(Transcendental.atanh(x) == Foundation.atanh(x))
    #expect(Transcendental.exp(x) == Foundation.exp(x))
    #expect(Transcendental.log(x + 1) == Foundation.log(x + 1))
    #expect(Transcendental.log10(x + 1) == Foundation.log10(x + 1))
    #expect(Transcendental.pow(2, x) == Foundation.pow(2, x))
    #expect(Transcendental.hypot(x, 3) == Foundation.hypot(x, 3))
  }
}
