// swift-tools-version:6.0
import PackageDescription

let algorithms = Target.Dependency.product(name: "Algorithms", package: "swift-algorithms")
let realModule = Target.Dependency.product(name: "RealModule", package: "swift-numerics")
let systemPackage = Target.Dependency.product(name: "SystemPackage", package: "swift-system")
let csv = Target.Dependency.product(name: "SwiftCSV", package: "SwiftCSV")
let textTable = Target.Dependency.product(name: "TextTable", package: "TextTable")
let argumentParser = Target.Dependency.product(
  name: "ArgumentParser", package: "swift-argument-parser")
let crypto = Target.Dependency.product(name: "Crypto", package: "swift-crypto")
let histogram = Target.Dependency.product(name: "Histogram", package: "hdrhistogram-swift")
let mustache = Target.Dependency.product(name: "Mustache", package: "swift-mustache")
let bigInt = Target.Dependency.product(name: "BigInt", package: "BigInt")

let package = Package(
  name: "ForceLab",
  platforms: [.macOS(.v15)],
  products: [
    .executable(name: "forcelab", targets: ["forcelab"]),
    .library(
      name: "ForceLab",
      targets: [
        "YAML", "Plugins", "Graphs", "Mechanics", "Quality", "Averages", "Workbench", "Studies",
        "Reports",
      ]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-algorithms", from: "1.2.1"),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
    .package(url: "https://github.com/apple/swift-numerics", from: "1.1.1"),
    .package(url: "https://github.com/apple/swift-system", from: "1.8.1"),
    .package(url: "https://github.com/attaswift/BigInt", from: "6.0.1"),
    .package(url: "https://github.com/HdrHistogram/hdrhistogram-swift", from: "0.2.0"),
    .package(url: "https://github.com/hummingbird-project/swift-mustache", from: "2.1.1"),
    .package(url: "https://github.com/ordo-one/TextTable", from: "0.0.2"),
    .package(url: "https://github.com/swiftcsv/SwiftCSV", from: "0.10.0"),
  ],
  targets: [
    .systemLibrary(
      name: "CYAML", pkgConfig: "yaml-0.1",
      providers: [.apt(["libyaml-dev"]), .brew(["libyaml"])]),
    .systemLibrary(name: "CVectors"),
    .target(name: "YAML", dependencies: ["CYAML", systemPackage]),
    .target(name: "Plugins", dependencies: ["YAML"]),
    .target(name: "Averages"),
    .target(name: "Graphs", dependencies: ["Plugins", "YAML"]),
    .target(
      name: "Mechanics", dependencies: ["CVectors", "Graphs", "Plugins", "YAML", realModule, csv]),
    .target(name: "Quality", dependencies: ["Graphs", "Plugins"]),
    .target(
      name: "Workbench",
      dependencies: [
        "Averages", "Plugins", "YAML", algorithms, crypto, histogram, realModule, systemPackage,
      ]),
    .target(
      name: "Studies",
      dependencies: [
        "Averages", "Graphs", "Mechanics", "Plugins", "Quality", "Workbench", "YAML", crypto,
      ]),
    .target(
      name: "Reports",
      dependencies: [
        "Averages", "Graphs", "Plugins", "Quality", "Workbench", "YAML", csv, mustache,
        systemPackage, textTable,
      ],
      resources: [
        .embedInCode("Page/report.mustache"), .embedInCode("Page/report.css"),
        .embedInCode("Page/report.js"), .embedInCode("Page/player.js"),
      ]),
    .executableTarget(
      name: "forcelab",
      dependencies: [
        "Averages", "Plugins", "Reports", "Studies", "Workbench", "YAML", argumentParser,
      ]),

    .testTarget(name: "YAMLTests", dependencies: ["YAML"], path: "Tests/YAML"),
    .testTarget(name: "PluginsTests", dependencies: ["Plugins", "YAML"], path: "Tests/Plugins"),
    .testTarget(name: "AveragesTests", dependencies: ["Averages", bigInt], path: "Tests/Averages"),
    .testTarget(
      name: "GraphsTests", dependencies: ["Graphs", "Plugins", "YAML"], path: "Tests/Graphs"),
    .testTarget(
      name: "MechanicsTests", dependencies: ["Mechanics", "Graphs", "Plugins", "YAML"],
      path: "Tests/Mechanics", exclude: ["References"]),
    .testTarget(
      name: "QualityTests", dependencies: ["Quality", "Graphs", "Plugins"], path: "Tests/Quality"),
    .target(
      name: "HostileStudy", dependencies: ["Plugins", "Workbench"], path: "Tests/Hostile/Study"),
    .executableTarget(
      name: "hostile-worker", dependencies: ["HostileStudy", "Workbench"],
      path: "Tests/Hostile/Worker"),
    .testTarget(
      name: "WorkbenchTests",
      dependencies: ["Workbench", "HostileStudy", "hostile-worker", "Plugins", "YAML", csv],
      path: "Tests/Workbench"),
    .testTarget(
      name: "StudiesTests",
      dependencies: ["Studies", "Workbench", "Mechanics", "Graphs", "Plugins", "YAML", csv],
      path: "Tests/Studies"),
    .testTarget(
      name: "ReportsTests", dependencies: ["Reports", "Graphs", "Plugins", "Workbench", "YAML"],
      path: "Tests/Reports"),
    .testTarget(
      name: "FuzzingTests", dependencies: ["Graphs", "Plugins", "Studies", "Workbench", "YAML"],
      path: "Tests/Fuzzing",
      exclude: ["Package.swift", "main.swift", "Seeds", "Findings", "Dictionaries"]),
    .testTarget(
      name: "CommandLineTests", dependencies: ["forcelab", "Workbench", csv],
      path: "Tests/CommandLine"),
  ]
)
