import Glibc

/// How many files the process may have open at the same time.
package enum OpenFileLimit {
  /// Raises the limit to the highest that the system allows this process. Many systems start
  /// programs with 1,024, and a merge of a thousand packages needs more.
  package static func raise() {
    var limit = rlimit()
    guard unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0,
      limit.rlim_cur < limit.rlim_max
    else { return }
    limit.rlim_cur = limit.rlim_max
    _ = unsafe setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
  }
}
