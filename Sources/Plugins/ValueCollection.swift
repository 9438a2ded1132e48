import ForceLabSettings

/// A plugin that stands for several values of a parameter, such as a corpus for its graphs.
/// A plan replaces it by its members, which are the values of an axis.
public protocol ValueCollection: Plugin {
  /// The members: values as in an experiment file, each with a unique name. Reports errors to
  /// `decoder`, and the files that the members depend on. `read` reads a file of settings.
  func members(
    by decoder: inout ParameterDecoder,
    reading read: (FileReference) throws(Diagnostic) -> SettingsNode
  ) -> [SettingsNode]
}
