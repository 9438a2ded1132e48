// One import for apps: graphs, forces, integrators and metrics, without YAML, run folders or charts.
@_exported import ForceLabGraphs
@_exported import ForceLabMechanics
@_exported import ForceLabPlugins
@_exported import ForceLabQuality
@_exported import ForceLabSettings
