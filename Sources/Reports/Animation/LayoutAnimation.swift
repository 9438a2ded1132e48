import ForceLabGraphs
import ForceLabSettings
import ForceLabWorkbench
import Foundation

/// The motion of a trial as a sequence of pictures, which ends with some time at the last one.
struct LayoutAnimation {
  private let sketch: GraphSketch
  private let frames: Frames
  private let title: String
  /// The times of the frames, from 0 to 1.
  private let times: [Double]
  /// The time of the motion, and of the last picture, in s.
  private let seconds: Double
  private let pause = 1.5
  /// What all pictures show.
  private let area: GraphSketch.Frame

  static let defaultSeconds = 8.0

  /// `seconds` is the time of the motion: by default that of a scene of bodies, at most a minute.
  init(_ motion: TrialMotion, title: String, seconds: Double?) {
    (sketch, frames, self.title) = (motion.sketch, motion.frames, title)
    let last = motion.frames.iterations.last ?? 0
    let simulated = sketch.secondsPerIteration.map { min(60, $0 * Double(last)) }
    self.seconds = max(0.1, seconds ?? simulated ?? Self.defaultSeconds)
    times = motion.frames.times(bySteps: sketch.secondsPerIteration != nil)
    area = Self.area(of: sketch, motion.frames, times)
  }

  /// The bounds of the nodes in all frames, or in those after the first fifth of the time if these are far smaller.
  private static func area(
    of sketch: GraphSketch, _ frames: Frames, _ times: [Double]
  ) -> GraphSketch.Frame {
    if frames.dimensions == 2, let frame = sketch.frame { return frame }
    let late = times.indices.filter { times[$0] >= 0.2 || $0 == times.count - 1 }
    let (all, settled) = (bounds(of: frames, times.indices), bounds(of: frames, late))
    guard let all, let settled else { return .init(x: 0, y: 0, width: 1, height: 1) }
    return max(all.width, all.height) > 2.5 * max(settled.width, settled.height) ? settled : all
  }

  /// Nil without a finite position.
  private static func bounds(of frames: Frames, _ chosen: some Sequence<Int>) -> GraphSketch.Frame?
  {
    var (lower, upper) = (SIMD2(repeating: Double.infinity), SIMD2(repeating: -Double.infinity))
    for frame in chosen {
      let flat = Projection(frames.layout(frame))
      for (x, y) in zip(flat.x, flat.y) where x.isFinite && y.isFinite {
        lower = pointwiseMin(lower, SIMD2(x, y))
        upper = pointwiseMax(upper, SIMD2(x, y))
      }
    }
    guard lower.x.isFinite else { return nil }
    return .init(x: lower.x, y: lower.y, width: upper.x - lower.x, height: upper.y - lower.y)
  }

  // MARK: Files

  /// `width` is that of a GIF and an MP4 in px. Throws if a program is missing, or fails.
  func data(as format: AnimationFormat, width: Int) throws(Diagnostic) -> Data {
    switch format {
    case .svg, .html: Data(try svg().utf8)
    case .gif:
      try film(
        width, perSecond: 15,
        [
          "-filter_complex", "split[a][b];[a]palettegen[p];[b][p]paletteuse=dither=none",
          "film.gif",
        ])
    case .mp4:
      // Most players need an even size and these colors.
      try film(
        width, perSecond: 25,
        [
          "-vf", "pad=ceil(iw/2)*2:ceil(ih/2)*2:color=white", "-pix_fmt", "yuv420p", "-movflags",
          "+faststart", "film.mp4",
        ])
    }
  }

  /// Every picture by `rsvg-convert`, then all by ffmpeg.
  private func film(
    _ width: Int, perSecond rate: Int, _ options: [String]
  ) throws(Diagnostic) -> Data {
    for var program in [Program.ffmpeg, .rsvgConvert] where program.path == nil {
      program.alternative = "use --format svg or html, which need no program"
      throw program.isMissing
    }
    let count = max(2, Int((seconds * Double(rate)).rounded()))
    var pictures = Data()
    var last = Data()
    for index in 0..<count {
      let picture = picture(at: Double(index) / Double(count - 1))
      let drawing = LayoutDrawing(picture, title: title, hasLabels: index == count - 1)
      last = try PictureFormat.png.picture(of: drawing.svg, width: width)
      pictures += last
    }
    for _ in 0..<Int(pause * Double(rate)) { pictures += last }
    return try Program.ffmpeg.output(
      ["-loglevel", "error", "-f", "image2pipe", "-framerate", String(rate), "-c:v", "png", "-i"],
      input: pictures, then: options, writing: options.last)
  }

  private static let (minKeys, maxBytes) = (12, 8_000_000)

  /// An SVG that moves by itself, also as an image of a page.
  private func svg() throws(Diagnostic) -> String {
    let corners = (sketch.polygons ?? []).reduce(0) { $0 + $1.count }
    let edgeBytes = sketch.isDirected == true ? 64 : 24
    let bytes =
      1 + 12 * (sketch.polygons == nil ? sketch.nodes : corners) + edgeBytes * sketch.sources.count
    guard Self.maxBytes / bytes >= Self.minKeys else {
      throw Diagnostic(
        "\(counted(sketch.nodes, "node")) and \(counted(sketch.sources.count, "edge")) are too many for an "
          + "animated SVG; use --format mp4 or html", at: nil)
    }
    // The pause repeats the last picture.
    let most = Int(Double(Self.maxBytes / bytes) * seconds / (seconds + pause))
    // Bodies rotate, so each frame counts; layouts move smoothly.
    let wanted = sketch.polygons == nil ? 80 : frames.iterations.count
    let count = max(2, min(most, wanted))
    let moving = (0..<count).map { picture(at: Double($0) / Double(count - 1)) }
    let spacing = seconds / Double(count - 1)
    let last = moving[count - 1]
    let pauses = min(Self.maxBytes / bytes - count, Int((pause / spacing).rounded()))
    let resting = Array(repeating: last, count: max(1, pauses))
    let motion = LayoutDrawing.Motion(
      pictures: moving + resting, seconds: spacing * Double(count + resting.count - 1))
    return LayoutDrawing(last, title: title, motion: motion).svg
  }

  // MARK: Pictures

  private func picture(at part: Double) -> LayoutPicture {
    let next = times.firstIndex { $0 >= part } ?? times.count - 1
    let frame = max(0, next - 1)
    let span = times[next] - times[frame]
    let share = span > 0 ? (part - times[frame]) / span : 1
    let layout = zip(frames.layout(frame), frames.layout(next)).map { from, to in
      zip(from, to).map {
        share == 1 || !$0.isFinite ? $1 : $1.isFinite ? $0 + ($1 - $0) * share : $0
      }
    }
    var picture = LayoutPicture(sketch, layout, size: LayoutDrawing.size, showing: area)
    picture.hiddenEdges = frames.hiddenEdges(at: frames.iterations[share == 1 ? next : frame])
    return picture
  }
}

extension Frames {
  /// A frame as a list of coordinates per axis.
  fileprivate func layout(_ frame: Int) -> [[Double]] {
    (0..<dimensions).map { self[frame].dropFirst($0 * nodes).prefix(nodes).map(Double.init) }
  }

  fileprivate func hiddenEdges(at iteration: Int) -> Set<Int> {
    let present = spans.filter { $0[1] <= iteration && iteration <= $0[2] }.map { $0[0] }
    return Set(spans.map { $0[0] }).subtracting(present)
  }

  /// The share, from 0 to 1, of the whole movement that is over at each frame; 0 if no node moves. A step counts
  /// with the root of the mean distance, because otherwise the first few steps would take all the time.
  var ways: [Double] {
    var ways = [0.0]
    for frame in iterations.indices.dropFirst() {
      let (before, now) = (self[frame - 1], self[frame])
      var sum = 0.0
      for node in 0..<nodes {
        var square = 0.0
        for axis in 0..<dimensions {
          let offset = axis * nodes + node
          square += pow(
            Double(now[now.startIndex + offset] - before[before.startIndex + offset]), 2)
        }
        if square.isFinite { sum += square.squareRoot() }
      }
      ways.append(ways[frame - 1] + (sum / Double(max(1, nodes))).squareRoot())
    }
    let last = ways[ways.count - 1]
    return last > 0 ? ways.map { $0 / last } : ways
  }

  /// When frames are shown, from 0 to 1: evenly, if iterations are steps in time; otherwise in proportion to
  /// the movement, so that it is visible, and a little to the iterations.
  fileprivate func times(bySteps isEven: Bool) -> [Double] {
    let last = Double(max(1, iterations.last ?? 1))
    let even = iterations.map { Double($0) / last }
    let ways = ways
    guard !isEven, ways.last == 1 else { return even }
    return zip(ways, even).map { 0.85 * $0 + 0.15 * $1 }
  }
}
