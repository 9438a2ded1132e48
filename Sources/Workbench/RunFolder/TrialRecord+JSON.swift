import ForceLabSettings

extension TrialRecord {
  /// This record as a line of JSON with a fixed order of keys. `JSONEncoder` takes several times as long,
  /// twice for every trial.
  var json: String {
    var text = "{\"trial\":\(trial)"
    text.append(key: "status", status.rawValue)
    text.append(key: "stopReason", stopReason)
    text.append(key: "values", values) { $0.code }
    text.append(key: "message", message)
    text += isContended ? ",\"isContended\":true" : ",\"isContended\":false"
    if let host { text.append(key: "host", host) }
    text.append(key: "files", files) { $0.text }
    text += ",\"sampleBytes\":\(sampleBytes)"
    text.append(key: "sampleHash", sampleHash)
    if let events { text.append(key: "events", events) }
    return text + "}"
  }
}

extension String {
  /// Appends a comma, a key and its value, a text.
  fileprivate mutating func append(key: String, _ value: String) {
    self += ",\"" + key + "\":" + value.jsonText
  }

  /// Appends a comma, a key and an object with the texts of `values`, sorted by their names.
  fileprivate mutating func append<Value>(
    key: String, _ values: [String: Value], _ text: (Value) -> String
  ) {
    self += ",\"" + key + "\":{"
    var isFirst = true
    for (name, value) in values.sorted(by: { $0.key < $1.key }) {
      if !isFirst { self += "," }
      isFirst = false
      self += name.jsonText + ":" + text(value).jsonText
    }
    self += "}"
  }
}
