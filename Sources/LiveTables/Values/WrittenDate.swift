/// A point in time, written in a database format: `2026-11-20`, `2026-11-20 13:05:07.25+01`, `2026-11-20T13:05Z` or
/// `0044-03-15 BC`.
package struct WrittenDate {
  /// The number of seconds since 1970, in UTC if no time zone is given.
  package let seconds: Double

  package init?(_ text: String) {
    var parts = text.split { $0 == " " || $0 == "T" }
    let isBefore = parts.last == "BC"
    if isBefore { parts.removeLast() }
    guard let day = parts.first?.split(separator: "-").map({ Int($0) }), day.count == 3, parts.count <= 2,
      let year = day[0], let month = day[1], let dayOfMonth = day[2], (1...12).contains(month),
      (1...31).contains(dayOfMonth), (0...9_999_999).contains(year)
    else { return nil }
    var seconds = 0.0
    if parts.count == 2 {
      var time = parts[1].last == "Z" ? parts[1].dropLast() : parts[1]
      if let sign = time.firstIndex(where: { $0 == "+" || $0 == "-" }) {
        guard let offset = Self.seconds(time[time.index(after: sign)...], least: 1) else { return nil }
        seconds = time[sign] == "+" ? -offset : offset
        time = time[..<sign]
      }
      guard let ofDay = Self.seconds(time, least: 2) else { return nil }
      seconds += ofDay
    }
    self.seconds = Double(Self.days(isBefore ? 1 - year : year, month, dayOfMonth)) * 86_400 + seconds
  }

  private static func seconds(_ text: Substring, least: Int) -> Double? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false).map { Double($0) }
    guard (least...3).contains(parts.count), parts.allSatisfy({ $0.map { (0..<61).contains($0) } ?? false }) else {
      return nil
    }
    return zip(parts, [3600.0, 60, 1]).reduce(0) { $0 + ($1.0 ?? 0) * $1.1 }
  }

  /// Returns the number of days from 1970 to a date (Howard Hinnant, days_from_civil, 2013).
  private static func days(_ year: Int, _ month: Int, _ day: Int) -> Int {
    let shifted = month <= 2 ? year - 1 : year
    let era = (shifted >= 0 ? shifted : shifted - 399) / 400
    let yearOfEra = shifted - era * 400
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  /// Returns the date of a day counted from 1970, with year 0 before year 1 (Howard Hinnant, civil_from_days, 2013).
  package static func date(ofDay days: Int) -> (year: Int, month: Int, day: Int) {
    let shifted = days + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    return (
      era * 400 + yearOfEra + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
    )
  }
}
