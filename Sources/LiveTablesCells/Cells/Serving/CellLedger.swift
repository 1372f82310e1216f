/// Which cell shows what: at most one cell in each place, each cell in at most one place.
///
/// A pure value. It answers every event with the entries that ended; the caller ends their scopes.
struct CellLedger<Place: Hashable, Entry> {
  private var entries: [Place: (cell: ObjectIdentifier, entry: Entry)] = [:]
  private var places: [ObjectIdentifier: Place] = [:]

  /// How many cells are in use.
  var count: Int { entries.count }

  /// All places with a cell, in no order.
  var allPlaces: some Sequence<Place> { entries.keys }

  /// What is at a place.
  subscript(place: Place) -> Entry? { entries[place]?.entry }

  /// Where a cell is.
  func place(of cell: ObjectIdentifier) -> Place? { places[cell] }

  /// Notes that a cell shows what belongs to a place.
  ///
  /// - Returns: The entries of the cell and of the place until now.
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

  /// Removes a cell.
  mutating func remove(_ cell: ObjectIdentifier) -> Entry? {
    guard let place = places.removeValue(forKey: cell) else { return nil }
    return entries.removeValue(forKey: place)?.entry
  }

  /// Moves cells to other places.
  ///
  /// - Parameter target: Where a place is afterwards; `nil` if it is gone.
  /// - Returns: What was in places that are gone.
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

  /// Removes all cells.
  mutating func removeAll() -> [Entry] {
    defer { self = CellLedger() }
    return entries.values.map(\.entry)
  }
}
