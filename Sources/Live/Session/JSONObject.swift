import ForceLabSettings

/// An object of JSON whose values are JSON already.
func jsonObject(_ entries: KeyValuePairs<String, String>) -> String {
  "{" + entries.map { "\($0.key.jsonText):\($0.value)" }.joined(separator: ",") + "}"
}

func jsonList(_ items: [String]) -> String { "[" + items.joined(separator: ",") + "]" }
