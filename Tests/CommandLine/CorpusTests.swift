import ForceLabTestSupport
import Foundation
import Synchronization
import Testing

/// `forcelab corpus get` from a server that does what servers should not.
@Suite struct CorpusTests {
  private let place: Workplace
  private let graph: Data

  init() throws {
    place = try Workplace(hasOwnHome: true)
    let ended = try place.shell(
      "for i in $(seq 4000); do echo $i $((i * 7919 % 4001)); done | gzip > ring.txt.gz")
    #expect(ended.status == 0, "\(ended.error)")
    graph = try Data(contentsOf: place.folder.appendingPathComponent("ring.txt.gz"))
  }

  private static let cache = ".cache/forcelab/corpora"

  /// Fetches `path` of `server` as the graph `ring` of a collection with a file for each graph.
  private func get(_ path: String, of server: HostileServer) throws -> Ending {
    try forcelab("corpus get snap ring --url http://127.0.0.1:\(server.port)/\(path)")
  }

  @Test func theCaseOfASchemeDoesNotMatter() throws {
    let ending = try forcelab("corpus get snap ring --url HTTP://127.0.0.1:1/ring.txt.gz")
    #expect(ending.status == 1 && !ending.error.contains("is not an address"), "\(ending.error)")
  }

  /// With the cache in the home folder.
  private func forcelab(_ arguments: String) throws -> Ending {
    try place.shell("unset XDG_CACHE_HOME http_proxy; exec \"$FORCELAB\" \(arguments)")
  }

  /// The files that have been kept, of any kind.
  private func kept() throws -> [String] {
    let ended = try place.shell("cd \(Self.cache) 2>/dev/null && find . -type f | sort")
    return ended.output.split(separator: "\n").map { String($0.dropFirst(2)) }
  }

  private func answer(_ body: Data, length: Int? = nil, code: Int = 200, _ headers: String = "")
    -> Data
  {
    Data(
      "HTTP/1.1 \(code) X\r\nContent-Length: \(length ?? body.count)\r\nConnection: close\r\n\(headers)\r\n"
        .utf8) + body
  }

  @Test func aFetchedCollectionIsACorpus() throws {
    let server = try HostileServer { [graph, answer] request in
      request.contains("GET /moved")
        ? answer(Data(), nil, 302, "Location: /ring.txt.gz\r\n") : answer(graph, nil, 200, "")
    }
    let ended = try get("moved", of: server)
    #expect(ended.status == 0, "\(ended.error)")
    #expect(
      ended.output.contains("ring.txt.gz: 1 graph, SHA-256 ")
        && ended.output.contains("Cite: J. Leskovec"))
    #expect(try kept() == ["snap/corpus.yaml", "snap/ring.txt.gz"])
    let shown = try forcelab("corpus show snap")
    #expect(shown.output.contains("1 graph:") && shown.output.contains("4000"))
    try place.write("name: e\ngraph: {corpus: snap}\nstop: {iterations: 1}\n", to: "e.yaml")
    try place.write("A folder of this name is no graph.", to: "snap/notes.txt")
    let planned = try forcelab("run e.yaml --out out --quiet")
    #expect(planned.status == 0, "\(planned.error)")
    #expect(try place.text(of: "out/trials.csv").contains("ring"))
    #expect(try place.text(of: "out/environment.json").contains("snap: J. Leskovec, A. Krevl: "))
    #expect(try place.forcelab("report", "out").status == 0)
    #expect(try place.text(of: "out/report.html").contains("snap: J. Leskovec, A. Krevl: "))
    // No file of the run names the folder of the user, not even as escaped JSON.
    let named = try place.shell("grep -rlE 'cache.{1,2}forcelab' out || true")
    #expect(named.output == "")
    _ = try place.shell("truncate -s 999 \(Self.cache)/snap/ring.txt.gz")
    expectRefusal(
      try forcelab("validate e.yaml"),
      "ring.txt.gz: error: the compressed file is truncated; ",
      "run `forcelab corpus get snap` again with --fresh")
  }

  @Test func aMissingCollectionSaysHowToFetchIt() throws {
    try place.write("name: e\ngraph: {corpus: rome}\n", to: "e.yaml")
    let ended = try forcelab("validate e.yaml")
    #expect(
      ended.status == 2 && ended.error.contains("e.yaml:2:17: error: there is no file 'rome'"))
    #expect(ended.error.contains("`forcelab corpus get`"))
    try place.write("0 1\n", to: "rome/a.edges")
    expectRefusal(
      try forcelab("validate e.yaml"),
      "e.yaml:2:17: error: 'rome' is a folder (a pattern such as 'rome/*.mtx' names",
      "`forcelab corpus get`")
  }

  @Test(
    arguments: [
      ("long", "cannot fetch: "), ("short", "not used, because it cannot be read: "),
      ("page", "this is a web page, not a graph"), ("missing", "404"), ("loop", "redirects"),
      ("local", "rotocol"), ("silent", "cannot fetch: "),
      ("other", "not used, because it cannot be read: "),
    ])
  func nothingWrongIsKept(path: String, message: String) throws {
    let server = try HostileServer { [graph, answer] request in
      let half = Data(graph.prefix(graph.count / 2))
      if request.contains("GET /long") { return answer(half, graph.count, 200, "") }
      if request.contains("GET /short") { return answer(half, nil, 200, "") }
      if request.contains("GET /page") {
        return answer(Data("<!DOCTYPE html><p>Log in".utf8), nil, 200, "")
      }
      if request.contains("GET /missing") { return answer(Data(), nil, 404, "") }
      if request.contains("GET /loop") { return answer(Data(), nil, 302, "Location: /loop\r\n") }
      if request.contains("GET /local") {
        return answer(Data(), nil, 302, "Location: file:///etc/passwd\r\n")
      }
      return request.contains("GET /other")
        ? answer(Data(repeating: 0x1F, count: 500), nil, 200, "") : Data()
    }
    let ended = try get(path, of: server)
    #expect(ended.status == 1)
    #expect(ended.error.contains(message), "\(ended.error)")
    #expect(try kept() == [])
  }

  @Test func aFileThatIsMissingIsAnErrorOfTheCommandLine() throws {
    let ended = try forcelab("corpus get snap ring --from none.txt")
    #expect(ended.status == 2)
    #expect(ended.error.contains("none.txt: error: no such file"), "\(ended.error)")
    #expect(try kept() == [])
  }

  @Test func whatIsCutOffContinuesIfTheFileIsTheSame() throws {
    let tag = "ETag: \"1\"\r\n"
    let server = try HostileServer { [graph, answer] request in
      guard request.contains("If-Range: \"1\""), request.contains("Range: bytes=") else {
        return answer(Data(graph.prefix(1000)), graph.count, 200, tag)
      }
      let rest = Data(graph.dropFirst(1000))
      return answer(
        rest, nil, 206, tag + "Content-Range: bytes 1000-\(graph.count - 1)/\(graph.count)\r\n")
    }
    let ended = try get("ring", of: server)
    #expect(ended.status == 0, "\(ended.error)")
    #expect(
      try Data(contentsOf: place.folder.appendingPathComponent(Self.cache + "/snap/ring.txt.gz"))
        == graph)
    #expect(server.requests == 2)
  }

  @Test func aFileThatHasChangedBeginsAgain() throws {
    let server = try HostileServer { [graph, answer] request in
      request.contains("Range: bytes=")
        ? answer(graph, nil, 200, "ETag: \"2\"\r\n")
        : answer(Data(repeating: 0x78, count: 1000), graph.count, 200, "ETag: \"1\"\r\n")
    }
    // Each second request is a whole answer, which curl does not add to the part.
    let ended = try get("ring", of: server)
    #expect(ended.status == 1)
    #expect(try kept().allSatisfy { !$0.hasSuffix("ring.txt.gz") })
  }
}

/// Answers each request with what `answer` gives for its head, and closes the connection.
private final class HostileServer: Sendable {
  let port: UInt16
  private let listener: CInt
  private let count = Atomic(0)

  struct Failure: Error {}

  var requests: Int { count.load(ordering: .sequentiallyConsistent) }

  init(_ answer: @escaping @Sendable (String) -> Data) throws {
    #if os(Linux)
      let listener = socket(AF_INET, CInt(SOCK_STREAM.rawValue), 0)
    #else
      let listener = socket(AF_INET, SOCK_STREAM, 0)
    #endif
    self.listener = listener
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let status = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener, $0, size) == 0 && listen(listener, 8) == 0
          && getsockname(listener, $0, &size) == 0
      }
    }
    guard status else { throw Failure() }
    port = UInt16(bigEndian: address.sin_port)
    Thread { [weak self] in
      while true {
        let connection = accept(listener, nil, nil)
        guard connection >= 0 else { return }
        self?.count.add(1, ordering: .sequentiallyConsistent)
        var head = Data()
        var buffer = [UInt8](repeating: 0, count: 4096)
        while head.range(of: Data("\r\n\r\n".utf8)) == nil {
          let read = recv(connection, &buffer, buffer.count, 0)
          guard read > 0 else { break }
          head += buffer[..<read]
        }
        let bytes = [UInt8](answer(String(decoding: head, as: UTF8.self)))
        var sent = 0
        while sent < bytes.count {
          let part = bytes[sent...].withUnsafeBytes {
            send(connection, $0.baseAddress, $0.count, CInt(MSG_NOSIGNAL))
          }
          guard part > 0 else { break }
          sent += part
        }
        close(connection)
      }
    }.start()
  }

  deinit {
    shutdown(listener, CInt(SHUT_RDWR))
    close(listener)
  }
}
