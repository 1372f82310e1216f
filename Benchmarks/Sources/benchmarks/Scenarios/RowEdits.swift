import LiveTables

/// An edit at one position of a list.
enum RowWrite<Row> {
  case update
  case remove
  case insert(Row)
  /// Inserts, before the row at this position, a row that is removed elsewhere.
  case arrive(Row)
}

/// Edits of a list, at most one for each position, in ascending order of position.
struct RowEdits<Row: BenchmarkRow> {
  private var edits: [(position: Int, edit: RowWrite<Row>)] = []

  /// Edits 1 % of the rows: of twenty edits, eight update a row, five delete, five insert and two move one.
  ///
  /// - Parameter firstNew: The number of the first inserted row.
  init(onePercentOf rows: [Row], firstNew: Int, _ random: inout SplitMix64) {
    var chosen: Set<Int> = []
    var next = firstNew
    func place() -> Int {
      while true {
        let position = Int.random(in: rows.indices, using: &random)
        if chosen.insert(position).inserted { return position }
      }
    }
    for number in 0..<max(rows.count / 100, 1) {
      switch number % 20 {
      case 0..<8: edits.append((place(), .update))
      case 8..<13: edits.append((place(), .remove))
      case 13..<18:
        edits.append((place(), .insert(Row(number: next, revision: 0))))
        next += 1
      default:
        let source = place()
        edits.append((source, .remove))
        edits.append((place(), .arrive(rows[source])))
      }
    }
    edits.sort { $0.position < $1.position }
  }

  /// Creates one edit of the same cycle of twenty; a move changes the row's position by half of the list.
  init(turn: Int, of rows: [Row], firstNew: Int, _ random: inout SplitMix64) {
    let position = Int.random(in: rows.indices, using: &random)
    switch turn % 20 {
    case 0..<8: edits = [(position, .update)]
    case 8..<13: edits = [(position, .remove)]
    case 13..<18: edits = [(position, .insert(Row(number: firstNew, revision: 0)))]
    default:
      let target = (position + rows.count / 2) % rows.count
      edits = [(position, .remove), (target, .arrive(rows[position]))]
      edits.sort { $0.position < $1.position }
    }
  }

  /// Returns the rows after the edits.
  func applied(to rows: [Row]) -> [Row] {
    var result: [Row] = []
    result.reserveCapacity(rows.count + edits.count)
    var next = 0
    for (position, edit) in edits {
      result += rows[next..<position]
      switch edit {
      case .update: result.append(rows[position].revised())
      case .remove: break
      case .insert(let row), .arrive(let row): result += [row, rows[position]]
      }
      next = position + 1
    }
    return result + rows[next...]
  }

  /// Applies the edits with the library's edit methods, starting at the last position.
  func apply<Section>(to table: inout TableSnapshot<Section, Row>, section: Int) {
    for (position, edit) in edits.reversed() {
      let path = RowPath(section: section, row: position)
      switch edit {
      case .update: table[path] = table[path]?.revised()
      case .remove: table[path] = nil
      case .insert(let row), .arrive(let row): table.insert(row, at: .path(path))
      }
    }
  }
}
