// expect: is only available in iOS 18.0 or newer
func planted<S: AsyncSequence>(_ sequence: S) -> any Error.Type { S.Failure.self }
