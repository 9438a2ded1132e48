/// A list of numbers, a method, and the exact result that the method must give. The expected values are literals,
/// computed by other programs or by hand from the definition. `forcelab check` uses them.
public struct ReferenceMean: Sendable {
  /// Unique within ``all``.
  public let title: String
  public let values: [Int64]
  public let method: MeanMethod
  public let expected: Int64

  public var actual: Int64 { method.mean(of: values) }
  public var holds: Bool { actual == expected }

  public init(_ title: String, _ values: [Int64], _ method: MeanMethod, expected: Int64) {
    self.title = title
    self.values = values
    self.method = method
    self.expected = expected
  }
}

extension ReferenceMean {
  public static let all: [ReferenceMean] = blog + roundings + edges

  /// The blog's 20 numbers. Their sum is 104431553833601057431, 11 times the range of `Int64`;
  /// their mean is 5221577691680052871.55.
  private static let blog = [
    ReferenceMean(
      "blog's 20 numbers, as given", blogNumbers, .rolling, expected: 5_221_577_691_680_052_740),
    ReferenceMean(
      "blog's 20 numbers, ascending", blogNumbers.sorted(), .rolling,
      expected: 5_221_577_691_680_052_740),
    ReferenceMean(
      "blog's 20 numbers, descending", blogNumbers.sorted(by: >), .rolling,
      expected: 5_221_577_691_680_052_702),
    ReferenceMean(
      "blog's 20 numbers, exactly", blogNumbers, .exact, expected: 5_221_577_691_680_052_872),
  ]

  private static let roundings = [
    ReferenceMean("222.5 rounds up", [222, 223], .exact, expected: 223),
    ReferenceMean("-222.5 rounds down", [-222, -223], .exact, expected: -223),
    ReferenceMean("a third rounds to zero", [0, 0, 1], .exact, expected: 0),
    ReferenceMean("two thirds round to one", [0, 1, 1], .exact, expected: 1),
    ReferenceMean("halves truncate", [222, 223], .rolling, expected: 222),
    ReferenceMean("three ones truncate to zero", [1, 1, 1], .rolling, expected: 0),
  ]

  private static let edges = [
    ReferenceMean("empty, exactly", [], .exact, expected: 0),
    ReferenceMean("empty, rolling", [], .rolling, expected: 0),
    ReferenceMean("one element, exactly", [-7], .exact, expected: -7),
    ReferenceMean("one element, rolling", [-7], .rolling, expected: -7),
    ReferenceMean("least and greatest, exactly", [.min, .max], .exact, expected: -1),
    ReferenceMean("least and greatest, rolling", [.min, .max], .rolling, expected: -1),
    ReferenceMean("three times the least, exactly", [.min, .min, .min], .exact, expected: .min),
    ReferenceMean("three times the least, rolling", [.min, .min, .min], .rolling, expected: .min),
    ReferenceMean("three times the greatest, exactly", [.max, .max, .max], .exact, expected: .max),
    ReferenceMean(
      "three times the greatest, rolling", [.max, .max, .max], .rolling, expected: .max - 3),
  ]

  private static let blogNumbers: [Int64] = [
    2_988_139_172_152_746_883, 4_545_331_521_850_540_616, 5_693_938_727_954_663_282,
    5_884_889_191_787_885_217, 3_111_881_160_526_182_838, 8_720_326_064_806_005_009,
    8_427_311_181_199_404_053, 7_983_003_740_783_657_027, 2_965_909_035_096_967_706,
    1_211_883_882_534_796_072, 5_703_029_716_464_526_164, 8_424_273_336_993_151_821,
    774_296_368_044_414_872, 14_130_533_330_426_236, 2_230_589_047_337_383_318,
    8_337_015_733_785_964_014, 9_153_431_205_551_083_918, 3_249_272_057_022_384_528,
    8_254_667_294_021_634_003, 6_758_234_862_357_239_854,
  ]
}
