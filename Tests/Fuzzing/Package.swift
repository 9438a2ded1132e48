// swift-tools-version:6.0
import PackageDescription

// A package of its own, because libFuzzer links only with `-sanitize=fuzzer,address`: `make fuzz`
// builds it. The tests of ForceLab read its seeds and findings.
let package = Package(
  name: "Fuzzing",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "ForceLab", path: "../..")],
  targets: [
    .executableTarget(
      name: "fuzz", dependencies: [.product(name: "ForceLabKit", package: "ForceLab")],
      path: ".", exclude: ["FindingsTests.swift", "Seeds", "Findings", "Dictionaries"],
      sources: ["main.swift", "FuzzTarget.swift", "FuzzedRun.swift"])
  ]
)
