#if SQLite
import Foundation
import LiveTables
import Testing

@testable import LiveTablesSQLite

/// Tests symbolic links and folders on the path of a database that change while the database is open.
@Suite(.holdsFiles, .timeLimit(.minutes(20))) struct LinkTests {
  /// Returns two databases in the folders `a` and `b`, with the mails 1 and 2.
  private func files() async throws -> TestDatabase {
    let file = try await TestDatabase()
    for (number, name) in ["a", "b"].enumerated() {
      let folder = file.folder.appending(path: name)
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      let script =
        "PRAGMA journal_mode = wal; \(TestDatabase.mails) INSERT INTO mail VALUES (\(number + 1), 'in', 'x', 0);"
      #expect(try await SQLiteProgram.run(folder.path() + "/mail.db", script).status == 0)
    }
    return file
  }

  /// The ways in which a path leads to the file in a folder.
  enum Kind: CaseIterable, Sendable {
    case link, folderLink, linkToLink, innerLink, relativeLink, outerFolder, missingTarget

    var path: String {
      switch self {
      case .link, .linkToLink, .innerLink, .relativeLink, .missingTarget: "current.db"
      case .folderLink: "current/mail.db"
      case .outerFolder: "outer/current/mail.db"
      }
    }

    /// Makes the path lead to the file in a folder, as `ln -sfn` does.
    func point(to name: String, in folder: String) throws {
      let files = FileManager.default
      func link(_ place: String, to target: String) throws {
        try files.createSymbolicLink(atPath: folder + "new", withDestinationPath: target)
        #expect(rename(folder + "new", folder + place) == 0)
      }
      switch self {
      case .link: try link("current.db", to: folder + name + "/mail.db")
      case .folderLink: try link("current", to: folder + name)
      case .linkToLink:
        try link("other.db", to: folder + name + "/mail.db")
        try link("current.db", to: "./other.db")
      case .innerLink:
        try link("other.db", to: folder + name + "/mail.db")
        if name == "a" { try link("current.db", to: "other.db") }
      case .relativeLink: try link("current.db", to: "a/../" + name + "//mail.db")
      case .outerFolder:
        if files.fileExists(atPath: folder + "outer") {
          try files.moveItem(atPath: folder + "outer", toPath: folder + "away")
        }
        try files.createDirectory(atPath: folder + "outer", withIntermediateDirectories: true)
        try files.moveItem(atPath: folder + name, toPath: folder + "outer/current")
      case .missingTarget:
        try link("current.db", to: folder + "later/mail.db")
        if files.fileExists(atPath: folder + "later") { try files.removeItem(atPath: folder + "later") }
        try files.moveItem(atPath: folder + name, toPath: folder + "later")
      }
    }
  }

  @Test(arguments: Kind.allCases, [false, true])
  func theFileThatThePathNamesNowIsShownAndWritten(kind: Kind, isShownBefore: Bool) async throws {
    let file = try await files()
    let folder = file.folder.path() + "/"
    try kind.point(to: "a", in: folder)
    let path = folder + kind.path
    let database = try await SQLiteDatabase(path: path, createsFile: false)
    let live = database.table(of: Mail.self, "SELECT * FROM mail ORDER BY id")
    if !isShownBefore { try kind.point(to: "b", in: folder) }
    let shown = Shown(live)
    if isShownBefore {
      #expect(try await shown.next() == [[1]])
      try kind.point(to: "b", in: folder)
    }
    #expect(try await shown.next { $0 == [[2]] } != nil)
    try await database.insert(Mail(id: 7, folder: "in", subject: "own"))
    #expect(try await SQLiteProgram.run(path, "SELECT count(*) FROM mail;").output == "2\n")
    #expect(try await shown.next { $0 == [[2, 7]] } != nil)
    _ = try await SQLiteProgram.run(path, ".timeout 10000\nINSERT INTO mail VALUES (8, 'in', 'other', 0);")
    #expect(try await shown.next { $0 == [[2, 7, 8]] } != nil)
    await database.close()
  }

  @Test func aLinkThatTakesThePlaceOfTheFileIsFollowed() async throws {
    let file = try await files()
    let database = try await SQLiteDatabase(path: file.path, createsFile: false)
    let shown = Shown(database.table(of: Mail.self, "SELECT * FROM mail ORDER BY id"))
    #expect(try await shown.next() == [[]])
    for (id, name) in [(1, "a"), (2, "b"), (1, "a")] as [(RowID, String)] {
      let folder = file.folder.path() + "/"
      try FileManager.default.createSymbolicLink(atPath: folder + "new", withDestinationPath: name + "/mail.db")
      #expect(rename(folder + "new", file.path) == 0)
      #expect(try await shown.next { $0 == [[id]] } != nil)
    }
    await database.close()
  }

  @Test func aWriteGoesWhereTheLinkLeadsAlsoWithoutATable() async throws {
    let file = try await files()
    let folder = file.folder.path() + "/"
    try Kind.link.point(to: "a", in: folder)
    let database = try await SQLiteDatabase(path: folder + "current.db", createsFile: false)
    for name in ["b", "a", "b"] {
      try Kind.link.point(to: name, in: folder)
      try await database.write { try $0.execute("INSERT INTO note (text) VALUES (\(name))") }
      #expect(try await database.read { try $0.value("SELECT count(*) FROM note", as: Int.self) } > 0)
    }
    for (name, count) in [("a", "1\n"), ("b", "2\n")] {
      #expect(try await SQLiteProgram.run(folder + name + "/mail.db", "SELECT count(*) FROM note;").output == count)
    }
  }

  @Test func aPathIsFollowedAsTheSystemDoes() async throws {
    let file = try await files()
    let folder = file.folder.resolvingSymlinksInPath().path()
    let root = folder.hasSuffix("/") ? String(folder.dropLast()) : folder
    func link(_ name: String, _ target: String) throws {
      try FileManager.default.createSymbolicLink(atPath: root + "/" + name, withDestinationPath: target)
    }
    try link("one", "a")
    try link("two", root + "/one/.././b/")
    try link("three.db", "two/mail.db")
    try link("round", "round")
    try link("gone", "nowhere/at/all")
    let three = PathTrail(root + "/three.db")
    #expect(three.file == root + "/b/mail.db" && three.folder == root + "/b" && three.missing == nil)
    #expect(three.links == ["three.db", "two", "one"].map { root + "/" + $0 })
    #expect(three.folders.contains(root) && three.folders.first == "/" && three.folders.contains(root + "/a"))
    let gone = PathTrail(root + "/gone/mail.db")
    #expect(gone.file == nil && gone.folder == root && gone.missing == "nowhere")
    #expect(PathTrail(root + "/a/none.db").file == root + "/a/none.db")
    #expect(PathTrail(root + "/round/mail.db").file == nil)
    #expect(PathTrail("/").folder == "/")
  }
}
#endif
