# A formula for Homebrew: brew install --build-from-source Packaging/forcelab.rb
# It has not been run yet. `url` and `sha256` are those of a release, which does not exist yet; `--HEAD` builds the newest.
class Forcelab < Formula
  desc "Experiments with force-directed graph layout"
  homepage "https://github.com/forcelab/forcelab"
  license "MIT"
  head "https://github.com/forcelab/forcelab.git", branch: "main"

  depends_on xcode: ["26.0", :build]
  depends_on "chipmunk"
  depends_on "libarchive"
  depends_on "libyaml"
  depends_on "xxhash"

  def install
    system "make", "install", "PREFIX=#{prefix}"
  end

  test do
    (testpath/"e.yaml").write("name: e\ngraph: karate\nstop: {iterations: 5}\n")
    system bin/"forcelab", "run", "e.yaml", "--out", "out"
    assert_path_exists testpath/"out/report.html"
  end
end
