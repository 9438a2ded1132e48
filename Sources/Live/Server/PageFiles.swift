import ForceLabPages
import ForceLabReports
import Foundation

/// The files of the page. There are no others: nothing is read from the disk.
enum PageFiles {
  struct File {
    let bytes: Data
    let type: String

    fileprivate init(_ text: String, _ kind: String) {
      (bytes, type) = (Data(text.utf8), "text/\(kind); charset=utf-8")
    }
  }

  static let all: [String: File] = [
    "": File(PageFile.livePage.text, "html"),
    "live.css": File(PageFile.liveStyle.text, "css"),
    "drawing.js": File(PageScripts.drawing, "javascript"),
    "controls.js": File(PageFile.liveControlScript.text, "javascript"),
    "live.js": File(PageFile.liveScript.text, "javascript"),
  ]
}
