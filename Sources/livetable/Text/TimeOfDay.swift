import Foundation

extension Duration {
  /// The number of seconds, without a fraction of zero.
  var seconds: String {
    let seconds = self / .seconds(1)
    return seconds == seconds.rounded() ? "\(Int(seconds))" : "\(seconds)"
  }
}

extension Double {
  /// Creates the last time with the given time of day, such as `13:05` or `13:05:30`, in seconds since 1970.
  init?(timeOfDay text: String, before now: Double) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false).map { Int($0) }
    guard (2...3).contains(parts.count), let hour = parts[0], let minute = parts[1],
      let second = parts.count > 2 ? parts[2] : 59, (0..<24).contains(hour), (0..<60).contains(minute),
      (0..<60).contains(second)
    else { return nil }
    var day = tm()
    guard var time = time_t(exactly: now.rounded(.towardZero)), localtime_r(&time, &day) != nil else { return nil }
    (day.tm_hour, day.tm_min, day.tm_sec, day.tm_isdst) = (Int32(hour), Int32(minute), Int32(second), -1)
    var found = mktime(&day)
    if Double(found) > now.rounded(.up) + 59 {
      day.tm_mday -= 1
      day.tm_isdst = -1
      found = mktime(&day)
    }
    self = Double(found) + 0.999
  }

  /// The time of day of a time in seconds since 1970, or dashes for times outside the calendar.
  var timeOfDay: String {
    var parts = tm()
    guard var time = time_t(exactly: rounded(.towardZero)), localtime_r(&time, &parts) != nil else { return "--:--:--" }
    return String(format: "%02d:%02d:%02d", parts.tm_hour, parts.tm_min, parts.tm_sec)
  }
}
