extension MeasureReader {
  /// The words that may precede a time.
  static let introductions: Set<String> = ["up", "about", "less", "a", "an", "in", "over", "almost"]

  static func seconds(_ name: some StringProtocol) -> Double? {
    switch name {
    case "s", "sec", "secs", "second", "seconds": 1
    case "m", "min", "mins", "minute", "minutes": 60
    case "h", "hr", "hrs", "hour", "hours": 3600
    case "d", "day", "days": 86_400
    case "w", "week", "weeks": 604_800
    case "month", "months", "mo": 2_592_000
    case "y", "year", "years": 31_536_000
    case "ms": 0.001
    case "µs", "μs", "us": 0.000_001
    case "ns": 0.000_000_001
    default: nil
    }
  }

  /// Reads a duration: `3h45m`, `1 day, 2:03`, `1-02:00:00`, `5 minutes ago`, `Up 2 hours`.
  ///
  /// In a column of dates, `12:30` is interpreted as a time today.
  mutating func duration() -> Measure? {
    if bytes[position].isLetter {
      let start = position
      let lead = word()
      if lead == "a" || lead == "an" { position = start }
      guard Self.introductions.contains(lead), lead != "less" || accept(" than") else { return nil }
    }
    var (sum, count) = (0.0, 0)
    while true {
      while position < end, bytes[position] == .space || count > 0 && bytes[position] == .comma { position += 1 }
      if position == end { break }
      let start = position
      if bytes[position].isLetter {
        let word = word()
        if word != "a" && word != "an" {
          // The rest does not belong to the number.
          guard count > 0, word == "ago" || word == "left" || word == "from" && accept(" now") else { return nil }
          break
        }
        skipSpaces()
        guard let seconds = Self.seconds(self.word()) else { return nil }
        (sum, count) = (sum + seconds, count + 1)
        continue
      }
      let isTimeOfDay = style.contains(.dates) && count == 0
      if let clock = clock(isTimeOfDay: isTimeOfDay) {
        if isTimeOfDay { return SortableNumber(value: Double(today) * 86_400 + clock).map { Measure($0, .date) } }
        (sum, count) = (sum + clock, count + 1)
        break
      }
      position = start
      guard bytes[position].isASCIIDigit, let number = number()?.value else { return nil }
      if position < end, bytes[position] == UInt8(ascii: "-") {
        position += 1
        guard count == 0, let clock = clock(isTimeOfDay: false) else { return nil }
        return SortableNumber(value: number * 86_400 + clock).map { Measure($0, .seconds) }
      }
      skipSpaces(atMost: 1)
      let from = position
      while position < end, bytes[position].isLetter || bytes[position] >= 0x80 { position += 1 }
      guard let seconds = Self.seconds(string(from..<position)) else { return nil }
      (sum, count) = (sum + number * seconds, count + 1)
    }
    return count > 0 ? SortableNumber(value: sum).map { Measure($0, .seconds) } : nil
  }

  /// Reads a time such as `12:34:56.7` or `10:05 PM`, in seconds.
  ///
  /// - Parameter isTimeOfDay: Whether `10:05` consists of hours and minutes rather than minutes and seconds.
  private mutating func clock(isTimeOfDay: Bool) -> Double? {
    var (sum, count) = (0.0, 0)
    while count < 4 {
      guard position < end, bytes[position].isASCIIDigit else { return nil }
      let from = position
      guard let part = integer(), position - from <= 3 else { return nil }
      (sum, count) = (sum * 60 + Double(part), count + 1)
      if position < end, bytes[position] == UInt8(ascii: ":") { position += 1 } else { break }
    }
    guard count == 2 || count == 3 else { return nil }
    if position + 1 < end, bytes[position] == UInt8(ascii: "."), bytes[position + 1].isASCIIDigit {
      let from = position
      repeat { position += 1 } while position < end && bytes[position].isASCIIDigit
      sum += Double("0" + string(from..<position)) ?? 0
    }
    let timeEnd = position
    skipSpaces(atMost: 1)
    let half = word()
    guard half == "am" || half == "pm" else {
      position = timeEnd
      return isTimeOfDay && count == 2 ? sum * 60 : sum
    }
    let seconds = count == 2 ? sum * 60 : sum
    guard (3600..<46_800).contains(seconds) else { return nil }
    return seconds.truncatingRemainder(dividingBy: 43_200) + (half == "pm" ? 43_200 : 0)
  }

  // MARK: - Dates

  private struct Day {
    var year: Int?
    var month: Int?
    var day: Int?
  }

  /// Reads a date with or without a time of day, in seconds since 1970: `2025-01-31T12:00:00Z`, `31.01.2025`, `Jan 31
  /// 12:00`, `Mon Nov 30 10:05:01 UTC 2026`.
  mutating func date() -> Double? {
    var (date, time, zone) = (Day(), nil as Double?, 0.0)
    while true {
      while position < end, bytes[position] == .space || bytes[position] == .comma && position > 0 { position += 1 }
      if position == end { break }
      let (start, byte) = (position, bytes[position])
      if byte.isASCIIDigit {
        if time == nil, let clock = clock(isTimeOfDay: true) {
          guard clock < 86_401 else { return nil }
          time = clock
        } else {
          position = start
          guard readNumber(into: &date) else { return nil }
        }
      } else if time != nil, "+-".utf8.contains(byte) {
        position += 1
        let from = position
        guard let digits = integer() else { return nil }
        let (hours, rest) = position - from == 4 ? (digits / 100, digits % 100) : (digits, 0)
        let minutes = accept(":") ? integer() ?? 60 : rest
        guard hours <= 14, minutes < 60 else { return nil }
        zone = Double(hours * 3600 + minutes * 60) * (byte == UInt8(ascii: "-") ? -1 : 1)
      } else {
        guard byte.isLetter, readWord(into: &date, hasTime: time != nil) else { return nil }
      }
    }
    guard let month = date.month, let day = date.day ?? date.year.map({ _ in 1 }) else { return nil }
    if let year = date.year { return Self.days(year, month, day).map { Double($0) * 86_400 + (time ?? 0) - zone } }
    // The last such day, or one up to a month ahead.
    let year = 1970 + (today + 31) * 400 / 146_097
    let days = (-1...8).lazy.compactMap { Self.days(year - $0, month, day) }.first { $0 <= today + 31 }
    return days.map { Double($0) * 86_400 + (time ?? 0) - zone }
  }

  /// Reads one or three numbers of a date: `31`, `2025`, `2025-01-31T`, `31.01.2025`, `31-Jan-2025`, `30Nov26`.
  private mutating func readNumber(into date: inout Day) -> Bool {
    let start = position
    guard let first = integer() else { return false }
    let length = position - start
    let separator = position < end ? bytes[position] : .space
    if "-/.".utf8.contains(separator) || separator.isLetter {
      guard date.day == nil, date.month == nil, date.year == nil else { return false }
      if !separator.isLetter { position += 1 }
      let isNamed = bytes[min(position, end - 1)].isLetter
      guard let second = isNamed ? Self.month(word()) : integer() else { return false }
      if !separator.isLetter {
        guard position < end, bytes[position] == separator else { return false }
        position += 1
      }
      let from = position
      guard let third = integer() else { return false }
      let isLong = position - from == 4
      if length == 4, position - from <= 2, separator != UInt8(ascii: ".") {
        date = Day(year: first, month: second, day: third)
        if position < end, bytes[position] | 0x20 == UInt8(ascii: "t") { position += 1 }
        return true
      }
      guard length <= 2, isLong || position - from == 2 && (isNamed || separator == UInt8(ascii: "/")) else {
        return false
      }
      let isDayFirst =
        isNamed || separator != UInt8(ascii: "/") || first > 12
        || style.contains(.dayFirst) && second <= 12
      date = Day(
        year: isLong ? third : 2000 + third, month: isDayFirst ? second : first, day: isDayFirst ? first : second)
      return true
    }
    if length == 4, date.year == nil {
      date.year = first
    } else if length <= 2, date.day == nil {
      date.day = first
    } else {
      return false
    }
    return true
  }

  /// Reads a word of a date: a day of the week, a month, or a time zone after the time.
  private mutating func readWord(into date: inout Day, hasTime: Bool) -> Bool {
    let start = position
    let word = word()
    if position < end, bytes[position] == UInt8(ascii: ".") { position += 1 }
    if let month = Self.month(word), date.month == nil {
      date.month = month
      return true
    }
    return Self.isWeekday(word) || hasTime && position - start <= 5 && bytes[start..<position].allSatisfy { $0 < 0x5B }
  }

  static func month(_ word: String) -> Int? { number(of: word, in: months) }

  static func isWeekday(_ word: String) -> Bool { number(of: word, in: weekdays) != nil }

  private static func number(of word: String, in names: [String]) -> Int? {
    guard word.utf8.count >= 3 else { return nil }
    return names.firstIndex { $0.hasPrefix(word) && (word.utf8.count == 3 || word.utf8.count == $0.utf8.count) }.map {
      $0 + 1
    }
  }

  private static let months = [
    "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november",
    "december",
  ]
  private static let weekdays = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]

  /// Returns the number of days from 1970 to a date, or `nil` if the date is invalid.
  static func days(_ year: Int, _ month: Int, _ day: Int) -> Int? {
    guard (1000...9999).contains(year), (1...12).contains(month), day > 0 else { return nil }
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    guard day <= (month == 2 ? isLeap ? 29 : 28 : 30 + (month + month / 8) % 2) else { return nil }
    // The year starts in March, so that a leap day is its last day (H. Hinnant).
    let (y, m) = month > 2 ? (year, month - 3) : (year - 1, month + 9)
    return 365 * y + y / 4 - y / 100 + y / 400 + (153 * m + 2) / 5 + day - 1 - 719_468
  }
}
