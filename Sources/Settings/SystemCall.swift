import Foundation

/// The kinds of calls of the operating system that the program makes on files and processes.
///
/// All of them pass through `system` or `transfer`, so that a test can make each of them fail. They are
/// in this module because the readers of experiments and graphs need them, too.
package enum SystemCall: String, CaseIterable, Sendable {
  case open, read, write, synchronize, truncate, rename, remove, makeFolder, list, status, map
  case pipe, start

  package enum Fault: Sendable {
    case error(CInt)
    /// Only some of the bytes are read or written.
    case short
  }

  /// Called before each call if a test has set it, which it must do before anything else runs.
  package nonisolated(unsafe) static var fault: (@Sendable (SystemCall) -> Fault?)?
}

package struct SystemError: Error, CustomStringConvertible {
  package let code: CInt
  package let description: String

  /// The last error of a system call in this thread, or that of `code`.
  package init(_ code: CInt = errno) {
    self.code = code
    description = code == ELOOP ? "it is a symbolic link" : String(cString: strerror(code))
  }

  /// An error that the system has no number for.
  package init(_ description: String) {
    code = 0
    self.description = description
  }
}

/// The result of `body`; an error of the system becomes a `Diagnostic` that begins with `what`, and ends with `advice`.
package func describing<Result>(
  _ what: String, advice: @autoclosure () -> String = "", at location: Location? = nil,
  _ body: () throws(SystemError) -> Result
) throws(Diagnostic) -> Result {
  do throws(SystemError) {
    return try body()
  } catch {
    let advice = advice()
    throw Diagnostic("\(what): \(error)\(advice.isEmpty ? "" : "; \(advice)")", at: location)
  }
}

/// The result of `body`, which is repeated while signals interrupt it. Throws if it is negative.
@discardableResult
package func system<Result: SignedInteger>(
  _ call: SystemCall, _ body: () -> Result
) throws(SystemError) -> Result { try transfer(call, 0) { _ in body() } }

/// The same for a call that reads or writes at most `count` bytes.
private func transfer<Result: SignedInteger>(
  _ call: SystemCall, _ count: Int, _ body: (Int) -> Result
) throws(SystemError) -> Result {
  while true {
    let fault = SystemCall.fault?(call)
    if case .error(let code) = fault {
      errno = code
    } else {
      let result = body(fault == nil ? count : (count + 1) / 2)
      if result >= 0 { return result }
    }
    if errno != EINTR { throw SystemError() }
  }
}

package func writeAll(_ bytes: some Sequence<UInt8>, to descriptor: CInt) throws(SystemError) {
  var rest = Array(bytes)[...]
  while !rest.isEmpty {
    let count = try transfer(.write, rest.count) { count in
      rest.withUnsafeBytes { write(descriptor, $0.baseAddress, count) }
    }
    rest = rest.dropFirst(count)
  }
}

/// The bytes that can be read now, at most `limit`; waits for the first. None at the end of the file.
package func readSome(from descriptor: CInt, limit: Int = 1 << 16) throws(SystemError) -> [UInt8] {
  var failure: SystemError?
  let bytes = [UInt8](unsafeUninitializedCapacity: limit) { buffer, count in
    let start = buffer.baseAddress
    do throws(SystemError) {
      count = try transfer(.read, limit) { read(descriptor, start, $0) }
    } catch {
      failure = error
    }
  }
  if let failure { throw failure }
  return bytes
}

/// The bytes from `descriptor` to the end of the file, at most `limit` + 1; about `size` are expected.
package func readAll(
  from descriptor: CInt, size: Int, limit: Int = .max - 1
) throws(SystemError) -> [UInt8] {
  var bytes: [UInt8] = []
  bytes.reserveCapacity(size)
  while bytes.count <= limit {
    let chunk = max(1 << 16, min(size, 1 << 24))
    let part = try readSome(from: descriptor, limit: min(chunk, limit - bytes.count + 1))
    if part.isEmpty { break }
    bytes += part
  }
  return bytes
}

/// Whether a read would not wait, also at the end of the file.
package func isReadable(_ descriptor: CInt) -> Bool {
  var event = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
  return poll(&event, 1, 0) > 0
}
