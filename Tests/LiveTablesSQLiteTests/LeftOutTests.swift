#if !SQLite
import Testing

/// What a run without the trait says of the tests that it lacks.
@Suite(.disabled("the tests of LiveTablesSQLite need the trait SQLite; `make sqlite` runs them")) struct LeftOutTests {
  @Test func allOfThem() {}
}
#endif
