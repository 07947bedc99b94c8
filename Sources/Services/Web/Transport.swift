/// One request to a server.
package struct WebRequest: Sendable, Equatable {
  /// A line of the request's header. It may be secret.
  package struct Header: Sendable, Equatable {
    /// The name, without its colon.
    package let name: String
    /// The value.
    package let value: String

    /// A line from its parts.
    package init(name: String, value: String) {
      (self.name, self.value) = (name, value)
    }
  }

  /// A body to send with POST, in a file because it can be large.
  package struct Upload: Sendable, Equatable {
    /// The path of the file.
    package let path: String
    /// Its type, such as `multipart/form-data; boundary=…`.
    package let contentType: String

    /// A body from its parts.
    package init(path: String, contentType: String) {
      (self.path, self.contentType) = (path, contentType)
    }
  }

  /// Where to send it, with its query.
  package let address: WebAddress
  /// The form to send with POST; nil for GET.
  package let form: String?
  /// The body to send with POST, instead of a form.
  package let upload: Upload?
  /// Lines of the header besides the usual ones.
  package let headers: [Header]
  /// The file to write the answer's body to. It replaces an older file.
  package let output: String
  /// The largest body, in bytes.
  package let sizeLimit: Int

  /// A request from its parts.
  package init(
    _ address: WebAddress, form: String? = nil, upload: Upload? = nil, headers: [Header] = [],
    output: String, sizeLimit: Int
  ) {
    self.address = address
    self.form = form
    self.upload = upload
    self.headers = headers
    self.output = output
    self.sizeLimit = sizeLimit
  }
}

/// What came back for a request. The body is in the request's file.
package struct WebAnswer: Sendable, Equatable {
  /// The HTTP status.
  package let status: Int
  /// The address that a redirection names.
  package let redirection: String?
  /// The seconds to wait that `Retry-After` asks for.
  package let retryAfter: Int?

  /// An answer from its parts.
  package init(status: Int, redirection: String? = nil, retryAfter: Int? = nil) {
    self.status = status
    self.redirection = redirection
    self.retryAfter = retryAfter
  }
}

/// Why no whole answer came back.
package enum WebFailure: Error, Sendable, Equatable {
  /// The network or server failed in a way that may pass: no connection, a cut, a time limit.
  case passing(String)
  /// The name of the host or of a proxy can't be resolved.
  case noAddress(String)
  /// A proxy refuses to pass the request on.
  case proxy(status: Int)
  /// The server can't be trusted, or speaks in a way that the program doesn't understand.
  case lasting(String)
  /// The body is larger than its limit.
  case tooLarge(limit: Int)
}

/// Sends requests over the network. It never follows redirections, because a header can be secret.
package protocol Transport: Sendable {
  /// Sends requests, a few at the same time. Returns a result for each, in order.
  ///
  /// - Throws: `ServicesError` if no request can be sent, and errors of writing.
  func send(_ requests: [WebRequest]) async throws -> [Result<WebAnswer, WebFailure>]
}
