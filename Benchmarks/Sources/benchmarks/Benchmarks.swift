import Foundation

/// Measures the library against others, and prints and writes the results.
@main @MainActor enum Benchmarks {
  static func main() throws {
    let options: Options
    do {
      options = try Options(CommandLine.arguments.dropFirst())
    } catch {
      FileHandle.standardError.write(Data("\(error.message)\n\(Options.help)\n".utf8))
      exit(2)
    }
    if options.wantsHelp { return show(Options.help) }
    let table = TextTable()
    var measurer = Measurer(runs: 7, includesStandardLibrary: !options.isQuick)
    var measurements: [Measurement] = []
    let cases = options.cases
    if !cases.isEmpty { show(table.header) }
    for what in cases {
      let measurement = measurer.measure(what)
      measurements.append(measurement)
      show(table.line(measurement))
    }
    var findings: [(study: Study, finding: Finding)] = []
    for study in options.studies {
      show((cases.isEmpty && study == options.studies.first ? "" : "\n") + study.rawValue)
      let found = try study.findings()
      for finding in found { show(finding.line) }
      findings += found.map { (study, $0) }
    }
    if cases.isEmpty, options.studies.isEmpty { show("there is nothing of that name; see --help") }
    if let file = options.jsonFile {
      try Data(JSONReport.text(measurements, findings).utf8).write(to: URL(filePath: file))
    }
    if let folder = options.pictureFolder {
      let folder = URL(filePath: folder, directoryHint: .isDirectory)
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      for picture in Gallery.files(measurements) {
        try Data(picture.content.utf8).write(to: folder.appending(path: picture.name))
      }
    }
  }

  /// Prints a line immediately, even if the output is a file.
  static func show(_ line: String) { FileHandle.standardOutput.write(Data("\(line)\n".utf8)) }
}
