/// What the terminal has not taken yet: the rest of a frame, and what is sent beside frames.
struct OutputBacklog: Sendable {
  private var rest: ArraySlice<UInt8> = []

  /// Whether all was taken.
  var isEmpty: Bool { rest.isEmpty }

  /// Takes what is to be written behind what waits.
  mutating func append(_ bytes: [UInt8]) { rest += bytes }

  /// Hands on as much as the terminal takes.
  ///
  /// - Returns: Whether more has to wait, or that the terminal is gone; in both cases what `write` answered last.
  mutating func drain(_ write: (ArraySlice<UInt8>) -> TerminalDevice.Transfer) -> TerminalDevice.Transfer {
    while !rest.isEmpty {
      let result = write(rest)
      guard case .done(let count) = result else { return result }
      rest = rest.dropFirst(count)
    }
    return .done(0)
  }

  /// Lets go of what was not taken.
  mutating func removeAll() {
    rest = []
  }
}
