/// The message in the status line, and the earlier messages that the user can read again.
struct ScreenMessages: Equatable {
  /// Whether the feed has reported an error since its last valid table.
  private(set) var hasTrouble = false
  private(set) var log: [String] = []
  /// The last message of the feed, until it is cleared.
  private var news: String?
  /// The response to a key press, which temporarily hides the feed's message.
  private(set) var answer: String?

  var text: String? { answer ?? news }

  /// Adds an error of the feed, which replaces the response to a key press.
  mutating func report(_ trouble: String, at time: Double) {
    (hasTrouble, news, answer) = (true, trouble, nil)
    keep(trouble, at: time)
  }

  mutating func note(_ news: String) { self.news = news }

  mutating func clear() { (hasTrouble, news) = (false, nil) }

  mutating func answer(_ text: String?) { answer = text }

  mutating func keep(_ message: String, at time: Double) {
    log.append("\(time.timeOfDay)  \(message)")
    if log.count > Limits.messages { log.removeFirst(Limits.messages / 2) }
  }
}
