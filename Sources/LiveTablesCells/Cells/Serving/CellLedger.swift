/// A record of the visible cells: at most one cell for each place, and at most one place for each cell.
///
/// This value has no side effects. Each method returns the entries that it removed, and the caller ends their scopes.
struct CellLedger<Place: Hashable, Entry> {
  private var entries: [Place: (cell: ObjectIdentifier, entry: Entry)] = [:]
  private var places: [ObjectIdentifier: Place] = [:]

  var count: Int { entries.count }

  var allPlaces: some Sequence<Place> { entries.keys }

  subscript(place: Place) -> Entry? { entries[place]?.entry }

  func place(of cell: ObjectIdentifier) -> Place? { places[cell] }

  /// Records the entry of the cell that is shown at a place.
  ///
  /// - Returns: The replaced entries of the cell and of the place.
  mutating func put(_ entry: Entry, _ cell: ObjectIdentifier, at place: Place) -> [Entry] {
    var over: [Entry] = []
    if let old = remove(cell) { over.append(old) }
    if let old = entries[place] {
      places[old.cell] = nil
      over.append(old.entry)
    }
    entries[place] = (cell, entry)
    places[cell] = place
    return over
  }

  mutating func remove(_ cell: ObjectIdentifier) -> Entry? {
    guard let place = places.removeValue(forKey: cell) else { return nil }
    return entries.removeValue(forKey: place)?.entry
  }

  /// Moves cells to other places.
  ///
  /// - Parameter target: A closure that returns the new place, or `nil` if the place no longer exists.
  /// - Returns: The entries whose places no longer exist.
  mutating func move(_ target: (Place) -> Place?) -> [Entry] {
    let before = entries
    entries = [:]
    places = [:]
    var over: [Entry] = []
    for (place, (cell, entry)) in before {
      guard let place = target(place), entries[place] == nil else {
        over.append(entry)
        continue
      }
      entries[place] = (cell, entry)
      places[cell] = place
    }
    return over
  }

  mutating func removeAll() -> [Entry] {
    defer { self = CellLedger() }
    return entries.values.map(\.entry)
  }
}
