import ForceLabSettings

/// How much a parameter matters for the ranks of configurations that are spread evenly over the space.
///
/// The share of their variance that the parameter alone explains is ε² (Kelley, An unbiased correlation ratio measure,
/// 1935): the correlation ratio of the ranks in groups of similar values, without the part that chance explains. Its
/// 95 % interval is from the jackknife over configurations (Efron and Stein, The jackknife estimate of variance, 1981).
public struct ParameterImportance: Encodable, Sendable {
  /// Configurations with similar values.
  public struct Group: Encodable, Sendable {
    /// The value, or “10 to 40”.
    public let value: String
    public let configurations: Int
    /// Their mean rank, from 0, the best, to 1.
    public let rank: Double
  }

  public let parameter: String
  /// From 0 to 1; nil if there are too few configurations.
  public let share, low, high: Double?
  public let groups: [Group]

  /// Ranges are divided into quarters.
  private static let quarters = 4
  private static let minConfigurations = 12

  init(
    _ parameter: String, _ values: [(part: Double, rank: Double)], _ axis: AxisValues,
    _ isWhole: Bool
  ) {
    self.parameter = parameter
    let count: Int
    if case .list(let nodes) = axis { count = nodes.count } else { count = Self.quarters }
    let members = values.map { min(count - 1, Int(clamping: $0.part * Double(count))) }
    func text(_ part: Double) -> String {
      let node = axis.node(at: part, isWhole: isWhole)
      return (node.scalar?.number?.rounded(digits: 3)).map(\.shortText) ?? node.settingText
    }
    groups = (0..<count).compactMap { group in
      let own = zip(members, values).filter { $0.0 == group }.map(\.1)
      guard !own.isEmpty else { return nil }
      let low = Double(group) / Double(count)
      var value = text(low + 0.5 / Double(count))
      if case .range = axis {
        // Whole numbers need not reach the ends of the quarter.
        let ends = isWhole ? own.map(\.part).sorted() : [low, low + 1 / Double(count)]
        value = [text(ends[0]), text(ends[ends.count - 1])].uniqued.joined(separator: " to ")
      }
      return Group(
        value: value, configurations: own.count,
        rank: own.reduce(0) { $0 + $1.rank } / Double(own.count))
    }
    let ranks = values.map(\.rank)
    guard values.count >= max(Self.minConfigurations, 2 * groups.count), groups.count > 1,
      let whole = Self.share(ranks, members)
    else {
      (share, low, high) = (nil, nil, nil)
      return
    }
    let others = ranks.indices.compactMap { index in
      var (ranks, members) = (ranks, members)
      ranks.remove(at: index)
      members.remove(at: index)
      return Self.share(ranks, members)
    }
    let n = Double(others.count)
    let margin = 1.96 * ((n - 1) / n * Self.squares(others)).squareRoot()
    func bounded(_ value: Double) -> Double { min(1, max(0, value)) }
    (share, low, high) = (bounded(whole), bounded(whole - margin), bounded(whole + margin))
  }

  /// ε², negative if groups explain less than chance; nil if all ranks are equal, or no degree of freedom is left.
  private static func share(_ ranks: [Double], _ members: [Int]) -> Double? {
    let groups = Dictionary(grouping: ranks.indices) { members[$0] }.sorted { $0.key < $1.key }
    let within = groups.reduce(0) { sum, group in sum + squares(group.value.map { ranks[$0] }) }
    let (n, k) = (Double(ranks.count), Double(groups.count))
    let all = squares(ranks)
    guard all > 0, n > k else { return nil }
    return 1 - within / (n - k) / (all / (n - 1))
  }

  /// The sum of the squared distances from the mean.
  private static func squares(_ values: [Double]) -> Double {
    let mean = values.reduce(0, +) / Double(values.count)
    return values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
  }
}
