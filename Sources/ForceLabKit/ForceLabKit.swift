// One import for labs with plugins of their own: everything, the command line included.
@_exported import ArgumentParser
@_exported import ForceLabAverages
@_exported import ForceLabBodies
@_exported import ForceLabCommandLine
@_exported import ForceLabGraphFiles
@_exported import ForceLabReports
@_exported import ForceLabStudies
@_exported import ForceLabWorkbench
@_exported import ForceLabSettings
@_exported import ForceLayout
