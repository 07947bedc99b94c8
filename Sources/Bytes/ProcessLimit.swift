import Glibc

/// Limits that the system sets for this process, such as those of `ulimit`.
package enum ProcessLimit {
  /// How many files the process may open at the same time, once the limit is raised.
  package static var openFiles: Int { highest(RLIMIT_NOFILE, \.rlim_max) }

  /// How many files the process may open at the same time now.
  static var openFilesNow: Int { highest(RLIMIT_NOFILE, \.rlim_cur) }

  /// The bytes of addresses that the process may use. The runtime reserves more than it needs.
  package static var addressSpace: Int { highest(RLIMIT_AS, \.rlim_cur) }

  /// `Int.max` if there is no limit, or if the system does not report it.
  private static func highest(
    _ resource: __rlimit_resource, _ part: KeyPath<rlimit, rlim_t>
  ) -> Int {
    var limit = rlimit()
    guard unsafe getrlimit(__rlimit_resource_t(resource.rawValue), &limit) == 0 else { return .max }
    return Int(clamping: limit[keyPath: part])
  }
}
