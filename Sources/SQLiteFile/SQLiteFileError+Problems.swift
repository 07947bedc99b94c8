// Descriptions of what is wrong with a sidecar, page, record or schema row.

extension SQLiteFileError.SidecarProblem: CustomStringConvertible {
  package var description: String {
    switch self {
    case .pageSize(let database, let sidecar):
      "its pages have \(sidecar) bytes, but those of the database have \(database)"
    case .noDatabase: "its first page is not that of a SQLite database"
    case .applicationID(let older, let newer):
      "the application id changes from \(older) to \(newer)"
    case .encoding: "it stores text in another encoding"
    case .schemaCookie(let older, let newer):
      "the schema version goes from \(older) back to \(newer)"
    case .changeCounter(let older, let newer):
      "the change counter goes from \(older) to \(newer)"
    case .pageMissing(let page): "page \(page) is neither in it nor in the database"
    case .otherSidecar: "the journal of an unfinished transaction is beside it"
    }
  }
}

extension SQLiteFileError.PageProblem: CustomStringConvertible {
  package var description: String {
    switch self {
    case .wrongKind(let kind): "page type \(kind) is wrong for this tree"
    case .tooManyCells(let count): "\(count) cells are more than a page can hold"
    case .noCells: "an interior page has no cells"
    case .pointerOutside(let pointer):
      "a cell pointer points to byte \(pointer), outside the cell area"
    case .cellOutside(let byte): "the cell at byte \(byte) extends past the end of the page"
    case .payloadTooLong(let length): "a row of \(length) bytes is larger than the file"
    case .overflowChainBroken: "the chain of overflow pages of a row is broken"
    case .rowidsOutOfOrder(let previous, let rowid): "row \(rowid) follows row \(previous)"
    case .tooDeep: "the tree has too many levels"
    case .leafDepthDiffers: "the leaves of the tree are at different depths"
    }
  }
}

extension SQLiteFileError.SchemaProblem: CustomStringConvertible {
  package var description: String {
    switch self {
    case .notText(let column): "column \(column) is not text"
    case .rootOutside(let page): "its root page \(page) is outside the file, or it can't have one"
    case .rootNotANumber: "its root page is not a number"
    case .sqlTooLong(let length): "its SQL of \(length) bytes is too long"
    case .tooManyObjects: "the schema has too many tables and indexes"
    case .duplicateName(let name): "a second object is named \(name)"
    case .orphanIndex(let name): "index \(name) does not belong to a table"
    case .missingSQL(let name): "\(name) has no SQL"
    }
  }
}
