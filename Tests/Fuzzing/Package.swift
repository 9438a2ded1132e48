// swift-tools-version:6.0
import PackageDescription

// A package of its own, for `fuzz` calls libFuzzer: it links only with `-sanitize=fuzzer,address`,
// as `make fuzz` builds it. The tests of the other package run over its seeds and findings.
let package = Package(
  name: "Fuzzing",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "ForceLab", path: "../..")],
  targets: [
    .executableTarget(
      name: "fuzz", dependencies: [.product(name: "ForceLab", package: "ForceLab")],
      path: ".", exclude: ["FindingsTests.swift", "Seeds", "Findings", "Dictionaries"],
      sources: ["main.swift", "FuzzTarget.swift"])
  ]
)
