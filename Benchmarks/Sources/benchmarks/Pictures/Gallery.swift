/// All pictures of a run.
enum Gallery {
  /// Returns the files, by name.
  static func files(_ measurements: [Measurement]) -> [(name: String, content: String)] {
    var files: [(String, String)] = []
    let measurements = measurements.filter { $0.what.row == .text }
    for storage in Storage.allCases {
      if let picture = RatioPicture(measurements, storage: storage) {
        files.append(("ratios-\(storage.rawValue).svg", picture.file))
      }
      for identity in RowKind.text.identities {
        if let picture = GrowthPicture(measurements, identity: identity, storage: storage) {
          files.append(("growth-\(identity.rawValue)-\(storage.rawValue).svg", picture.file))
        }
      }
    }
    return files
  }
}
