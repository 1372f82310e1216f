/// Pairs left-over rows if several of them share an identity.
enum Pairing {
  /// Returns the left-over old row that each left-over new row pairs with, or -1.
  ///
  /// First, rows of the same class that stay in the same section pair in order. Then as many of the remaining rows as
  /// possible pair in table order.
  ///
  /// - Parameters:
  ///   - classes: The classes of the left-over rows, in alignment order.
  ///   - alignment: The section of each row, and the order of the old sections.
  /// - Complexity: O(*n*), plus O(*d* log *d*) for *d* rows that share an identity and change section.
  static func pairs(
    _ classes: IdentityClasses, _ alignment: Alignment
  ) -> [Int32] {
    let oldCount = alignment.oldLeft.count
    var oldClasses = classes.old
    Alignment.append(Int32(oldClasses.count), to: Int32(oldCount), &oldClasses)
    let oldOwners = alignment.owners(isOld: true)
    let newOwners = alignment.owners(isOld: false)
    let olds = Members(of: oldClasses, classCount: oldCount)
    let news = Members(of: classes.new, classCount: oldCount)
    func place(of old: Int32) -> Int32 { alignment.marks[Int(oldOwners[Int(old)])].place }
    var pairs = [Int32](repeating: -1, count: classes.new.count)
    for number in 0..<oldCount where olds.first[number] >= 0 && news.first[number] >= 0 {
      var old = olds.first[number]
      var new = news.first[number]
      var oldRest: [Int32] = []
      var newRest: [Int32] = []
      while old >= 0, new >= 0 {
        let (one, two) = (oldOwners[Int(old)], newOwners[Int(new)])
        if one == two { pairs[Int(new)] = old }
        if one < two { oldRest.append(old) }
        if two < one { newRest.append(new) }
        if one <= two { old = olds.next[Int(old)] }
        if two <= one { new = news.next[Int(new)] }
      }
      oldRest += olds.members(from: old)
      newRest += news.members(from: new)
      if oldRest.isEmpty || newRest.isEmpty { continue }
      oldRest.sort { Int64(high: place(of: $0), low: UInt32(bitPattern: $0)) }
      for (old, new) in zip(oldRest, newRest) { pairs[Int(new)] = old }
    }
    return pairs
  }

  /// The rows with equal identities of each class, stored as linked lists in ascending order.
  private struct Members {
    var first: [Int32]
    var next: [Int32]

    init(of classes: [Int32], classCount: Int) {
      first = [Int32](repeating: -1, count: classCount)
      next = [Int32](repeating: -1, count: classes.count)
      for index in classes.indices.reversed() where classes[index] >= 0 {
        next[index] = first[Int(classes[index])]
        first[Int(classes[index])] = Int32(index)
      }
    }

    func members(from member: Int32) -> [Int32] {
      sequence(first: member) { next[Int($0)] }.prefix { $0 >= 0 }
    }
  }
}

/// Identities represented by integers.
///
/// Rows with equal identities have the same class.
struct IdentityClasses {
  /// The class of each old identity.
  ///
  /// Identities beyond the end of the list have separate classes.
  var old: [Int32] = []
  /// The class of each new identity, or -1.
  var new: [Int32] = []
  /// Whether no class contains two identities of the same side.
  var areUnique = true

  /// Adds an old identity to the class of another identity.
  ///
  /// Earlier identities without a class receive separate classes.
  mutating func addOld(_ number: Int, equalTo other: Int) {
    areUnique = false
    Alignment.append(Int32(old.count), to: Int32(number), &old)
    old.append(Int32(other))
  }
}
