#if SQLite
/// The parameters of ``SQLiteDatabase/init(path:isReadOnly:createsFile:busyTimeout:readerCount:enforcesForeignKeys:transactionTime:trace:)``.
struct DatabaseOptions: Sendable {
  var isReadOnly = false
  var createsFile = true
  var busyTimeout = Duration.seconds(5)
  var readerCount = 4
  var enforcesForeignKeys = true
  var transactionTime = Duration.seconds(10)
  var trace: (@Sendable (String) -> Void)?
}
#endif
