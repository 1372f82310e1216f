@testable import LiveTablesOperators
import LiveTablesTesting
import Synchronization
import TableDiff
import TestSupport
import Testing

@testable import LiveTables

/// Tests rows that are mapped by asynchronous functions.
@Suite("Asynchronous maps") struct AsyncMapTests {
  private typealias Mapper = AsyncMapper<OneSection, SampleRow, SampleRow>

  private static func mapped(_ row: SampleRow) -> SampleRow { SampleRow(row.id, content: 100 + row.content) }
  private static func placeholder(_ row: SampleRow) -> SampleRow { SampleRow(row.id, content: -1) }

  @Test(
    "async map limits concurrent calls, cancels calls for deleted and changed rows, and keeps the order",
    arguments: 0..<40)
  func anyOrder(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var mapper = Mapper(limit: 3, placeholder: Self.placeholder)
    var table = TableSnapshot<OneSection, SampleRow>(rows: (0..<6).map { SampleRow($0) })
    var running: [Int: Mapper.Job] = [:]
    var done: [Int: Int] = [:]
    _ = mapper.follow(Changeset(reloading: table, from: TableSnapshot(), because: .firstTable))
    func step() {
      for job in mapper.start() { running[job.number] = job }
      #expect(running.count <= 3)
    }
    step()
    for _ in 0..<80 {
      if Int.random(in: 0..<3, using: &random) > 0, let (number, job) = running.min(by: { $0.key < $1.key }) {
        running[number] = nil
        let isUsed = mapper.finish(job, Self.mapped(job.row))
        #expect(isUsed)
        done[job.row.id] = job.row.content
      } else {
        var next = table
        let id = Int.random(in: 0..<9, using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0: next.apply(.remove(id: id))
        case 1: next.apply(.patch(.id(id)) { $0.content += 1 })
        case 2: next.apply(.move(.id(id), to: .path(RowPath(0, 0))))
        default: if next.row(id: id) == nil { next.apply(.append(SampleRow(id, content: 20))) }
        }
        for number in mapper.follow(next.difference(from: table)) { running[number] = nil }
        for row in table where next.row(id: row.id) != row { done[row.id] = nil }
        table = next
      }
      step()
      let expected = table.map { done[$0.id] == $0.content ? Self.mapped($0) : Self.placeholder($0) }
      #expect(Array(mapper.table) == expected, "seed \(seed)")
      #expect(running.values.allSatisfy { job in table.row(id: job.row.id) == job.row }, "what runs is of use")
      #expect(running.count == min(3, table.count { done[$0.id] != $0.content }))
    }
  }

  @Test("rows with the same identity are mapped separately, whatever moves or is deleted", arguments: 0..<100)
  func oneIdentity(seed: UInt64) {
    typealias Mapper = AsyncMapper<SampleSection, SampleRow, SampleRow>
    var random = SeededGenerator(seed: seed)
    var mapper = Mapper(limit: 3, placeholder: Self.placeholder)
    var table = SampleTable()
    var running: [Int: Mapper.Job] = [:]
    var number = 0
    func finish(all: Bool) {
      repeat {
        for job in mapper.start() { running[job.number] = job }
        guard let (number, job) = running.min(by: { $0.key < $1.key }) else { return }
        running[number] = nil
        let isUsed = mapper.finish(job, Self.mapped(job.row))
        #expect(isUsed)
      } while all
    }
    for step in 0..<20 {
      var sections = table.sections.map { (value: $0.value, rows: Array($0.rows)) }
      if Int.random(in: 0..<3, using: &random) == 0 { sections.shuffle(using: &random) }
      if sections.count < 3 { sections.append((SampleSection(step), [])) }
      for index in sections.indices {
        let place = Int.random(in: 0...sections[index].rows.count, using: &random)
        number += 1
        switch Int.random(in: 0..<5, using: &random) {
        case 0: sections[index].rows.insert(SampleRow(number % 2, content: number), at: place)
        case 1: sections[index].rows.shuffle(using: &random)
        case 2: sections[index].rows = Array(sections[index].rows.dropFirst())
        case 3: sections[index].rows = sections[index].rows.map { SampleRow($0.id, content: $0.content + $0.id) }
        default: sections.swapAt(0, index)
        }
      }
      let next = SampleTable(sections: sections.map { TableSection($0.value, rows: $0.rows) })
      for number in mapper.follow(next.difference(from: table)) { running[number] = nil }
      table = next
      finish(all: step % 4 == 3)
      if step % 4 == 3 { #expect(Array(mapper.table) == table.map(Self.mapped), "seed \(seed), step \(step)") }
    }
    #expect(mapper.jobs.isEmpty && mapper.places.isEmpty)
  }

  @Test("a job that starts or is cancelled is removed from the waiting jobs by its number")
  func waiting() {
    var mapper = Mapper(limit: 2, placeholder: Self.placeholder)
    var table = TableSnapshot<OneSection, SampleRow>(rows: (0..<6).map { SampleRow($0) })
    _ = mapper.follow(Changeset(reloading: table, from: TableSnapshot(), because: .firstTable))
    let jobs = mapper.start()
    #expect(jobs.map(\.row.id) == [0, 1] && mapper.waiting.keys.sorted() == [3, 4, 5, 6])
    for content in 1...3 {
      var next = table
      next.update(at: RowPath(0, 3)) { $0.content = content }
      let cancelled = mapper.follow(next.difference(from: table))
      #expect(cancelled == [content == 1 ? 4 : content + 5])
      table = next
    }
    #expect(mapper.waiting.keys.sorted() == [3, 5, 6, 9] && mapper.start().isEmpty)
    var order: [Int] = []
    var running = jobs
    while let job = running.popLast() {
      order.append(job.row.id)
      let isUsed = mapper.finish(job, Self.mapped(job.row))
      #expect(isUsed)
      running += mapper.start()
    }
    #expect(order == [1, 2, 4, 5, 3, 0] && mapper.waiting.isEmpty && mapper.running.isEmpty)
  }

  @Test("tasks that map rows end with the table, and are cancelled with their row")
  func tasks() async throws {
    let live = LiveTable(rows: [SampleRow(1), SampleRow(2), SampleRow(3)])
    let gates = [1: Gate(), 2: Gate(), 3: Gate()]
    let cancelled = Mutex<Set<Int>>([])
    var mapped: DerivedTable<OneSection, SampleRow>? = live.map(atMost: 2, placeholder: Self.placeholder) { row in
      await gates[row.id]?.wait()
      if Task.isCancelled { cancelled.withLock { _ = $0.insert(row.id) } }
      return Self.mapped(row)
    }
    var tables = mapped?.tables.makeAsyncIterator()
    #expect(await tables?.next()?.map(\.content) == [-1, -1, -1])
    gates[2]?.open()
    while let table = await tables?.next(), table.map(\.content) != [-1, 100, -1] {}
    try await live.edit { $0.remove(id: 1) }
    gates[3]?.open()
    while let table = await tables?.next(), table.map(\.content) != [100, 100] {}
    try await live.edit { $0.append(SampleRow(1, content: 5)) }
    gates[1]?.open()
    while let table = await tables?.next(), table.map(\.content) != [100, 100, 105] {}
    #expect(cancelled.withLock { $0 }.isSubset(of: [1]))
    await live.finish()
    while await tables?.next() != nil {}
    tables = nil
    mapped = nil
  }

  @Test("deleting a row cancels its call, and the next row is mapped")
  func cancels() async throws {
    let live = LiveTable(rows: [SampleRow(1), SampleRow(2)])
    let (begun, goes, done) = (Gate(), Gate(), Gate())
    let wasCancelled = Mutex(false)
    let mapped = live.map(atMost: 1, placeholder: Self.placeholder) { row in
      if row.id == 1 {
        begun.open()
        await goes.wait()
        wasCancelled.withLock { $0 = Task.isCancelled }
        done.open()
      }
      return Self.mapped(row)
    }
    var tables = mapped.tables.makeAsyncIterator()
    _ = await tables.next()
    await begun.wait()
    try await live.edit { $0.remove(id: 1) }
    while let table = await tables.next(), table.map(\.content) != [100] {}
    goes.open()
    await done.wait()
    #expect(wasCancelled.withLock { $0 })
  }
}
