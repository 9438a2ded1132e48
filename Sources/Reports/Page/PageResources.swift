/// The files that the page is made of, which the build embeds.
enum PageResources {
  static let template = text(PackageResources.report_mustache)
  static let style = text(PackageResources.report_css)
  static let behavior = text(PackageResources.report_js)
  static let player = text(PackageResources.player_js)

  private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}
