import ForceLabTestSupport
import Foundation
import Testing

/// The program as `make install` installs it, in a folder without sources.
@Suite struct InstallTests {
  @Test func anInstalledProgramHasItsEnginesAndExperiments() throws {
    let place = try Workplace()
    let script = checkout.appendingPathComponent("Scripts/install.sh").path
    let install = try place.shell("PROGRAM=\"$FORCELAB\" sh '\(script)' \"$PWD/prefix\"")
    #expect(install.status == 0, "\(install.error)")
    for file in [
      "man/man1/forcelab.1", "bash-completion/completions/forcelab",
      "zsh/site-functions/_forcelab", "fish/vendor_completions.d/forcelab.fish",
    ] {
      #expect(try place.text(of: "prefix/share/\(file)").count > 1000, "\(file)")
    }
    let run = { (command: String) in
      try place.shell("mkdir -p empty && cd empty && ../prefix/bin/forcelab \(command)")
    }
    let engines = try run("list engines")
    #expect(
      engines.output.contains("in \(place.folder.path)/prefix/share/forcelab/Engines: d3-force, "))
    let claims = try run("reproduce blog-means")
    #expect(claims.status == 0 || claims.status == 1, "\(claims.error)")
    #expect(claims.output.contains("reproduced"), "\(claims.error)")
    #expect(place.has("empty/Results"))
    #expect(try run("reproduce no-such").error.contains("unknown published experiment 'no-such'"))
  }

  /// On a machine without Python, Chromium and apt-get.
  @Test(arguments: ["browser", "python"])
  func theTestsThatNeedOtherProgramsFailWithoutThem(name: String) throws {
    let place = try Workplace()
    let script = checkout.appendingPathComponent("Scripts/test-\(name).sh").path
    let ending = try place.shell(
      """
      mkdir tools && for tool in sh dirname uname id; do ln -s "$(command -v $tool)" tools; done
      PATH="$PWD/tools" sh '\(script)'
      """)
    #expect(ending.status == 1)
    #expect(ending.error.contains("tests cannot run: install the equivalent of Debian's "))
  }
}
