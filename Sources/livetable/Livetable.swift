@main
enum Livetable {
  static func main() {}
}
