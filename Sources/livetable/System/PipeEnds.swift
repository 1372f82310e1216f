import Foundation

struct PipeEnds: Sendable {
  let reading: Int32
  let writing: Int32

  init() throws(SystemError) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw .last }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    (reading, writing) = (ends[0], ends[1])
  }

  func close() {
    _ = Foundation.close(reading)
    _ = Foundation.close(writing)
  }
}
