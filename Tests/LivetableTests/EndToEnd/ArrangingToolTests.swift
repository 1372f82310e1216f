import Foundation
import Testing

@testable import livetable

/// Tests that the built tool sorts and filters the output of commands.
@Suite(.enabled(if: Tool.isBuilt), .timeLimit(.minutes(20))) struct ArrangingToolTests {
  private static let stats = """
    NAME      CPU %     MEM USAGE / LIMIT     PIDS
    web       0.15%     12.3MiB / 1.944GiB    5
    db        12.50%    1.5GiB / 1.944GiB     31
    cache     0.01%     900KiB / 1.944GiB     2

    """
  private static let pods = """
    NAME     READY   STATUS    RESTARTS      AGE
    pod-10   1/1     Running   17 (3m ago)   2d
    pod-9    1/1     Running   9 (1h ago)    2d
    pod-1    1/1     Running   0             2d

    """

  @Test(arguments: [
    (stats, "--sort-by 'mem usage / limit'", ["cache", "web", "db"]),
    (stats, "--sort-by 'CPU %:desc'", ["db", "web", "cache"]),
    (pods, "--sort-by restarts", ["pod-1", "pod-9", "pod-10"]),
    (pods, "--sort-by name:desc", ["pod-10", "pod-9", "pod-1"]),
    ("id\tutil\n0\t87 %\n1\t3 %\n2\t100 %\n", "--sort-by util", ["1", "0", "2"]),
  ]) func whatCommandsPrintIsSortedByValue(text: String, options: String, order: [String]) async throws {
    let directory = try TemporaryDirectory()
    let file = try directory.write(text, to: "output")
    let outcome = try await Tool.run("livetable watch --once --format tsv \(options) --exec cat \(file)")
    let names: [String] = outcome.lines.dropFirst().map { line in String(line.prefix { $0 != "\t" }) }
    #expect(names == order, "\(outcome)")
  }
}
