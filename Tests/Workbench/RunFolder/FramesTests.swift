import ForceLabTestSupport
import Foundation
import Testing
import ForceLabWorkbench
import ForceLabSettings

@Suite struct FramesTests {
  @Test func framesRoundTrip() throws {
    let frames = frames(3)
    let again = try Frames(frames.bytes, file: "1.frames")
    #expect(again == frames)
    #expect(again.iterations == [0, 1, 2] && again.nodes == 2 && again.dimensions == 2)
    #expect(Array(again[1]) == [1, 11, 2, 12])
  }

  @Test func theHeaderIsALineOfJSONAndTheRestAreFloats() {
    let bytes = frames(1).bytes
    let header = #"{"dimensions":2,"iterations":[0],"nodes":2}"# + "\n"
    #expect(String(decoding: bytes.prefix(header.utf8.count), as: UTF8.self) == header)
    // 10 as a 32-bit float, little end first, stands second.
    #expect(bytes.count == header.utf8.count + 16)
    #expect(Array(bytes.dropFirst(header.utf8.count + 4).prefix(4)) == [0, 0, 0x20, 0x41])
  }

  @Test func thinningKeepsEverySecondFrame() {
    var frames = frames(5)
    frames.thin()
    #expect(frames.iterations == [0, 2, 4])
    #expect(Array(frames[2]) == [4, 14, 5, 15])
  }

  @Test(arguments: [Double.nan, .infinity, 1e300])
  func dropsFramesThatAreNotFinite(value: Double) {
    var frames = frames(1)
    frames.append([[value, 0], [0, 0]], at: 1)
    #expect(frames.iterations == [0] && frames.coordinates.count == 4)
  }

  @Test(arguments: [
    "", "{}\n", "no frames\n", #"{"dimensions":4,"iterations":[],"nodes":1}"# + "\n",
    #"{"dimensions":2,"iterations":[],"nodes":-1}"# + "\n",
    #"{"dimensions":2,"iterations":[0,1],"nodes":4611686018427387904}"# + "\n",
  ])
  func filesWithAnotherFirstLineAreRejected(text: String) {
    expectError("1.frames:1: error: the first line is none of recorded frames", in: text)
  }

  @Test(arguments: [(2, 2), (1 << 31 - 1, 3), (0, 5), (1, 0)])
  func reportsTruncatedFrames(nodes: Int, count: Int) {
    let header = #"{"dimensions":2,"iterations":\#(Array(0..<count)),"nodes":\#(nodes)}"#
    expectError("1.frames: error: the frames are cut off, or damaged", in: header + "\n123")
  }

  private func expectError(_ beginning: String, in text: String) {
    let error = #expect(throws: Diagnostic.self) {
      try Frames(Data(text.utf8), file: "1.frames")
    }
    #expect(error?.description.hasPrefix(beginning) == true, "\(error?.description ?? "")")
  }

  /// Frames of two nodes: node n is at (iteration + 10 n, iteration + 1 + 10 n).
  private func frames(_ count: Int) -> Frames {
    var frames = Frames(nodes: 2, dimensions: 2)
    for iteration in 0..<count {
      let value = Double(iteration)
      frames.append([[value, value + 10], [value + 1, value + 11]], at: iteration)
    }
    return frames
  }
}
