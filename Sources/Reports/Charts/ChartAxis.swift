import Foundation
import ForceLabPlugins
import ForceLabWorkbench

extension Chart.Axis {
  /// Logarithmic only if all values are above zero, or all below. Unit and divisor suit the values.
  public init(of column: Column, values: [Double], isLogarithmic: Bool = false) {
    self.init(column: column.name, title: column.title)
    let isNegative = !values.isEmpty && values.allSatisfy { $0 < 0 }
    self.isLogarithmic = isLogarithmic && (isNegative || values.allSatisfy { $0 > 0 })
    var unit = column.unit
    let maximum = values.map(\.magnitude).max() ?? 0
    if let seconds = column.secondsPerUnit {
      let middle = Spread(values.map { $0.magnitude * seconds })?.median ?? 1
      let suitable = TimeUnit(suiting: [middle])
      divisor = suitable.seconds / seconds
      unit = suitable.rawValue
    } else if !self.isLogarithmic, maximum >= 100_000 || (maximum > 0 && maximum < 0.001) {
      let exponent = 3 * Int((log10(maximum) / 3).rounded(.down))
      divisor = pow(10, Double(exponent))
      let power = "10" + Self.superscript(exponent)
      unit = unit.isEmpty ? power : "\(power) \(unit)"
    }
    if isNegative && self.isLogarithmic { divisor = -divisor }
    if !unit.isEmpty { title += " (\(unit))" }
  }

  public init(names: [String], title: String) {
    self.init(column: "", title: title, range: -0.5...(Double(names.count) - 0.5), names: names)
  }

  /// The range of the axis in its unit, for `values` of the column.
  func span(of values: [Double]) -> ClosedRange<Double> {
    if let range { return range.lowerBound / divisor...range.upperBound / divisor }
    let shown = values.map { $0 / divisor }.filter { !isLogarithmic || $0 > 0 }
    guard let low = shown.min(), let high = shown.max() else {
      return isLogarithmic ? 1...10 : 0...1
    }
    if isLogarithmic {
      let room = max(pow(high / low, 0.04), 1.05)
      return low / room...high * room
    }
    guard low < high else {
      let room = low == 0 ? 1 : low.magnitude * 0.1
      return low - room...high + room
    }
    // Start at zero where that costs little room, so that lengths can be compared.
    if low >= 0, low < 0.4 * high { return 0...high * 1.04 }
    if high <= 0, high > 0.4 * low { return low * 1.04...0 }
    let room = (high - low) * 0.05
    return low - room...high + room
  }

  /// The range of `values` in the unit of the axis, so that cells use all colors.
  func span(ofCells values: [Double]) -> ClosedRange<Double> {
    if range != nil { return span(of: values) }
    guard let minimum = values.min(), let maximum = values.max(), minimum < maximum else {
      return span(of: values)
    }
    return minimum / divisor...maximum / divisor
  }

  /// The position of a value of the column in `span`, from 0 to 1.
  func part(_ value: Double, of span: ClosedRange<Double>) -> Double {
    let (value, low, high) = (value / divisor, span.lowerBound, span.upperBound)
    guard isLogarithmic else { return (value - low) / (high - low) }
    let part = log(value / low) / log(high / low)
    return isMirrored ? 1 - part : part
  }

  /// The values of a logarithmic axis that are to have ticks; nil if there are none or too little
  /// room.
  func ticks(in span: ClosedRange<Double>) -> [Double]? {
    let values = Set(labeled.map { $0 / divisor }).sorted()
    let room = log(span.upperBound / span.lowerBound)
    let hasRoom = zip(values.dropFirst(), values).allSatisfy { log($0 / $1) > 0.12 * room }
    return isLogarithmic && values.count > 1 && hasRoom ? values : nil
  }

  private static func superscript(_ number: Int) -> String {
    let digits = Array("⁰¹²³⁴⁵⁶⁷⁸⁹")
    let text = String(number.magnitude).compactMap(\.wholeNumberValue).map { digits[$0] }
    return (number < 0 ? "⁻" : "") + String(text)
  }

  /// Cuts off first iterations that flatten the others. Returns a sentence about it, or nothing.
  mutating func cutBeginning(of points: [Chart.Point]) -> String {
    guard let end = points.map(\.x).max() else { return "" }
    let values = { (points: [Chart.Point]) in
      points.flatMap { [$0.y, $0.low, $0.high].compactMap { $0 } }
    }
    let later = points.filter { $0.x > 0.05 * end }
    let (whole, part) = (span(of: values(points)), span(of: values(later)))
    let length = { (span: ClosedRange<Double>) in span.upperBound - span.lowerBound }
    guard !later.isEmpty, length(part) < length(whole) / 3 else { return "" }
    range = part.lowerBound * divisor...part.upperBound * divisor
    return " The first iterations are outside the axis."
  }
}

extension [Double] {
  /// Whether the values are positive and their ratio is above 20.
  var isWide: Bool {
    guard let minimum = self.min(), let maximum = self.max() else { return false }
    return minimum > 0 && maximum > 20 * minimum
  }

  /// Whether the values, all above zero or all below, grow by factors rather than by steps: by a
  /// constant factor to eight times the smallest, or to twenty times with most values in the lower part
  /// of the range.
  var isGeometric: Bool {
    let sorted = Set(map(\.magnitude)).sorted()
    guard let minimum = sorted.first, let maximum = sorted.last, minimum > 0, sorted.count > 2,
      allSatisfy({ $0 > 0 }) || allSatisfy({ $0 < 0 })
    else { return false }
    let factors = zip(sorted.dropFirst(), sorted).map { $0 / $1 }
    if let factor = factors.first, factors.allSatisfy({ abs($0 / factor - 1) < 0.05 }) {
      return maximum >= 7.9 * minimum
    }
    let middle = quantile(sorted, 0.5)
    // Three values over decades are on a logarithmic axis wherever the middle one is.
    return maximum > 20 * minimum
      && (middle - minimum < 0.4 * (maximum - minimum)
        || (sorted.count == 3 && maximum >= 100 * minimum))
  }
}

extension String {
  var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
