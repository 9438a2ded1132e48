import ForceLabReports
import Foundation

/// The files of the page. There are no others: nothing is read from the disk.
enum PageFiles {
  struct File {
    let bytes: Data
    let type: String
  }

  static func named(_ name: String) -> File? { files[name] }

  private static let files: [String: File] = [
    "": File(bytes: Data(PackageResources.live_html), type: "text/html; charset=utf-8"),
    "live.css": File(bytes: Data(PackageResources.live_css), type: "text/css; charset=utf-8"),
    "drawing.js": script(Data(PageScripts.drawing.utf8)),
    "controls.js": script(Data(PackageResources.controls_js)),
    "live.js": script(Data(PackageResources.live_js)),
  ]

  private static func script(_ bytes: Data) -> File {
    File(bytes: bytes, type: "text/javascript; charset=utf-8")
  }
}
