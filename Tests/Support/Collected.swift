package import LiveTables

/// Reads a sequence to its end, and then says what was in it.
@MainActor package func collected<Element: Sendable>(_ events: Updates<Element, Never>) -> Task<[Element], Never> {
  Task {
    var all: [Element] = []
    for await event in events { all.append(event) }
    return all
  }
}
