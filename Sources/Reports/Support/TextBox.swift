import ForceLabSettings

/// What a text or a mark covers in a picture, in px.
struct TextBox {
  let left, top, right, bottom: Double

  var area: Double { (right - left) * (bottom - top) }

  /// The area that both cover.
  func overlap(with other: TextBox) -> Double {
    max(0, min(right, other.right) - max(left, other.left))
      * max(0, min(bottom, other.bottom) - max(top, other.top))
  }
}

extension TextBox {
  /// A line of `text`, of which `part` is left of `x`.
  init(_ text: String, x: Double, top: Double, part: Double, font: Double) {
    let width = text.estimatedWidth * font
    self.init(
      left: x - part * width, top: top, right: x + (1 - part) * width, bottom: top + font)
  }
}
