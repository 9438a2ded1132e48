import ForceLabPages
import ForceLabReports

/// The files of the page. There are no others: nothing is read from the disk.
enum PageFiles {
  static let all: [String: (kind: String, text: String)] = [
    "": ("html", PageFile.livePage.text), "live.css": ("css", PageFile.liveStyle.text),
    "drawing.js": ("javascript", PageScripts.drawing),
    "controls.js": ("javascript", PageFile.liveControlScript.text),
    "live.js": ("javascript", PageFile.liveScript.text),
  ]
}
