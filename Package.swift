// swift-tools-version: 6.2
import PackageDescription

/// Modules in C. `Bytes` alone uses them.
let inC = ["CZlib", "CLinux", "CSHA256"]

/// Every module and the modules that it uses, floor by floor: a module uses only modules above it.
/// `swift build --explicit-target-dependency-import-check error` stops an import that is not listed.
let floors: [(name: String, uses: [String])] = [
  // Ground: bytes, text and rows, no geography. `unsafe` and zlib stay inside Bytes.
  ("Bytes", inC),
  ("OrderedJSON", ["Bytes"]),
  ("Records", ["Bytes"]),
  ("Markup", ["Bytes", "OrderedJSON"]),
  // Formats: one file format each.
  ("Geometry", ["Bytes", "OrderedJSON"]),
  ("SQLiteFile", ["Bytes", "Records"]),
  ("ZIPArchive", ["Bytes"]),
  (
    "Tiles",
    ["Bytes", "OrderedJSON", "Markup", "Geometry", "Records", "SQLiteFile", "ZIPArchive"]
  ),
  // Model: ArcGIS vocabulary as values.
  ("MapModel", ["Bytes", "OrderedJSON", "Geometry"]),
  ("FeatureData", ["Bytes", "OrderedJSON", "Geometry", "Records", "MapModel"]),
  ("Filters", ["Bytes", "Geometry", "Records", "MapModel", "FeatureData"]),
  // The expression language of maps.
  (
    "Arcade", ["Bytes", "OrderedJSON", "Geometry", "Records", "MapModel", "FeatureData", "Filters"]
  ),
  ("Popups", ["Bytes", "OrderedJSON", "Markup", "Records", "MapModel", "FeatureData", "Arcade"]),
  // Stores: features in a file that others read.
  (
    "GeoPackage",
    [
      "Bytes", "OrderedJSON", "Geometry", "Records", "SQLiteFile", "MapModel", "FeatureData",
      "Filters",
    ]
  ),
  (
    "Geodatabase",
    [
      "Bytes", "OrderedJSON", "Markup", "Geometry", "Records", "SQLiteFile", "MapModel",
      "FeatureData",
    ]
  ),
  // A map for other programs' forms and drawing.
  (
    "QGISProject",
    [
      "Bytes", "OrderedJSON", "Markup", "Geometry", "MapModel", "FeatureData", "Filters", "Arcade",
      "Popups", "GeoPackage",
    ]
  ),
  // Package: what crews carry, without how it is built.
  (
    "Packages",
    [
      "Bytes", "OrderedJSON", "Markup", "Geometry", "Records", "SQLiteFile", "ZIPArchive",
      "Tiles", "MapModel", "FeatureData", "Filters", "GeoPackage", "Geodatabase",
    ]
  ),
  // Work: the verbs of the tool. None of these uses another; `Commands` passes in what they share.
  (
    "Packaging",
    [
      "Bytes", "OrderedJSON", "Geometry", "Records", "SQLiteFile", "ZIPArchive", "MapModel",
      "FeatureData", "Filters", "Arcade", "Popups", "GeoPackage", "Geodatabase", "QGISProject",
      "Packages", "Tiles",
    ]
  ),
  (
    "Editing",
    [
      "Bytes", "OrderedJSON", "Geometry", "Records", "MapModel", "FeatureData",
      "GeoPackage", "Packages",
    ]
  ),
  (
    "Merging",
    [
      "Bytes", "OrderedJSON", "Geometry", "Records", "SQLiteFile", "ZIPArchive", "MapModel",
      "FeatureData", "GeoPackage", "Geodatabase", "Packages",
    ]
  ),
  (
    "Publishing",
    [
      "Bytes", "OrderedJSON", "Markup", "Geometry", "Records", "ZIPArchive", "Tiles", "MapModel",
      "FeatureData", "Filters", "Arcade", "Popups", "GeoPackage", "Packages", "SiteTemplates",
    ]
  ),
  ("Services", ["Bytes", "OrderedJSON", "Geometry", "MapModel", "FeatureData", "Packages"]),
  // Front door.
  ("Console", ["Bytes", "OrderedJSON"]),
  (
    "Commands",
    [
      "Bytes", "OrderedJSON", "Markup", "Geometry", "Records", "SQLiteFile", "ZIPArchive",
      "Tiles", "MapModel", "FeatureData", "Filters", "Popups", "GeoPackage", "Geodatabase",
      "Packages", "Packaging", "Editing", "Merging", "Publishing", "Services",
      "Console", "DemoMap", "Manual",
    ]
  ),
]

/// Pages that lie among the sources they describe: topics of the manual, with small letters, and
/// notes for developers.
let pages = [
  "Arcade": ["arcade.md"],
  "Commands": ["findings.md", "json.md"],
  "Editing": ["editing.md"],
  "Filters": ["filters.md"],
  "Geodatabase": ["arcgis.md"],
  "Geometry": ["coordinates.md"],
  "Merging": ["merging.md", "Rules.md"],
  "Packages": ["Container/packages.md", "Rules/map-rules.md"],
  "Packaging": ["AreaPlan/plans.md", "Binding/data-folder.md"],
  "Publishing": ["site.md"],
  "QGISProject": ["qgis.md"],
  "Services": ["fetching.md", "pushing.md"],
  "Tiles": ["tiles.md"],
]

/// What tests of a module use besides: they build packages, to read, edit or show them.
let testUses = [
  "Packages": ["Packaging", "TestPackages"],
  "Packaging": ["TestPackages"],
  "Editing": ["ZIPArchive", "Packaging", "TestPackages"],
  "Merging": ["Packaging"],
  "Publishing": ["Packaging"],
]

let house: [SwiftSetting] = [
  .strictMemorySafety(),
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
  name: "fieldpack",
  products: [.executable(name: "fieldpack", targets: ["fieldpack"])],
  targets: [
    .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
    // A system call that Swift's module of the C library lacks.
    .systemLibrary(name: "CLinux"),
    // What Swift cannot write: a function for processors that have certain instructions.
    .target(name: "CSHA256"),
    .executableTarget(name: "fieldpack", dependencies: ["Commands"], swiftSettings: house),
    // The demo map of Fixtures/TreesOfPortland, embedded in the binary.
    .executableTarget(name: "EmbedFiles", swiftSettings: house),
    .plugin(
      name: "EmbedFilesPlugin", capability: .buildTool(), dependencies: ["EmbedFiles"],
      path: "Sources/EmbedFilesPlugin"),
    .target(name: "DemoMap", swiftSettings: house, plugins: ["EmbedFilesPlugin"]),
    // The topics of the manual, embedded in the binary.
    .target(name: "Manual", swiftSettings: house, plugins: ["EmbedFilesPlugin"]),
    // The HTML, CSS and JavaScript of the rendered pages, embedded in the binary.
    .target(
      name: "SiteTemplates", path: "Templates", exclude: ["README.md", "pages", "assets"],
      swiftSettings: house, plugins: ["EmbedFilesPlugin"]),
    // Measures the binary against other programs; never part of it.
    .executableTarget(
      name: "Benchmarks",
      dependencies: [
        "Bytes", "Records", "SQLiteFile", "MapModel", "FeatureData", "Filters", "GeoPackage",
        "TestSupport",
      ],
      exclude: ["Results.md"], swiftSettings: house),
    // The compiler's counts of branches, which Swift can't read.
    .target(name: "CCoverage", path: "Tests/CCoverage"),
    .target(
      name: "TestSupport", dependencies: ["Bytes", "OrderedJSON", "CCoverage"],
      path: "Tests/TestSupport", swiftSettings: house),
    // Builds small packages for tests of several modules.
    .target(
      name: "TestPackages",
      dependencies: [
        "Bytes", "GeoPackage", "Records", "SQLiteFile", "ZIPArchive", "Packages", "Packaging",
        "TestSupport",
      ], path: "Tests/TestPackages", swiftSettings: house),
    // Drives the binary, and judges what it writes by programs of others (Tests/Judges).
    .testTarget(
      name: "AcceptanceTests", dependencies: ["fieldpack", "TestSupport"], swiftSettings: house),
  ]
    + floors.map { floor in
      .target(
        name: floor.name, dependencies: floor.uses.map { .init(stringLiteral: $0) },
        exclude: pages[floor.name] ?? [], swiftSettings: house)
    }
    + floors.map { floor in
      .testTarget(
        name: floor.name + "Tests",
        dependencies: ([floor.name, "TestSupport"] + floor.uses.filter { !inC.contains($0) }
          + (testUses[floor.name] ?? [])).map { .init(stringLiteral: $0) },
        swiftSettings: house)
    },
  swiftLanguageModes: [.v6]
)
