package import LiveTables

/// Starts a task that reads a sequence to its end and returns the elements.
@MainActor package func collected<Element: Sendable>(_ events: Updates<Element, Never>) -> Task<[Element], Never> {
  Task {
    var all: [Element] = []
    for await event in events { all.append(event) }
    return all
  }
}
