/// The results of one case.
struct Measurement {
  let what: Case
  /// Milliseconds by contender, without contenders that were skipped or did not finish.
  var times: [String: Double]
  var subjectPeak: Int?
  var heckelPeak: Int?
  let moves: Int
  /// The least number of moves, or `nil` if rows share an identity.
  let leastMoves: Int?

  /// Returns how many times faster the library is than a baseline.
  func ratio(_ baseline: String) -> Double? {
    guard let time = times[baseline], let subject = times["subject"] else { return nil }
    return time / subject
  }
}
