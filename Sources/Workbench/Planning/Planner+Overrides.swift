import ForceLabPlugins
import ForceLabSettings

/// `set`, the last layer of every configuration, and `--set`, which writes into it.
extension Planner {
  /// Writes parameters of configurations into `set` of the document, and others, such as `repeat`, to their place.
  mutating func apply(_ overrides: [Override]) {
    for override in overrides {
      let (path, value) = (override.path, override.value)
      let first = path.steps[0]
      do throws(ParameterError) {
        guard first != "preset", Experiment.parameterNames.contains(first) else {
          var settings = document["set"] ?? .mapping([:], at: value.location)
          guard settings.mapping != nil else { continue }
          settings[path.text] = value
          document["set"] = settings
          continue
        }
        try path.joiningKeys(from: root, in: catalog).set(value, in: &document)
      } catch {
        report(error.message, at: value.location)
      }
    }
  }

  /// The settings of `set` that have no errors: they exist, and no sweep and no variant has them.
  mutating func checked(_ settings: [Setting], in sweeps: Sweeps)
    -> [Setting]
  {
    let swept = sweeps.all.enumerated().flatMap { index, sweep in
      let place = document["sweep"]?.sequence == nil ? "sweep" : "sweep.\(index)"
      let parts = [
        ("grid", sweep.grid), ("zip", sweep.zip), ("sample.over", sweep.sample?.over ?? Axes()),
      ]
      return parts.flatMap { part, axes in axes.all.map { ($0.key, "\(place).\(part)") } }
    }
    return settings.filter { setting in
      let (path, value) = (setting.path, setting.value)
      do throws(ParameterError) {
        _ = try formOfPath(path)
        if let place = swept.first(where: { $0.0 == path })?.1 {
          throw ParameterError(
            "'\(path)' is swept; set its values instead, as in "
              + "--set '\(place).\(path)=[\(value.flowText)]'")
        }
        let variant = sweeps.all.flatMap(\.variants.all).first { variant in
          variant.settings.contains { $0.path == path }
        }
        if let variant {
          throw ParameterError(
            "'\(path)' is set by the variant '\(variant.name)'" + Variants.hint(path, variant.name))
        }
        return true
      } catch {
        report(error.message, at: setting.location)
        return false
      }
    }
  }
}
