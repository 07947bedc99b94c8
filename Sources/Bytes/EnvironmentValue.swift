import Glibc

/// The environment variables of this process.
package enum EnvironmentValue {
  /// Returns the variable's value as text, or nil when it is not set.
  package static func string(_ name: String) -> String? {
    guard let value = unsafe getenv(name) else { return nil }
    return unsafe String(cString: value)
  }
}
