#if Postgres
internal import LiveTables

/// Combined tables from the same server show the same position of its log.
extension PostgresTable {
  /// Returns a state that matches the states of the server's other tables in a shared reading.
  ///
  /// A table that is behind another table waits for the server's next messages. A table that is ahead returns an earlier
  /// state, and notifies its readers.
  func state(in moment: ReadMoment, of server: LogServer) async -> SourceState<OneSection, Row> {
    let agreement = moment.shared(by: server) { Locked(LogAgreement(from: server.floor.with { $0 })) }
    combine()
    var waited = LogPosition.zero
    while true {
      let answer = agreement.with { $0.answer(recent, applied: applied) }
      switch answer {
      case .newest(let state): return state
      case .older(let state):
        raise(server)
        notify()
        return state
      case .none:
        raise(server)
        moment.markStale()
        return content
      case .wait(let position):
        if position > waited, !isBehind, await isReached(position) {
          waited = position
          continue
        }
        if !Task.isCancelled { fallBehind(position) }
        agreement.with { $0.isBroken = true }
      }
    }
  }

  private func raise(_ server: LogServer) {
    let newest = recent.newest
    server.floor.with { $0 = max($0, newest) }
  }
}

extension LogAgreement {
  fileprivate mutating func answer<State>(
    _ recent: RecentStates<State>, applied: LogPosition
  ) -> RecentStates<State>.Answer { recent.answer(&self, applied: applied) }
}
#endif
