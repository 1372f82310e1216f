import Foundation
import HeapMeter

/// Somebody who does a piece of work; the answer keeps the compiler from leaving it out.
struct Contender {
  let name: String
  let work: () -> Int
}

/// Contenders that take turns in one process, so that whatever slows the machine down slows all of them.
struct Race {
  let runs: Int
  private(set) var checksum = 0
  /// The most bytes that each contender of the last race allocated at once; empty where they cannot be counted.
  private(set) var peaks: [String: Int] = [:]

  init(runs: Int) { self.runs = runs }

  /// The median of each contender's times, in milliseconds.
  mutating func medians(of contenders: [Contender]) -> [String: Double] {
    peaks = [:]
    let repetitions = contenders.map { contender in
      // Warms up. What is too short for the clock is repeated.
      let (first, peak) = firstTime(contender)
      peaks[contender.name] = peak
      return max(1, min(1000, Int(0.2 / max(first, 0.000_01))))
    }
    var times = [[Double]](repeating: [], count: contenders.count)
    for _ in 0..<runs {
      for (index, contender) in contenders.enumerated() {
        times[index].append(time(contender, repetitions: repetitions[index]))
      }
    }
    return Dictionary(uniqueKeysWithValues: zip(contenders.map(\.name), times.map(Self.median)))
  }

  /// Milliseconds while bytes are counted, and the most that were allocated at once.
  mutating func firstTime(_ contender: Contender) -> (milliseconds: Double, peak: Int?) {
    heap_meter_start()
    let first = time(contender, repetitions: 1)
    heap_meter_stop()
    return (first, heap_meter_is_available() ? Int(heap_meter_peak()) : nil)
  }

  /// Milliseconds for one repetition, of the processor's time for this thread: other programs do not count.
  mutating func time(_ contender: Contender, repetitions: Int) -> Double {
    let start = Self.now
    for _ in 0..<repetitions { checksum &+= contender.work() }
    return (Self.now - start) / Double(repetitions)
  }

  /// Milliseconds that the processor has spent on this thread.
  static var now: Double { Stopwatch.milliseconds(CLOCK_THREAD_CPUTIME_ID) }

  static func median(_ values: [Double]) -> Double {
    let sorted = values.sorted()
    let middle = sorted.count / 2
    return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
  }
}
