import Foundation

/// libFuzzer's driver, a part of the compiler's runtime.
@_silgen_name("LLVMFuzzerRunDriver")
func runFuzzer(
  _ count: UnsafeMutablePointer<CInt>,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
  _ test: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt

/// Set by the environment, because libFuzzer takes all arguments.
let target: FuzzTarget = {
  let name = ProcessInfo.processInfo.environment["TARGET"] ?? ""
  guard let target = FuzzTarget.all.first(where: { $0.name == name }) else {
    print("unknown target '\(name)'; set TARGET to one of \(FuzzTarget.all.map(\.name))")
    exit(2)
  }
  return target
}()

var count = CommandLine.argc
var arguments = CommandLine.unsafeArgv
exit(
  runFuzzer(&count, &arguments) { start, count in
    let ending = target.ending(of: Array(UnsafeBufferPointer(start: start, count: count)))
    if case .broken(let why) = ending { fatalError(why) }
    return 0
  })
