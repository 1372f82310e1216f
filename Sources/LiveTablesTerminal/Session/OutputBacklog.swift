struct OutputBacklog: Sendable {
  private var rest: ArraySlice<UInt8> = []

  var isEmpty: Bool { rest.isEmpty }

  mutating func append(_ bytes: [UInt8]) { rest += bytes }

  /// Writes as much as the terminal accepts.
  ///
  /// - Returns: The last result of `write` if output remains or the terminal no longer exists; otherwise, `.done(0)`.
  mutating func drain(_ write: (ArraySlice<UInt8>) -> TerminalDevice.Transfer) -> TerminalDevice.Transfer {
    while !rest.isEmpty {
      let result = write(rest)
      guard case .done(let count) = result else { return result }
      rest = rest.dropFirst(count)
    }
    return .done(0)
  }

  mutating func removeAll() {
    rest = []
  }
}
