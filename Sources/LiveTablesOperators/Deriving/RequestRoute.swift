public import LiveTables

/// How a user's edits of a derived table reach the table's source.
public struct RequestRoute<Section: Diffable & Sendable, Row: Diffable & Sendable>: Sendable {
  let accept: @MainActor @Sendable (UserRequest<Section, Row>) -> Acceptance
  let obstacle: @MainActor @Sendable (EditKind) -> String?

  /// Creates a route that passes edits to a source.
  ///
  /// - Parameters:
  ///   - source: The source that receives the edits.
  ///   - obstacles: The reasons why some kinds of edits cannot be passed to the source.
  ///   - forward: A closure that creates the edit for the source, or throws an error to refuse it. If both sources have
  ///     the same sections and rows, pass `{ try $0.forwarded { $0 } }`.
  public init<Other: Diffable & Sendable, OtherRow: Diffable & Sendable>(
    to source: some TableSource<Other, OtherRow>, except obstacles: [EditKind: String] = [:],
    _ forward: @escaping @Sendable (UserRequest<Section, Row>) throws -> UserRequest<Other, OtherRow>
  ) {
    accept = { request in
      if let obstacle = obstacles[request.kind] { return .refused(TableError.notEditable(obstacle)) }
      do { return source.pass(try forward(request)) } catch { return .refused(error) }
    }
    obstacle = { obstacles[$0] ?? source.obstacleToPassing($0) }
  }

  /// Creates a route to a source that contains rows and sections with the same identities.
  @usableFromInline package init(to source: some TableSource<Section, Row>, except obstacles: [EditKind: String] = [:])
  {
    self.init(to: source, except: obstacles) { try $0.forwarded { $0 } }
  }

  /// Returns a route that passes edits of a sorted table to its source.
  @usableFromInline static func sorted(_ source: some TableSource<Section, Row>) -> RequestRoute {
    RequestRoute(to: source, except: [.move: "sorted decides where rows are"])
  }

  /// Returns a route that refuses every edit, for a reason that includes the name of the operator.
  @usableFromInline package static func none(_ obstacle: String) -> RequestRoute {
    RequestRoute { _ in
      .refused(TableError.notEditable(obstacle))
    } obstacle: { _ in
      obstacle
    }
  }

  /// Returns a route that passes each edit to both sources.
  ///
  /// An inserted row is added to the first source.
  @usableFromInline static func both(_ first: RequestRoute, _ second: RequestRoute) -> RequestRoute {
    RequestRoute(
      accept: { request in
        if request.kind == .insert { return first.accept(request) }
        var request = request
        request.traits.isLenient = true
        return first.accept(request).and(second.accept(request))
      }, obstacle: { kind in first.obstacle(kind) ?? (kind == .insert ? nil : second.obstacle(kind)) })
  }

  private init(
    accept: @escaping @MainActor @Sendable (UserRequest<Section, Row>) -> Acceptance,
    obstacle: @escaping @MainActor @Sendable (EditKind) -> String?
  ) {
    self.accept = accept
    self.obstacle = obstacle
  }
}

extension RequestRoute where Section == OneSection {
  /// Returns a route that passes edits of left rows to the left source of a join.
  @usableFromInline static func left<Left: Diffable & Sendable, Right: Diffable & Sendable>(
    of source: some TableSource<OneSection, Left>
  ) -> RequestRoute where Row == JoinedRow<Left, Right> {
    RequestRoute(to: source) { request throws -> UserRequest<OneSection, Left> in
      var mergeLeft: UserRequest<OneSection, Left>.Merge?
      if let merge = request.merge {
        let right = request.row.right
        mergeLeft = { seen, edited, current in
          merge(JoinedRow(seen, right), JoinedRow(edited, right), JoinedRow(current, right)).left ?? current
        }
      }
      return try request.forwarded(sections: { $0 }, rows: { $0.left }, merge: mergeLeft)
    }
  }
}

extension RequestRoute {
  /// Creates a route that passes edits of a grouped table to its flat source.
  ///
  /// - Parameters:
  ///   - moving: A closure that changes a row so that it belongs to another section.
  @usableFromInline init(
    groupsOf source: some TableSource<OneSection, Row>, moving: (@Sendable (inout Row, Section) -> Void)?
  ) {
    self.init(to: source) { request in
      guard let section = request.section, request.kind == .insert || section.identity != request.origin?.identity
      else {
        return try request.forwarded { _ in OneSection() }
      }
      if let moving { return try request.changing { moving(&$0, section) }.forwarded { _ in OneSection() } }
      if request.kind == .insert { return try request.forwarded { _ in OneSection() } }
      throw TableError.notEditable("grouped moves a row to another section only if it is given `moving`")
    }
  }
}
