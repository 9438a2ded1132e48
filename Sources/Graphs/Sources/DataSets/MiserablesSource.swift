import ForceLabPlugins

public struct MiserablesSource: GraphSource {
  public init() {}

  public static let manual = Manual<Self>(
    "miserables",
    "Les Misérables: 77 characters, 254 edges between those who appear in the same chapter.",
    source: "D. E. Knuth, The Stanford GraphBase, 1993; order and weights of networkx's "
      + "les_miserables_graph(), groups of M. Bostock's miserables.json")

  /// Labels are names, groups are parts of the story, weights are numbers of common chapters.
  public func graph() throws -> Graph {
    let names = Self.names.split(whereSeparator: \.isWhitespace).map(String.init)
    let edges = CompactEdges(Self.edges)
    return try Graph(
      nodeCount: names.count, sources: edges.sources, targets: edges.targets,
      weights: edges.weights, labels: names,
      groups: Self.groups.split(whereSeparator: \.isWhitespace).map(String.init),
      ids: NodeIDs(names))
  }
}

/// The data, in the order of networkx 3.6.1's `les_miserables_graph()`.
extension MiserablesSource {
  private static let names = """
    Napoleon Myriel MlleBaptistine MmeMagloire CountessDeLo Geborand Champtercier Cravatte
    Count OldMan Valjean Labarre Marguerite MmeDeR Isabeau Gervais Listolier Tholomyes Fameuil
    Blacheville Favourite Dahlia Zephine Fantine MmeThenardier Thenardier Cosette Javert
    Fauchelevent Bamatabois Perpetue Simplice Scaufflaire Woman1 Judge Champmathieu Brevet
    Chenildieu Cochepaille Pontmercy Boulatruelle Eponine Anzelma Woman2 MotherInnocent
    Gribier MmeBurgon Jondrette Gavroche Gillenormand Magnon MlleGillenormand MmePontmercy
    MlleVaubois LtGillenormand Marius BaronessT Mabeuf Enjolras Combeferre Prouvaire Feuilly
    Courfeyrac Bahorel Bossuet Joly Grantaire MotherPlutarch Gueulemer Babet Claquesous
    Montparnasse Toussaint Child1 Child2 Brujon MmeHucheloup
    """

  /// The group of each: the part of the story, by the number that d3's example gives it.
  private static let groups = """
    1 1 1 1 1 1 1 1 1 1 2 2 3 2 2 2 3 3 3 3 3 3 3 3 4 4 5 4 0 2 3 2 2 2 2 2 2 2 2 4 6 4 4 5 0
    0 7 7 8 5 5 5 5 5 5 8 5 8 8 8 8 8 8 8 8 8 8 9 4 4 4 4 5 10 10 4 8
    """

  private static let edges = """
    0: 1 1: 2*8 3*10 4 5 6 7 8*2 9 10*5 2: 3*6 10*3 3: 10*3 10: 11 12 13 14 15 23*9 24*7 25*12
    26*31 27*17 28*8 29*2 31*3 32 33*2 34*3 35*3 36*2 37*2 38*2 43*3 44 48 49*2 51*2 55*19
    58*4 64 68 69 70 71 72 12: 23*2 16: 17*4 18*4 19*4 20*3 21*3 22*3 23*3 17: 18*4 19*4 20*3
    21*3 22*3 23*3 26 55 18: 19*4 20*3 21*3 22*3 23*3 19: 20*4 21*3 22*3 23*3 20: 21*5 22*4
    23*4 21: 22*4 23*4 22: 23*4 23: 24*2 25 27*5 29 30 31*2 24: 25*13 26*4 27 41*2 42 50 68 69
    70 25: 26 27*5 39 40 41*3 42*2 48 55*2 68*5 69*6 70*4 71 75*3 26: 27 43 49*3 51*2 54 55*21
    72*2 27: 28 29 31 33 43 48 58*6 68 69*2 70 71 72 28: 44*3 45*2 29: 34*2 35*2 36 37 38 30:
    31*2 34: 35*3 36*2 37*2 38*2 35: 36*2 37*2 38*2 36: 37*2 38*2 37: 38*2 39: 52 55 41: 42*2
    55*5 57 62 68 69 70 71 75 46: 47 48*2 48: 55*4 57 58*7 59*6 60 61*2 62*7 63*5 64*5 65*3 66
    68 69 71 73*2 74*2 75 76 49: 50 51*9 54 55*12 56 51: 52 53 54*2 55*6 54: 55 55: 56 57 58*7
    59*5 61 62*9 63 64*5 65*2 57: 58 59*2 61 62*2 63*2 64 65 67*3 58: 59*15 60*4 61*6 62*17
    63*4 64*10 65*5 66*3 70 76 59: 60*2 61*5 62*13 63*5 64*9 65*5 66 60: 61*2 62*3 63*2 64*2
    65*2 66 61: 62*6 63*3 64*6 65*5 66 62: 63*6 64*12 65*5 66*2 76 63: 64*4 65*5 66 76 64:
    65*7 66*3 76 65: 66*2 76 66: 76 68: 69*6 70*4 71*2 75*3 69: 70*4 71*2 75*3 70: 71*2 75 71:
    75 73: 74*3
    """
}
