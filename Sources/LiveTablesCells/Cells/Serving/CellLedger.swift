/// A record of the visible cells, with at most one cell for each position, and at most one position for each cell.
///
/// Each method returns the entries that it removed. The caller ends the scopes of these entries.
struct CellLedger<Place: Hashable, Entry> {
  private var entries: [Place: (cell: ObjectIdentifier, entry: Entry)] = [:]
  private var places: [ObjectIdentifier: Place] = [:]

  var count: Int { entries.count }

  var allPlaces: some Sequence<Place> { entries.keys }

  subscript(place: Place) -> Entry? { entries[place]?.entry }

  func place(of cell: ObjectIdentifier) -> Place? { places[cell] }

  /// Records the entry of the cell that is shown at a position.
  ///
  /// - Returns: The replaced entries of the cell and of the position.
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

  /// Moves cells to other positions.
  ///
  /// - Parameter target: A closure that returns the new position, or `nil` if the position no longer exists.
  /// - Returns: The entries whose positions no longer exist.
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
