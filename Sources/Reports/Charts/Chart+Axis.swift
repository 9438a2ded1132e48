import Foundation
import ForceLabPlugins
import ForceLabWorkbench

/// Axes of columns: what they say, in which unit, and how they are divided.
extension Chart.Axis {
  /// The axis of `column` for `values`, logarithmic where that is asked for and all are above zero;
  /// called by `name` and with `knownUnit` where the column is that of a swept path.
  init(
    of column: String, values: [Double], isLogarithmic: Bool = false, name: String? = nil,
    unit knownUnit: String? = nil
  ) {
    self.column = column
    self.isLogarithmic = isLogarithmic && values.allSatisfy { $0 > 0 }
    let quantity = ColumnQuantity(column)
    let words = name ?? quantity.words
    title = words
    if let seconds = Column.seconds(column) {
      // What is read on the axis is mostly near the middle of it.
      let middle = Spread(values.map { $0.magnitude * seconds })?.median ?? 1
      let unit = TimeUnit(suiting: [middle])
      divisor = unit.seconds / seconds
      title = "\(words) (\(unit.rawValue))"
      return
    }
    var unit = knownUnit ?? quantity.unit
    let greatest = values.map(\.magnitude).max() ?? 0
    if !self.isLogarithmic, greatest >= 100_000 || (greatest > 0 && greatest < 0.001) {
      let thousands = Int((log10(greatest) / 3).rounded(.down))
      divisor = pow(1000, Double(thousands))
      let power = "10" + Self.superscript(3 * thousands)
      unit = unit.isEmpty ? power : "\(power) \(unit)"
    }
    if !unit.isEmpty { title = "\(words) (\(unit))" }
  }

  /// An axis of names.
  init(names: [String], title: String) {
    column = ""
    self.title = title
    self.names = names
    range = -0.5...(Double(names.count) - 0.5)
  }

  /// From where to where the axis goes, in its unit, if `values` are numbers of the column.
  func span(of values: [Double]) -> ClosedRange<Double> {
    if let range { return range.lowerBound / divisor...range.upperBound / divisor }
    let shown = values.filter { !isLogarithmic || $0 > 0 }.map { $0 / divisor }
    guard let low = shown.min(), let high = shown.max() else { return 0...1 }
    if isLogarithmic {
      let room = max(pow(high / low, 0.04), 1.05)
      return low / room...high * room
    }
    guard low < high else {
      let room = low == 0 ? 1 : low.magnitude * 0.1
      return low - room...high + room
    }
    // From zero where that costs little: lengths can then be compared.
    if low >= 0, low < 0.4 * high { return 0...high * 1.04 }
    if high <= 0, high > 0.4 * low { return low * 1.04...0 }
    let room = (high - low) * 0.05
    return low - room...high + room
  }

  /// From the least to the greatest of `values`, in the axis's unit: all colors are used.
  func span(ofCells values: [Double]) -> ClosedRange<Double> {
    guard let least = values.min(), let greatest = values.max(), least < greatest else {
      return span(of: values)
    }
    return least / divisor...greatest / divisor
  }

  /// Where a value of the column lies in `span`, from 0 to 1.
  func part(_ value: Double, of span: ClosedRange<Double>) -> Double {
    let (value, low, high) = (value / divisor, span.lowerBound, span.upperBound)
    guard isLogarithmic else { return (value - low) / (high - low) }
    return log(value / low) / log(high / low)
  }

  /// The places of a logarithmic axis that have a number, and what it says.
  static func logarithmicTicks(in span: ClosedRange<Double>, most: Int = 8) -> [(Double, String)] {
    let (low, high) = (log10(span.lowerBound), log10(span.upperBound))
    let decades = Int(low.rounded(.down))...Int(high.rounded(.up))
    let length = high - low
    let wide = most > 5 ? 2.6 : 1.9
    let steps: [Double] =
      length > wide ? [1] : length > 0.9 ? [1, 2, 5] : [1, 1.5, 2, 3, 4, 5, 7]
    let pace = length > wide ? Int(length / Double(most)) + 1 : 1
    let places = decades.filter { $0.isMultiple(of: pace) }.flatMap { decade in
      steps.map { (decade, $0) }
    }.filter { span.contains($0.1 * pow(10, Double($0.0))) }
    let needPowers = places.contains { !(-3...4).contains($0.0) }
    return places.map { decade, step in
      let value = step * pow(10, Double(decade))
      guard needPowers, decade != 0 else { return (value, plain(value)) }
      let power = "10^{\(decade < 0 ? "−" : "")\(decade.magnitude)}"
      return (value, step == 1 ? power : "\(plain(step))·\(power)")
    }
  }

  /// A number without an exponent, at most seven digits.
  private static func plain(_ value: Double) -> String { String(format: "%.7g", value) }

  private static func superscript(_ number: Int) -> String {
    let digits = Array("⁰¹²³⁴⁵⁶⁷⁸⁹")
    let text = String(number.magnitude).compactMap(\.wholeNumberValue).map { digits[$0] }
    return (number < 0 ? "⁻" : "") + String(text)
  }
}
