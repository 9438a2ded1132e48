/// How series are told apart: by Okabe and Ito's eight colours, which people with any kind of colour
/// vision tell apart (Color Universal Design, 2008), and for everyone else by dashes and signs too.
enum Palette {
  /// The colours, those that stand out on white first.
  static let colors = [
    "#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000", "#F0E442",
  ]
  /// The dashes, as gnuplot names them.
  static let dashes = [
    "solid", "'-'", "'.'", "'-.'", "solid", "'_'", "'..-'", "'_.'",
  ]
  /// The signs of points, by gnuplot's numbers: full ones first, which are seen when small.
  static let signs = [7, 5, 9, 13, 11, 6, 4, 8]
  /// Colours of a scale from little to much, of even steps in lightness: cividis (Nuñez, Anderton and
  /// Renslow 2018).
  static let scale = [
    "#00224E", "#123570", "#3B496C", "#575D6D", "#707173", "#8A8678", "#A59C74", "#C3B369",
    "#E1CC55", "#FEE838",
  ]
}
