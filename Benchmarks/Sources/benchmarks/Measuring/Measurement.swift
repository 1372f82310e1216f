/// What was measured for one case.
struct Measurement {
  let what: Case
  /// Milliseconds by contender; those that were left out or did not end are missing.
  var times: [String: Double]
  var subjectPeak: Int?
  var heckelPeak: Int?
  let moves: Int
  /// Missing where rows have one identity.
  let leastMoves: Int?

  /// How many times faster the library is.
  func ratio(_ baseline: String) -> Double? {
    guard let time = times[baseline], let subject = times["subject"] else { return nil }
    return time / subject
  }
}
