#if !SQLite
import Testing

/// A disabled suite that explains why a run without the trait lacks tests.
@Suite(.disabled("the tests of LiveTablesSQLite need the trait SQLite; `make sqlite` runs them")) struct LeftOutTests {
  @Test func allOfThem() {}
}
#endif
