import Bytes
import Glibc
import Testing

/// Which failures to read are the machine's, and which say something about the file.
@Suite struct MachineFaultTests {
  @Test(arguments: [
    EIO, ENOMEM, EMFILE, ENFILE, ESTALE, ETIMEDOUT, ENOSPC, EROFS, EDQUOT, EBADMSG, ECONNRESET,
    ENOLINK, EINTR,
  ])
  func `a disk, network or limit that fails is not the file's fault`(code: Int32) {
    #expect(BytesError.notReadable(path: "a", errno: code).isFaultOfTheMachine)
  }

  @Test(arguments: [EACCES, EPERM, ELOOP, ENAMETOOLONG, ENXIO, EINVAL])
  func `a file that nobody may read, or that is none, is the input's fault`(code: Int32) {
    #expect(!BytesError.notReadable(path: "a", errno: code).isFaultOfTheMachine)
  }
}
