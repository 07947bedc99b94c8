import Glibc

/// What this machine has.
package enum Machine {
  /// The number of cores that programs may use; at least 1.
  package static var cores: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }

  /// The bytes of memory; 4 GB if unknown.
  package static var memory: Int {
    let (pages, size) = (sysconf(Int32(_SC_PHYS_PAGES)), sysconf(Int32(_SC_PAGESIZE)))
    return pages > 0 && size > 0 ? pages * size : 4 << 30
  }
}
