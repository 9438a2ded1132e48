// swift-tools-version:6.0
import PackageDescription

// Modules carry the prefix `ForceLab`, because SwiftPM refuses two targets of one name among all
// packages that an app depends on. Their folders do not.

/// A module of the package, whose sources stand in `Sources/<name>`.
func module(
  _ name: String, _ modules: [String] = [], _ products: [Target.Dependency] = [],
  resources: [Resource] = []
) -> Target {
  .target(
    name: "ForceLab" + name, dependencies: dependencies(modules) + products,
    path: "Sources/" + name, resources: resources)
}

/// The optimizer would take longer with the tests than it would save of their run.
let unoptimized = [SwiftSetting.unsafeFlags(["-Onone"], .when(configuration: .release))]

/// The tests of a module, in `Tests/<name>`. All of them may use `Tests/Support`.
func tests(
  _ name: String, _ modules: [String], _ products: [Target.Dependency] = [],
  exclude: [String] = []
) -> Target {
  .testTarget(
    name: name + "Tests", dependencies: dependencies(modules + ["TestSupport"]) + products,
    path: "Tests/" + name, exclude: exclude, swiftSettings: unoptimized)
}

/// Modules by their names without the prefix.
func dependencies(_ modules: [String]) -> [Target.Dependency] {
  modules.map { .target(name: "ForceLab" + $0) }
}

/// A C library, or headers alone, in `Sources/CLibraries/<folder>`.
func library(
  _ name: String, _ folder: String, pkgConfig: String? = nil, _ providers: [SystemPackageProvider]?
) -> Target {
  .systemLibrary(
    name: "ForceLab" + name, path: "Sources/CLibraries/" + folder, pkgConfig: pkgConfig,
    providers: providers)
}

let csv = Target.Dependency.product(name: "SwiftCSV", package: "SwiftCSV")
let argumentParser = Target.Dependency.product(
  name: "ArgumentParser", package: "swift-argument-parser")
let mustache = Target.Dependency.product(name: "Mustache", package: "swift-mustache")
let flyingFox = Target.Dependency.product(name: "FlyingFox", package: "FlyingFox")

let engine = ["Settings", "Plugins", "Graphs", "Mechanics", "Quality"]
let lab =
  engine + [
    "YAML", "Files", "GraphFiles", "Engines", "Averages", "Workbench", "Studies", "Bodies",
    "Reports", "Live",
    "CommandLine",
  ]

let package = Package(
  name: "ForceLab",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .visionOS(.v2)],
  products: [
    .executable(name: "forcelab", targets: ["forcelab"]),
    .library(name: "ForceLayout", targets: ["ForceLayout"]),
    .library(name: "ForceLabGraphFiles", targets: ["ForceLabGraphFiles"]),
    .library(name: "ForceLabKit", targets: ["ForceLabKit"]),
    .library(name: "ForceLabEngine", targets: ["ForceLabEngine"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/hummingbird-project/swift-mustache", from: "2.1.1"),
    .package(url: "https://github.com/swhitty/FlyingFox", .upToNextMinor(from: "0.27.1")),
    .package(url: "https://github.com/swiftcsv/SwiftCSV", from: "0.10.0"),
  ],
  targets: [
    library("CYAML", "YAML", pkgConfig: "yaml-0.1", [.apt(["libyaml-dev"]), .brew(["libyaml"])]),
    library("CXXHash", "XXHash", [.apt(["libxxhash-dev"]), .brew(["xxhash"])]),
    library(
      "CArchive", "Archive", pkgConfig: "libarchive",
      [.apt(["libarchive-dev", "zlib1g-dev"]), .brew(["libarchive", "zlib"])]),
    library(
      "CChipmunk", "Chipmunk",
      [.apt(["libchipmunk-dev"]), .brew(["chipmunk"])]),
    library("CVectors", "Vectors", nil),
    library("CSpawn", "Spawn", nil),

    module("Settings"),
    module("Plugins", ["Settings"]),
    module(
      "Graphs", ["Settings", "Plugins"],
      resources: ["miserables", "karate"].map { .embedInCode("Sources/DataSets/\($0).txt") }),
    module("Mechanics", ["CVectors", "Graphs", "Plugins", "Settings"]),
    module("Quality", ["CVectors", "Graphs", "Plugins", "Settings"]),
    .target(name: "ForceLayout", dependencies: dependencies(engine)),

    module("YAML", ["CYAML", "Settings"]),
    module("Files", ["CSpawn", "Settings"]),
    // The only module that reads and writes graph files, and that uses libarchive.
    module(
      "GraphFiles", ["CArchive", "Files", "Graphs", "Mechanics", "Plugins", "Settings"]),
    module("Engines", ["Files", "Graphs", "Plugins", "Settings", "YAML"]),
    .target(name: "ForceLabEngine", path: "Sources/EngineServer"),
    module("Averages"),
    module(
      "Workbench", ["Averages", "CXXHash", "Files", "Plugins", "Settings", "YAML"]),
    module(
      "Studies", engine + ["Averages", "Engines", "Files", "GraphFiles", "Workbench", "YAML"],
      resources: [
        "d3", "blog-cells", "grape", "fruchterman-reingold", "forceatlas2", "linlog",
        "kamada-kawai", "fast-multilevel", "sfdp-like", "stress", "sparse-stress", "best-stress",
        "neighborhoods", "fast-neighborhoods", "multilevel-neighborhoods",
        "tearing-neighborhoods", "backbone-neighborhoods", "maxent-stress",
      ].map { .embedInCode("Presets/\($0).preset.yaml") }),
    // The files of pages, which C embeds.
    .target(
      name: "ForceLabPages", path: "Sources/Pages", exclude: ["Charts", "Live", "Report", "Vega"]),
    // The only module that uses Chipmunk.
    module(
      "Bodies",
      [
        "CChipmunk", "Files", "GraphFiles", "Graphs", "Mechanics", "Plugins", "Settings",
        "Workbench",
      ]),
    module(
      "Reports",
      [
        "Averages", "Files", "GraphFiles", "Graphs", "Pages", "Plugins", "Quality", "Settings",
        "Workbench", "YAML",
      ],
      [mustache]),
    // The only module that opens sockets. The engine does not depend on it.
    module(
      "Live",
      [
        "Bodies", "Files", "Graphs", "Mechanics", "Pages", "Plugins", "Quality", "Reports",
        "Settings", "Studies", "Workbench", "YAML",
      ], [flyingFox]),
    module(
      "CommandLine",
      [
        "Averages", "Bodies", "Engines", "Files", "GraphFiles", "Graphs", "Live", "Pages",
        "Plugins",
        "Reports", "Settings", "Studies", "Workbench", "YAML",
      ],
      [argumentParser],
      resources: [
        "experiment.yaml", "lab.yaml", "Package.swift.txt", "main.swift.txt", "Tests.swift.txt",
        "Makefile.txt", "Plugins/arrangement.swift.txt", "Plugins/force.swift.txt",
        "Plugins/format.swift.txt",
        "Plugins/graph.swift.txt", "Plugins/index.swift.txt", "Plugins/integrator.swift.txt",
        "Plugins/engine.swift.txt", "Plugins/event-action.swift.txt",
        "Plugins/node-place.swift.txt",
        "Plugins/metric.swift.txt", "Plugins/overlap-removal.swift.txt",
        "Plugins/placement.swift.txt",
        "Plugins/preset.swift.txt",
        "Plugins/query.swift.txt", "Plugins/repulsion.swift.txt", "Plugins/stop-rule.swift.txt",
        "Plugins/study.swift.txt", "Plugins/tree.swift.txt", "Plugins/shape.swift.txt",
        "Plugins/formation.swift.txt", "Plugins/boundary.swift.txt", "Plugins/joint.swift.txt",
        "Plugins/condition.swift.txt", "Plugins/rule-action.swift.txt",
        "Plugins/executor.swift.txt",
      ].map { .embedInCode("Templates/" + $0) }
        + ["Collections/collections.yaml", "Reference/reference-layouts.csv"].map {
          .embedInCode($0)
        }),
    .target(
      name: "ForceLabKit", dependencies: dependencies(lab) + ["ForceLayout", argumentParser]),
    .executableTarget(name: "forcelab", dependencies: ["ForceLabKit"], path: "Sources/Program"),

    .target(
      name: "ForceLabTestSupport",
      dependencies: dependencies(engine + ["Files", "GraphFiles", "YAML"]),
      path: "Tests/Support"),
    tests("YAML", ["Settings", "YAML"], exclude: ["References"]),
    tests(
      "Plugins", ["Plugins", "Settings", "Workbench", "YAML"], exclude: ["References"]),
    tests("Averages", ["Averages"]),
    tests(
      "Graphs", ["Files", "GraphFiles", "Graphs", "Plugins", "Settings", "YAML"],
      exclude: ["References"]),
    tests(
      "Mechanics", ["Mechanics", "GraphFiles", "Graphs", "Plugins", "Settings", "YAML"],
      exclude: ["References"]),
    tests("Quality", ["Quality", "Graphs", "Plugins"]),
    .target(
      name: "ForceLabHostileStudy", dependencies: dependencies(["Plugins", "Workbench"]),
      path: "Tests/Hostile/Study"),
    .executableTarget(
      name: "hostile-worker",
      dependencies: ["ForceLabHostileStudy"] + dependencies(["Workbench"]),
      path: "Tests/Hostile/Worker"),
    .executableTarget(
      name: "faulty-forcelab", dependencies: dependencies(["Settings"]) + ["ForceLabKit"],
      path: "Tests/Hostile/Faults"),
    .executableTarget(
      name: "test-engine", dependencies: ["ForceLabEngine"], path: "Tests/Hostile/Engine"),
    tests(
      "Workbench", ["Workbench", "HostileStudy", "Plugins", "Settings", "YAML"],
      ["hostile-worker", csv], exclude: ["References"]),
    tests(
      "Studies",
      [
        "Bodies", "CommandLine", "Studies", "Workbench", "Mechanics", "GraphFiles", "Graphs",
        "Plugins", "Settings", "YAML",
      ], [csv], exclude: ["References"]),
    tests(
      "Bodies",
      ["Bodies", "CommandLine", "Mechanics", "Plugins", "Settings", "Workbench", "YAML"],
      exclude: ["References"]),
    tests(
      "Reports", ["Reports", "Graphs", "Plugins", "Settings", "Workbench", "YAML"],
      exclude: ["Fixtures"]),
    tests(
      "Live",
      [
        "Live", "Bodies", "Graphs", "Mechanics", "Plugins", "Settings", "Studies", "Workbench",
        "YAML",
      ]),
    .executableTarget(
      name: "fuzz-experiments",
      dependencies: dependencies([
        "CommandLine", "Files", "GraphFiles", "Graphs", "Plugins", "Reports", "Settings", "Studies",
        "Workbench", "YAML",
      ]) + [csv], path: "Tests/Generated", swiftSettings: unoptimized),
    tests(
      "Fuzzing",
      [
        "CommandLine", "GraphFiles", "Graphs", "Plugins", "Reports", "Settings", "Studies",
        "Workbench", "YAML",
      ],
      exclude: ["Package.swift", "main.swift", "Seeds", "Findings", "Dictionaries"]),
    tests(
      "CommandLine",
      ["CommandLine", "GraphFiles", "Plugins", "Settings", "Studies", "Workbench", "YAML"],
      ["forcelab", "faulty-forcelab", "test-engine", csv], exclude: ["References"]),
    .testTarget(
      name: "OutsideTests",
      dependencies: dependencies(["TestSupport", "Graphs", "Mechanics", "Plugins", "Quality"])
        + ["forcelab"],
      path: "Tests/Outside", exclude: ["Additions"], swiftSettings: unoptimized),
  ],
  // It has `#embed`.
  cLanguageStandard: .gnu2x
)
