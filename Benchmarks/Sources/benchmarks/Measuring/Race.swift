import Foundation
import HeapMeter

/// A named piece of work, whose result keeps the compiler from removing it.
struct Contender {
  let name: String
  let work: () -> Int
}

/// Runs contenders in turn in one process, so that a slowdown of the machine affects all of them.
struct Race {
  let runs: Int
  private(set) var checksum = 0
  /// The peak bytes that each contender of the last race allocated; empty if bytes cannot be counted.
  private(set) var peaks: [String: Int] = [:]

  init(runs: Int) { self.runs = runs }

  /// Returns the median time of each contender, in milliseconds.
  mutating func medians(of contenders: [Contender]) -> [String: Double] {
    peaks = [:]
    let repetitions = contenders.map { contender in
      // This run warms up; its time determines how often short work is repeated.
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

  /// Runs a contender once and returns its milliseconds and its peak of allocated bytes.
  mutating func firstTime(_ contender: Contender) -> (milliseconds: Double, peak: Int?) {
    heap_meter_start()
    let first = time(contender, repetitions: 1)
    heap_meter_stop()
    return (first, heap_meter_is_available() ? Int(heap_meter_peak()) : nil)
  }

  /// Returns the milliseconds of one repetition, in processor time of this thread, which excludes other programs.
  mutating func time(_ contender: Contender, repetitions: Int) -> Double {
    let start = Self.now
    for _ in 0..<repetitions { checksum &+= contender.work() }
    return (Self.now - start) / Double(repetitions)
  }

  /// The processor time of this thread, in milliseconds.
  static var now: Double { Stopwatch.milliseconds(CLOCK_THREAD_CPUTIME_ID) }

  static func median(_ values: [Double]) -> Double {
    let sorted = values.sorted()
    let middle = sorted.count / 2
    return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
  }
}
