/// Splits a sum of forces over charges of both signs into that over the positive and that over the negative ones.
///
/// A few points represent a group of charges of one sign to third order. Of charges that cancel they miss the
/// dipole, which then is the largest part of the field. Two groups of one sign each have no such part.
struct ChargeSigns: Sendable {
  private var storage: LaneStorage?

  /// That over the positive charges and that over the magnitudes of the negative ones, or `sum` alone if all
  /// charges have the same sign. Valid until the next call.
  mutating func parts(of sum: PairSum, count: Int) -> [PairSum] {
    let charges = sum.charges
    var (positive, negative) = (0, 0)
    for node in 0..<count {
      positive &+= charges[node] > 0 ? 1 : 0
      negative &+= charges[node] < 0 ? 1 : 0
    }
    guard sum.quantity == .force, positive > 0, negative > 0 else { return [sum] }
    let lanes = LaneStorage.ensure(&storage, count: count, lanes: 2)
    for node in 0..<count {
      lanes[0][node] = max(charges[node], 0)
      lanes[1][node] = max(-charges[node], 0)
    }
    return [0, 1].map { PairSum(sum.law, .force, charges: lanes[$0]) }
  }
}
