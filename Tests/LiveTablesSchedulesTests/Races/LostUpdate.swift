// A balance is read, and written after an `await`. Two callers read the same balance.
// The example of LeeKahSeng/SwiftSenpai-Swift-Concurrency#2.

private actor Database {
  private(set) var likes = 0

  func save(_ likes: Int) { self.likes = likes }

  func addLike() { likes += 1 }
}

private struct Post {
  let database: Database
  let isFixed: Bool

  func like() async {
    if isFixed { return await database.addLike() }
    let likes = await database.likes
    await database.save(likes + 1)
  }
}

struct LostUpdate: Race {
  func ordinary(isFixed: Bool) async -> Bool {
    let post = Post(database: Database(), isFixed: isFixed)
    await post.like()
    await post.like()
    return await post.database.likes == 2
  }

  func explored(isFixed: Bool) async -> Bool {
    let post = Post(database: Database(), isFixed: isFixed)
    await withTaskGroup { group in
      for _ in 0..<2 { group.addTask { await post.like() } }
    }
    return await post.database.likes == 2
  }
}
