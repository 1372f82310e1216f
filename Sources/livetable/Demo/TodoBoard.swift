import LiveTables

/// What the lists are, as far as this process knows: what is in the file, and on top of it what the user has changed and
/// is not in the file yet.
///
/// Pure. A change is kept until the file has it or cannot have it, so that nothing that is read meanwhile takes it from the
/// screen.
struct TodoBoard {
  private var stored: TodoTable?
  private var pending: [(number: Int, change: TodoChange)] = []
  private var last = 0

  /// What is to be seen; `nil` until the file was read.
  var table: TodoTable? {
    guard var table = stored else { return nil }
    for (_, change) in pending { change.apply(to: &table) }
    return table
  }

  /// Whether everything is in the file.
  var isSaved: Bool { pending.isEmpty }

  /// The user changes something.
  ///
  /// - Returns: The number of the change.
  mutating func add(_ change: TodoChange) -> Int {
    last += 1
    pending.append((last, change))
    return last
  }

  /// Something came of reading or changing the file.
  ///
  /// - Returns: What is to be said to the user, if there is anything.
  mutating func take(_ news: TodoKeeper.News) -> String? {
    switch news {
    case .read(let table): stored = table
    case .changed(let number, let table):
      stored = table
      forget(number)
    case .missed(let number, let table):
      stored = table
      forget(number)
      return "somebody else has deleted that"
    case .failed(let number, let error):
      if let number { forget(number) }
      return "\(number == nil ? "" : "not saved: ")\(error)"
    }
    return nil
  }

  private mutating func forget(_ number: Int) { pending.removeAll { $0.number == number } }
}
