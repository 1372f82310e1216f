import LiveTables

/// The table that a stream has made so far.
///
/// A row is found by its identity through an index, and the table is edited where the row is: a line costs O(log *n*),
/// and the difference to the table before costs what the line changed.
struct StreamModel {
  /// The table, rows in the order in which they came.
  private(set) var table: RecordTable
  private let isGrouped: Bool
  private var places: [ExactText: Place] = [:]
  /// Further rows of identities that whole tables may repeat.
  private var repeated: [ExactText: [Place]] = [:]
  private var sections: [ExactText: SectionPlaces] = [:]
  private var sectionRanks = Ranks()
  /// How many slots rows and sections that are gone have left behind, at most.
  private var goneCount = 0

  /// Where a row is: slots that stay what they are while other rows and sections come and go.
  private struct Place {
    var section: ExactText
    var slot: Int
  }

  /// Where a section is, and where its rows are.
  private struct SectionPlaces {
    var slot: Int
    var rows = Ranks()
  }

  /// Makes the table of a stream that has not said anything yet.
  init(isGrouped: Bool) {
    self.isGrouped = isGrouped
    table = RecordTable([], isGrouped: isGrouped)
    index()
  }

  /// Puts a row in the place of the first one with its identity, or at the end of its section.
  ///
  /// A row that changes its section goes to the end of the new one.
  mutating func put(_ row: Record) {
    let section = isGrouped ? row.group : ExactText("")
    if let place = places[row.identity] {
      if place.section == section {
        table.replace(at: path(of: place), with: row)
        return
      }
      removeFirst(row.identity, at: place)
    }
    append(row, to: section)
    reindexIfSparse()
  }

  /// Removes the rows with an identity.
  ///
  /// - Returns: Whether there was one.
  @discardableResult mutating func remove(_ identity: ExactText) -> Bool {
    var isFound = false
    while let place = places[identity] {
      isFound = true
      removeFirst(identity, at: place)
    }
    reindexIfSparse()
    return isFound
  }

  /// Takes a whole table in the place of this one.
  mutating func replace(with records: [Record]) {
    table = RecordTable(records, isGrouped: isGrouped)
    index()
  }
}

// MARK: - Places

extension StreamModel {
  private func path(of place: Place) -> RowPath {
    guard let section = sections[place.section] else { preconditionFailure("a row is in a section") }
    return RowPath(section: sectionRanks.rank(of: section.slot), row: section.rows.rank(of: place.slot))
  }

  private mutating func append(_ row: Record, to name: ExactText) {
    if sections[name] == nil {
      sections[name] = SectionPlaces(slot: sectionRanks.append())
      table.append(TableSection(Group(name), rows: []))
    }
    let slot = sections[name]!.rows.append()
    table.append(row, toSection: sectionRanks.rank(of: sections[name]!.slot))
    remember(Place(section: name, slot: slot), of: row.identity)
  }

  /// Removes the first row with an identity, and its section if that is empty then and the table is grouped.
  private mutating func removeFirst(_ identity: ExactText, at place: Place) {
    let path = path(of: place)
    table.remove(at: path)
    sections[place.section]!.rows.remove(place.slot)
    goneCount += 1
    if isGrouped, sections[place.section]!.rows.count == 0 {
      table.remove(section: path.section)
      sectionRanks.remove(sections[place.section]!.slot)
      sections[place.section] = nil
      goneCount += 1
    }
    places[identity] = repeated[identity]?.removeFirst()
    if repeated[identity]?.isEmpty == true { repeated[identity] = nil }
  }

  private mutating func remember(_ place: Place, of identity: ExactText) {
    if places[identity] == nil {
      places[identity] = place
    } else {
      repeated[identity, default: []].append(place)
    }
  }

  /// Finds the places of all sections and rows anew.
  private mutating func index() {
    places.removeAll(keepingCapacity: true)
    repeated.removeAll()
    sections.removeAll()
    sectionRanks = Ranks()
    goneCount = 0
    for section in table.sections {
      let name = section.value.name
      var found = SectionPlaces(slot: sectionRanks.append())
      for row in section.rows {
        remember(Place(section: name, slot: found.rows.append()), of: row.identity)
      }
      sections[name] = found
    }
  }

  /// Indexes anew where most slots belong to rows or sections that are gone, so that memory stays bounded.
  private mutating func reindexIfSparse() {
    if goneCount > max(1024, table.count) { index() }
  }
}
