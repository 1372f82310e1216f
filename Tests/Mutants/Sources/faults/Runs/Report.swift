/// The verdicts of a run, summarized by folder.
struct Report {
  let planted: [Fault]
  let verdicts: [(fault: Fault, verdict: Verdict)]

  /// The fraction of the faults that were detected, from 0 to 1, without equivalent faults.
  var rate: Double {
    let counted = verdicts.filter { $0.verdict != .equivalent }
    let noticed = counted.count { $0.verdict == .caught || $0.verdict == .hung }
    return counted.isEmpty ? 1 : Double(noticed) / Double(counted.count)
  }

  private func row(_ name: String, _ isIn: (Fault) -> Bool) -> String {
    let mine = verdicts.filter { isIn($0.fault) }.map(\.verdict)
    func count(_ verdict: Verdict) -> Int { mine.count { $0 == verdict } }
    let counted = mine.count - count(.equivalent)
    let noticed = count(.caught) + count(.hung)
    let rate = counted == 0 ? "" : "\((noticed * 1000 / counted + 5) / 10) %"
    let figures = [
      planted.count(where: isIn), mine.count, count(.caught), count(.hung), count(.survived), count(.unreached),
      count(.equivalent),
    ]
    return "| \(name) | " + figures.map(String.init).joined(separator: " | ") + " | \(rate) |"
  }

  var table: String {
    let folders = Set(verdicts.map(\.fault.folder)).sorted()
    let modules = Set(verdicts.map(\.fault.module)).sorted()
    var lines = [
      "| folder | planted | run | a test failed | hung | survived | no test comes by | equivalent | noticed |",
      "|---|---|---|---|---|---|---|---|---|",
    ]
    for module in modules {
      lines.append(row("**\(module)**") { $0.module == module })
      for folder in folders where folder.hasPrefix(module + "/") { lines.append(row(folder) { $0.folder == folder }) }
    }
    return lines.joined(separator: "\n")
  }

  var survivors: String {
    verdicts.filter { $0.verdict == .survived || $0.verdict == .unreached || $0.verdict == .hung }
      .map { "\($0.verdict.rawValue): \($0.fault.name): \($0.fault.text)" }.joined(separator: "\n")
  }
}
