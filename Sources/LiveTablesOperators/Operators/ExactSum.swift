/// A sum of floating-point numbers without rounding errors.
///
/// You can also remove numbers from the sum.
///
/// The sum is stored as a fixed-point number that is wide enough for every finite value (after Kulisch, 1971).
public struct ExactSum: Sendable {
  /// The 32-bit digits, least significant first, with deferred carries.
  private var digits: [Int64] = []
  private var carries = 0
  private var infinities = (plus: 0, minus: 0, nans: 0)
  @usableFromInline package var count = 0

  /// The exponent of the lowest bit of the first digit.
  private static var lowest: Int { -1_074 }

  @usableFromInline package init() {}

  @usableFromInline package mutating func add(_ number: Double) {
    count += 1
    add(number, 1)
  }

  @usableFromInline package mutating func remove(_ number: Double) {
    count -= 1
    add(number, -1)
  }

  private mutating func add(_ number: Double, _ times: Int) {
    if number.isNaN { return infinities.nans += times }
    if number == .infinity { return infinities.plus += times }
    if number == -.infinity { return infinities.minus += times }
    if digits.isEmpty { digits = Array(repeating: 0, count: 68) }
    let isNormal = number.isNormal
    let significand = number.significandBitPattern | (isNormal ? 1 << 52 : 0)
    let place = isNormal ? Int(number.exponentBitPattern) - 1 : 0
    let (digit, shift) = (place / 32, place % 32)
    let sign: Int64 = (number < 0) == (times > 0) ? -1 : 1
    let low = significand << shift
    let high = significand >> (64 - shift)  // zero if nothing is shifted
    digits[digit] += sign * Int64(low & 0xFFFF_FFFF)
    digits[digit + 1] += sign * Int64(low >> 32)
    digits[digit + 2] += sign * Int64(high)
    carries += 1
    if carries == 1 << 30 { carry() }
  }

  private mutating func carry() {
    carries = 0
    for index in digits.indices.dropLast() {
      digits[index + 1] += digits[index] >> 32
      digits[index] &= 0xFFFF_FFFF
    }
  }

  /// The sum, rounded once.
  @usableFromInline package var value: Double {
    if infinities.nans > 0 || infinities.plus > 0 && infinities.minus > 0 { return .nan }
    if infinities.plus > 0 { return .infinity }
    if infinities.minus > 0 { return -.infinity }
    var sum = self
    sum.carry()
    let isNegative = (sum.digits.last ?? 0) < 0
    if isNegative {
      for index in sum.digits.indices { sum.digits[index] = -sum.digits[index] }
      sum.carry()
    }
    guard let top = sum.digits.lastIndex(where: { $0 != 0 }) else { return 0 }
    // The highest 64 bits, the last of which is set if any lower bit is set.
    var bits: UInt64 = 0
    var taken = 0
    var index = top
    while index >= 0, taken < 3 {
      let digit = UInt64(sum.digits[index])
      if taken < 2 {
        bits = bits << 32 | digit
      } else {
        let room = bits.leadingZeroBitCount
        bits = bits << room | digit >> (32 - room)
        if digit << (32 + room) != 0 { bits |= 1 }
      }
      taken += 1
      index -= 1
    }
    var place = 32 * (top - taken + 1)
    if taken == 3 {
      place = 32 * (top - 1) - (UInt64(sum.digits[top]) << 32).leadingZeroBitCount
      if index >= 0, sum.digits[...index].contains(where: { $0 != 0 }) { bits |= 1 }
    }
    return Double(sign: isNegative ? .minus : .plus, exponent: place + Self.lowest, significand: Double(bits))
  }
}
