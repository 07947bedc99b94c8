import Bytes

/// Sends requests with the program `curl`, so that proxies and certificates are those that its
/// environment names (`https_proxy`, `no_proxy`, `CURL_CA_BUNDLE`, `SSL_CERT_FILE`).
///
/// Addresses, forms and headers go through its standard input, because all users of a machine can
/// read the arguments of its programs.
package struct CurlTransport: Transport {
  private let program: String
  private let agent: String

  /// The most bytes that curl may print about its transfers.
  private static let reportLimit = 16 << 20

  /// Finds `curl` in `PATH`.
  ///
  /// - Parameter agent: how the program calls itself in requests.
  /// - Throws: `ServicesError.noCurl`.
  package init(agent: String) throws(ServicesError) {
    guard let program = ChildProgram.find("curl") else { throw .noCurl }
    self.program = program
    self.agent = agent
  }

  package func send(_ requests: [WebRequest]) async throws -> [Result<WebAnswer, WebFailure>] {
    guard !requests.isEmpty else { return [] }
    // For an empty body, curl writes no file.
    for request in requests { WorkFolder.discard(request.output) }
    let outcome = try ChildProgram.run(
      program, arguments: ["--disable", "--config", "-"],
      input: CurlConfiguration(agent: agent).text(for: requests), outputLimit: Self.reportLimit
    ) {
      requests.allSatisfy { WorkFolder.size(of: $0.output) <= $0.sizeLimit }
    }
    let lines = CurlReport.lines(outcome.output, count: requests.count)
    return try zip(requests, lines).map { request, line in
      if WorkFolder.size(of: request.output) > request.sizeLimit {
        return .failure(.tooLarge(limit: request.sizeLimit))
      }
      guard let line else {
        if try isTooOld() { throw ServicesError.curlUnusable }
        return .failure(.passing("curl ended with status \(outcome.status)"))
      }
      return try line.result(
        of: request, headers: CurlConfiguration.headerPath(ofOutput: request.output))
    }
  }
}

extension CurlTransport {
  /// Whether curl is older than version 7.75, and can't say how each of several transfers ended.
  private func isTooOld() throws -> Bool {
    let outcome = try ChildProgram.run(
      program, arguments: ["--version"], input: [], outputLimit: Self.reportLimit
    ) { true }
    let words = outcome.output.split(separator: 0x20, maxSplits: 2)
    guard words.count > 1, words[0].elementsEqual("curl".utf8) else { return false }
    let numbers = words[1].split(separator: 0x2E).map { Int(String(decoding: $0, as: UTF8.self)) }
    guard numbers.count > 1, let first = numbers[0], let second = numbers[1] else { return false }
    return (first, second) < (7, 75)
  }
}

/// The configuration that curl reads from its standard input.
struct CurlConfiguration {
  let agent: String

  /// The most transfers at the same time: polite to a server that people work with.
  private static let parallel = 4
  /// Seconds until a connection must stand.
  private static let connecting = 30
  /// A transfer that brings fewer bytes a second for so many seconds has failed. Some servers that
  /// hang still send a byte now and then.
  private static let (slowest, stalling) = (100, 60)
  /// The most seconds of a transfer.
  private static let longest = 1_800

  func text(for requests: [WebRequest]) -> [UInt8] {
    var lines = ["parallel", "parallel-max = \(Self.parallel)", "silent"]
    for (index, request) in requests.enumerated() {
      if index > 0 { lines.append("next") }
      lines += self.lines(for: request, index: index)
    }
    return Array((lines.joined(separator: "\n") + "\n").utf8)
  }

  /// Where curl writes the header of an answer.
  static func headerPath(ofOutput output: String) -> String { output + ".header" }

  private func lines(for request: WebRequest, index: Int) -> [String] {
    var lines = [
      "url = \(Self.quoted(request.address.text))", "output = \(Self.quoted(request.output))",
      "dump-header = \(Self.quoted(Self.headerPath(ofOutput: request.output)))",
      "write-out = \"\(CurlReport.format(index))\"", "suppress-connect-headers",
      "proto = \"=http,https\"", "globoff", "compressed", "user-agent = \(Self.quoted(agent))",
      "connect-timeout = \(Self.connecting)", "speed-time = \(Self.stalling)",
      "speed-limit = \(Self.slowest)", "max-time = \(Self.longest)",
      "max-filesize = \(request.sizeLimit)",
    ]
    // Nobody can read what stays on this machine, but a proxy could.
    if request.address.isPrivate, !request.address.isEncrypted { lines.append("noproxy = \"*\"") }
    for header in request.headers {
      lines.append("header = \(Self.quoted("\(header.name): \(header.value)"))")
    }
    if let form = request.form { lines.append("data = \(Self.quoted(form))") }
    if let upload = request.upload {
      // Without Expect, curl doesn't wait for servers that never say whether they want the body.
      lines += [
        "data-binary = \(Self.quoted("@" + upload.path))", "header = \"Expect:\"",
        "header = \(Self.quoted("Content-Type: " + upload.contentType))",
      ]
    }
    return lines
  }

  /// A value in quotes, as curl(1) describes them at `--config`.
  private static func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": quoted.unicodeScalars += ["\\", scalar]
      case "\n": quoted += "\\n"
      case "\r": quoted += "\\r"
      case "\t": quoted += "\\t"
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }
}

/// What curl prints about one transfer: `INDEX EXITCODE STATUS PROXYSTATUS REDIRECTION`, a tab, and
/// its own words about a failure.
struct CurlReport {
  let exitCode: Int
  let status: Int
  /// The status with which a proxy answers before it connects; 0 without a proxy.
  let proxyStatus: Int
  let redirection: String?
  let words: String

  /// The line as curl's configuration describes it.
  static func format(_ index: Int) -> String {
    "\(index) %{exitcode} %{http_code} %{http_connect} %{redirect_url}\\t%{errormsg}\\n"
  }

  /// The reports in the order of the requests; nil for those that are missing.
  static func lines(_ output: [UInt8], count: Int) -> [CurlReport?] {
    var reports = [CurlReport?](repeating: nil, count: count)
    for line in output.split(separator: 0x0A) {
      let halves = line.split(separator: 0x09, maxSplits: 1)
      let words = (halves.first ?? []).split(separator: 0x20)
        .map { String(decoding: $0, as: UTF8.self) }
      guard words.count >= 4, let index = Int(words[0]), reports.indices.contains(index),
        let exitCode = Int(words[1]), let status = Int(words[2])
      else { continue }
      reports[index] = CurlReport(
        exitCode: exitCode, status: status, proxyStatus: Int(words[3]) ?? 0,
        redirection: words.count > 4 ? words[4] : nil,
        words: halves.count > 1 ? String(decoding: halves[1], as: UTF8.self) : "")
    }
    return reports
  }

  /// The result of a request, by curl's exit code (curl(1), EXIT CODES).
  func result(of request: WebRequest, headers: String) throws -> Result<WebAnswer, WebFailure> {
    let reason = words.isEmpty ? "curl \(exitCode)" : words
    if let failure = proxyFailure { return .failure(failure) }
    switch exitCode {
    case 0:
      return .success(
        WebAnswer(
          status: status, redirection: redirection, retryAfter: Self.retryAfter(in: headers)))
    case 23: throw BytesError.noSpace(path: request.output)
    case 63: return .failure(.tooLarge(limit: request.sizeLimit))
    case 5: return .failure(.noAddress("the name of the proxy can't be resolved"))
    case 6: return .failure(.noAddress("the host's name can't be resolved"))
    case 7: return .failure(.passing("the server, or the proxy before it, can't be reached"))
    case 28: return .failure(.passing("the server took too long"))
    case 18, 52, 56, 92: return .failure(.passing("the connection broke"))
    case 51, 53, 54, 58, 59, 60, 66, 77, 80, 82, 83, 90, 91:
      return .failure(.lasting("its certificate can't be checked (\(reason))"))
    case 1, 3, 4: return .failure(.lasting("curl can't use this address (curl \(exitCode))"))
    default: return .failure(.passing("the transfer failed (\(reason))"))
    }
  }

  /// Why a proxy didn't pass the request on; nil if it did, or if there is none.
  private var proxyFailure: WebFailure? {
    let status = status == 407 ? status : exitCode == 0 ? 0 : proxyStatus
    switch status {
    case 429, 500...: return .passing("the proxy answers with status \(status)")
    case 400...: return .proxy(status: status)
    default: return nil
    }
  }

  /// The longest header to read, in bytes.
  private static let longestHeader = 1 << 20

  /// The seconds of `Retry-After` in a saved header; nil without one, or if it is a date.
  private static func retryAfter(in path: String) -> Int? {
    guard let file = try? InputFile(path: path), file.size <= longestHeader,
      let bytes = try? file.read(at: 0, count: file.size)
    else { return nil }
    for line in String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline) {
      let parts = line.split(separator: ":", maxSplits: 1)
      guard parts.count == 2, parts[0].lowercased() == "retry-after" else { continue }
      return Int(parts[1].drop { $0 == " " })
    }
    return nil
  }
}
