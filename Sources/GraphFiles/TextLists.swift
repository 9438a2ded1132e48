import ForceLabPlugins
import ForceLabSettings
import Foundation

extension [String] {
  /// “'a', 'b' and 'c'”.
  var quotedList: String {
    let names = prefix(20).map { "'\($0.excerpt)'" } + (count > 20 ? ["others"] : [])
    return isEmpty ? "none" : names.listed()
  }

  /// Sorted, numbers within the texts by their values.
  package var inReadingOrder: [String] {
    sorted {
      let order = $0.compare($1, options: [.numeric])
      return order == .orderedSame ? $0 < $1 : order == .orderedAscending
    }
  }
}
