import Testing

/// Rules for the rooms of the house: how folders and files depend on each other.
@Suite struct RoomsTests {
  /// Sites that only wrap an error in another one. The number only shrinks.
  static let mostRewraps = 24

  @Test func `folders of a module do not use each other in a circle`() throws {
    var found: [String: Int] = [:]
    for (module, files) in Dictionary(grouping: try SourceFile.all(), by: \.module) {
      let folders = FolderGraph(files).inCircles
      if !folders.isEmpty { found[module] = folders.count }
    }
    #expect(found == [:])
  }

  @Test func `modules on the work floor do not use each other`() throws {
    let siblings = ["Packaging", "Editing", "Merging", "Publishing", "Services"]
    let imports = siblings.map { "import \($0)" }
    for file in try SourceFile.all() where siblings.contains(file.module) {
      #expect(
        !file.lines.contains { line in imports.contains(where: line.hasSuffix) }, "\(file.path)")
    }
  }

  @Test func `no type is spread over more than four files`() throws {
    var files: [String: Int] = [:]
    for file in try SourceFile.all() {
      let (declared, extended) = file.types
      for type in declared.union(extended) { files[file.module + "." + type, default: 0] += 1 }
    }
    #expect(files.filter { $0.value > 4 } == [:])
  }

  @Test func `errors are rarely wrapped again`() throws {
    var sites = 0
    for file in try SourceFile.all() {
      for (line, next) in zip(file.lines, file.lines.dropFirst() + [""]) {
        let code = SourceFile.code(of: line)
        if code.contains("catch { throw") || code.contains("catch let error { throw") {
          sites += 1
        } else if code.hasSuffix("catch {"), next.contains("throw "),
          // Some errors go on as they are.
          !next.contains("throw error")
        {
          sites += 1
        }
      }
    }
    #expect(sites <= Self.mostRewraps)
  }
}

/// Which folders of a module use types that are declared in which others.
private struct FolderGraph {
  private var uses: [String: Set<String>] = [:]

  init(_ files: [SourceFile]) {
    var declaring: [String: [String]] = [:]
    for file in files {
      uses[file.folder] = []
      for type in file.types.declared { declaring[type, default: []].append(file.folder) }
    }
    // A name that is declared twice says nothing about folders.
    let folders = declaring.compactMapValues { $0.count == 1 ? $0[0] : nil }
    for file in files {
      for word in file.capitalizedWords {
        if let folder = folders[word], folder != file.folder {
          uses[file.folder, default: []].insert(folder)
        }
      }
    }
  }

  /// The folders that can be reached from themselves.
  var inCircles: [String] {
    uses.keys.filter { reachable(from: $0).contains($0) }
  }

  private func reachable(from folder: String) -> Set<String> {
    var found: Set<String> = []
    var waiting = [folder]
    while let next = waiting.popLast() {
      for used in uses[next, default: []] where found.insert(used).inserted {
        waiting.append(used)
      }
    }
    return found
  }
}
