import Glibc

/// The variables the process was started with.
package enum EnvironmentValue {
  /// The variable's value as text; nil when it is not set.
  package static func string(_ name: String) -> String? {
    guard let value = unsafe getenv(name) else { return nil }
    return unsafe String(cString: value)
  }
}
