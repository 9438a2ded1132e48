import Foundation

/// Why a WebSocket is closed, with the code of RFC 6455, section 7.4.
struct WebSocketCloseError: Error, Equatable {
  let code: UInt16
  let reason: String

  static let byPage = Self(code: 1000, reason: "")
  static let serverEnds = Self(code: 1001, reason: "the server ends")
  static func malformed(_ reason: String) -> Self { Self(code: 1002, reason: reason) }
  static let notText = Self(code: 1003, reason: "only text messages are understood")
  static let notUTF8 = Self(code: 1007, reason: "the message is not UTF-8")
  static let tooMany = Self(code: 1008, reason: "too many messages")
  static let tooLarge = Self(code: 1009, reason: "the message is too large")
}

/// Reads the messages of a page (RFC 6455). A frame that is too long is refused by its header; FlyingFox would read all
/// of it first.
struct WebSocketReader {
  /// The longest message in bytes.
  static let maxMessageBytes = 65_536
  private static let maxFrames = 64

  enum Message: Equatable {
    case text(String)
    case ping([UInt8])
    case close
  }

  private typealias Frame = (isFinal: Bool, operation: UInt8, payload: [UInt8])

  private let socket: BufferedSocket
  /// The frames of a message whose last frame has not come.
  private var parts: [UInt8]?
  private var partCount = 0

  init(_ socket: BufferedSocket) { self.socket = socket }

  /// Throws a `WebSocketCloseError` if the page breaks the protocol, and the errors of the socket.
  mutating func next() async throws -> Message {
    while true {
      let frame = try await frame()
      switch frame.operation {
      case 0x8: return .close
      case 0x9: return .ping(frame.payload)
      case 0xA: continue
      case 0x0:
        guard var whole = parts else {
          throw WebSocketCloseError.malformed("a continuation of nothing")
        }
        whole += frame.payload
        partCount += 1
        guard partCount <= Self.maxFrames else { throw WebSocketCloseError.tooLarge }
        parts = whole
      default:
        guard parts == nil else {
          throw WebSocketCloseError.malformed("a message within a message")
        }
        guard frame.operation == 0x1 else { throw WebSocketCloseError.notText }
        (parts, partCount) = (frame.payload, 1)
      }
      guard frame.isFinal, let whole = parts else { continue }
      parts = nil
      guard let text = String(validating: whole, as: UTF8.self) else {
        throw WebSocketCloseError.notUTF8
      }
      return .text(text)
    }
  }

  private func frame() async throws -> Frame {
    let head = try await socket.read(count: 2)
    let (isFinal, operation) = (head[0] & 0x80 != 0, head[0] & 0x0F)
    guard head[0] & 0x70 == 0 else { throw WebSocketCloseError.malformed("a reserved bit is set") }
    guard [0x0, 0x1, 0x2, 0x8, 0x9, 0xA].contains(operation) else {
      throw WebSocketCloseError.malformed("an unknown kind of frame")
    }
    guard head[1] & 0x80 != 0 else { throw WebSocketCloseError.malformed("a frame without a mask") }
    var length = UInt64(head[1] & 0x7F)
    guard operation < 0x8 || isFinal && length <= 125 else {
      throw WebSocketCloseError.malformed("a long control frame")
    }
    if length >= 126 {
      let bytes = try await socket.read(count: length == 126 ? 2 : 8)
      length = bytes.reduce(0) { $0 << 8 | UInt64($1) }
    }
    // The length is known before anything is kept.
    guard length <= UInt64(Self.maxMessageBytes - (parts?.count ?? 0)) else {
      throw WebSocketCloseError.tooLarge
    }
    let mask = try await socket.read(count: 4)
    var payload = try await socket.read(count: Int(length))
    for index in payload.indices { payload[index] ^= mask[index & 3] }
    return (isFinal, operation, payload)
  }
}

/// The frames that the server sends.
enum WebSocketFrame {
  static func text(_ text: Data) -> Data { message(0x1, text) }
  static func binary(_ data: Data) -> Data { message(0x2, data) }
  static func pong(_ payload: [UInt8]) -> Data { message(0xA, Data(payload)) }

  static func close(_ error: WebSocketCloseError) -> Data {
    var code = error.code.bigEndian
    return message(0x8, Data(bytes: &code, count: 2) + Data(error.reason.utf8))
  }

  private static func message(_ operation: UInt8, _ payload: Data) -> Data {
    var head = Data([0x80 | operation])
    switch payload.count {
    case ...125: head.append(UInt8(payload.count))
    case ...0xFFFF:
      head.append(126)
      withUnsafeBytes(of: UInt16(payload.count).bigEndian) { head.append(contentsOf: $0) }
    default:
      head.append(127)
      withUnsafeBytes(of: UInt64(payload.count).bigEndian) { head.append(contentsOf: $0) }
    }
    return head + payload
  }
}
