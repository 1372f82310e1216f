// expect: is only available in iOS 18.0 or newer
// in: LiveTablesUIKit
// for: ios
func planted<S: AsyncSequence>(_ sequence: S) -> any Error.Type { S.Failure.self }
