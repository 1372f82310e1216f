import Foundation
import LiveTables
import Synchronization
import Testing

@testable import livetable

@Suite(.timeLimit(.minutes(20))) struct TodoFileTests {
  private let directory: TemporaryDirectory
  private let file: TodoFile

  init() throws {
    directory = try TemporaryDirectory()
    file = TodoFile(directory.path + "/todo.json")
  }

  private func insert(_ title: String, into list: String) -> TodoChange { .edit(.append(item(title), to: list)) }

  @Test func withoutAFileThereAreBlankLists() throws {
    #expect(try file.read().text == "Today[] Later[]")
    #expect(try file.change(insert("x", into: "Today")).table.text == "Today[x] Later[]")
    #expect(try file.read().text == "Today[x] Later[]")
    _ = try directory.write("", to: "empty.json")
    #expect(try TodoFile(directory.path + "/empty.json").read().text == "Today[] Later[]")
  }

  @Test func aChangeIsMadeToWhatIsThereAtThatMoment() throws {
    _ = try file.change(insert("x", into: "Today"))
    let other = TodoFile(directory.path + "/./todo.json")
    _ = try other.change(insert("y", into: "Today"))
    let (table, isFound) = try file.change(.edit(.remove(id: "x")))
    #expect(isFound && table.text == "Today[y] Later[]")
    #expect(try file.change(.edit(.remove(id: "x"))).isFound == false)
  }

  @Test func rubbishIsLeftAloneAndSaid() throws {
    for rubbish in ["rubbish", "{\"lists\":7}", "\u{0}"] {
      _ = try directory.write(rubbish, to: "todo.json")
      #expect(throws: TodoFileError.self) { try file.read() }
      #expect(throws: TodoFileError.self) { try file.change(insert("x", into: "Today")) }
      #expect(try FileDescriptor.readFile(file.path) == Array(rubbish.utf8))
    }
    #expect(mkdir(directory.path + "/folder", 0o700) == 0)
    #expect(throws: TodoFileError.self) { try TodoFile(directory.path + "/folder").read() }
    #expect(throws: TodoFileError.self) { try TodoFile("/nowhere/todo.json").change(.addList("a")) }
  }

  @Test func aLinkStaysALinkAndTheModeStays() throws {
    _ = try directory.write("{\"lists\":[]}", to: "real.json")
    let link = directory.path + "/link.json"
    #expect(symlink(directory.path + "/real.json", link) == 0)
    #expect(chmod(directory.path + "/real.json", 0o640) == 0)
    _ = try TodoFile(link).change(.addList("a"))
    var status = stat()
    #expect(lstat(link, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK)
    #expect(stat(directory.path + "/real.json", &status) == 0 && status.st_mode & 0o777 == 0o640)
    #expect(try TodoFile(link).read().text == "a[]")
  }

  @Test func whatAKilledProcessLeavesIsInNobodysWay() throws {
    _ = try file.change(insert("x", into: "Today"))
    _ = try directory.write("{\"li", to: ".todo.json.new")
    #expect(try file.read().text == "Today[x] Later[]")
    #expect(try file.change(insert("y", into: "Today")).table.text == "Today[x y] Later[]")
    #expect(access(directory.path + "/.todo.json.new", F_OK) != 0)
  }

  /// Several writers with files of their own on one path, as processes have.
  @Test func noChangeIsLostHoweverManyWriteAtOnce() async throws {
    let (writers, changes) = (6, 25)
    let path = file.path
    await withTaskGroup(of: Void.self) { tasks in
      for writer in 0..<writers {
        tasks.addTask {
          let keeper = TodoKeeper(TodoFile(path))
          for number in 0..<changes {
            let title = "\(writer)-\(number)"
            keeper.change(number, .edit(.append(TodoItem(id: title, title: title), to: "Today")))
          }
          await keeper.finish()
        }
      }
    }
    let titles = try file.read().map(\.title)
    #expect(titles.count == writers * changes)
    #expect(Set(titles).count == writers * changes)
    for writer in 0..<writers {
      #expect(titles.filter { $0.hasPrefix("\(writer)-") } == (0..<changes).map { "\(writer)-\($0)" }, "each in order")
    }
  }

  @Test func theKeeperSaysWhatCameOfItInOrder() async throws {
    let keeper = TodoKeeper(file)
    keeper.read()
    keeper.change(1, insert("x", into: "Today"))
    keeper.change(2, .edit(.remove(id: "nobody")))
    keeper.change(3, insert("y", into: "Later"))
    await keeper.finish()
    var said: [String] = []
    for await news in keeper.news {
      switch news {
      case .read(let table): said.append("read \(table.text)")
      case .changed(let number, let table): said.append("\(number) \(table.text)")
      case .missed(let number, let table): said.append("missed \(number) \(table.text)")
      case .failed(_, let error): said.append("\(error)")
      }
    }
    #expect(said == ["read Today[] Later[]", "1 Today[x] Later[]", "missed 2 Today[x] Later[]", "3 Today[x] Later[y]"])
  }

  // MARK: - Watching

  @Test func aFileThatIsReplacedIsNoticedAndOthersAreNot() async throws {
    let watch = try FileWatch(directory: directory.path)
    _ = try directory.write("other", to: "other.json")
    _ = try file.change(.addList("a"))
    #expect(try await watch.next(of: "todo.json") == .whole)
    _ = try directory.write("{}", to: "todo.json")
    #expect(try await watch.next(of: "todo.json") == .whole)
    #expect(unlink(file.path) == 0)
    #expect(try await watch.next(of: "todo.json") == .whole)
  }

  @Test func whoWaitsCanBeCancelled() async throws {
    let path = directory.path
    let waiting = Task {
      let watch = try FileWatch(directory: path)
      return try await watch.next(of: "todo.json")
    }
    await Task.yield()
    waiting.cancel()
    #expect(try await waiting.value == nil)
    #expect(throws: SystemError.self) { _ = try FileWatch(directory: path + "/nowhere") }
  }

  #if !canImport(Darwin)
  @Test("a file that stays open counts when it is closed, or when it was written, as the patience says")
  func openFile() async throws {
    let path = directory.path
    let writer = open(try directory.write("", to: "todo.json"), O_WRONLY | O_APPEND)
    let (isBegun, begun) = AsyncStream.makeStream(of: Void.self)
    let waiting = Task {
      defer { begun.finish() }
      let watch = try FileWatch(directory: path)
      begun.finish()
      return try await watch.next(of: "todo.json")
    }
    for await _ in isBegun {}
    let eager = try FileWatch(directories: [path], patience: .zero)
    for _ in 0..<50 {
      try FileDescriptor.write([0x20], to: writer)
      #expect(try await eager.next(of: "todo.json") == .part)
    }
    _ = close(writer)
    #expect(try await waiting.value == .whole)
    #expect(try await eager.next(of: "todo.json") == .whole)
  }

  @Test("a file that is written without pause is looked at after the patience") func writtenWithoutPause() async throws
  {
    let watch = try FileWatch(directories: [directory.path], patience: .milliseconds(1))
    let writer = open(try directory.write("", to: "other.json"), O_WRONLY)
    #expect(rename(directory.path + "/other.json", file.path) == 0)
    #expect(try await watch.next(of: "todo.json") == .whole)
    let isSeen = Atomic(false)
    let writing = onThread {
      defer { _ = close(writer) }
      while !isSeen.load(ordering: .relaxed) {
        try FileDescriptor.write([0x20], to: writer)
        lseek(writer, 0, SEEK_SET)  // the file stays small
      }
    }
    #expect(try await watch.next(of: "todo.json") == .part)
    isSeen.store(true, ordering: .relaxed)
    try await writing.value
  }

  @Test func namesAreReadFromTheKernelsEvents() {
    let file = event("todo.json", padded: 16)
    let events = FileWatch.events(file + event("", padded: 0) + event("a", padded: 4, mask: 0x4002))
    #expect(events.map(\.name) == ["todo.json", "", "a"] && events.map(\.mask) == [8, 8, 0x4002])
    #expect(FileWatch.events([]).isEmpty)
    #expect(FileWatch.events(Array(file.prefix(20))).map(\.name) == ["todo"], "cut off")
  }

  @Test("the last event says whether a file is still being written") func lastEvent() {
    func change(_ events: [UInt8]...) -> FileWatch.Change? {
      FileWatch.change(of: ["todo.json"], in: events.flatMap(\.self))
    }
    let (written, closed) = (event("todo.json", padded: 16, mask: 2), event("todo.json", padded: 16))
    let other = event("a", padded: 4)
    #expect(change(other) == nil && change() == nil)
    #expect(change(written, other) == .part && change(closed, written) == .part)
    #expect(change(written, closed, other) == .whole)
    #expect(change(event("todo.json", padded: 16, mask: 0x100)) == .part, "a new file is about to be written")
    // An event without a name says that some were lost.
    #expect(change(written, event("", padded: 0)) == .whole)
  }

  /// An event as the kernel writes it, by default about a file that was closed.
  private func event(_ name: String, padded length: Int, mask: UInt16 = 8) -> [UInt8] {
    [1, 0, 0, 0, UInt8(mask & 0xFF), UInt8(mask >> 8), 0, 0, 0, 0, 0, 0, UInt8(length), 0, 0, 0] + name.utf8
      + [UInt8](repeating: 0, count: length - name.utf8.count)
  }
  #endif
}
