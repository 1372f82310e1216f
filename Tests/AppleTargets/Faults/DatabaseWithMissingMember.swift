// expect: has no member 'blobs'
// in: LiveTablesSQLite
// for: macos
import LiveTables

func planted(_ value: SQLiteValue) -> Bool { value.blobs }
