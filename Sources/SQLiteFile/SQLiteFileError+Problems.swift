// What is wrong with a sidecar, page, record or schema row, as one plain phrase.

extension SQLiteFileError.SidecarProblem: CustomStringConvertible {
  package var description: String {
    switch self {
    case .pageSize(let database, let sidecar):
      "its pages have \(sidecar) bytes, those of the database \(database)"
    case .noDatabase: "its first page is that of no database"
    case .applicationID(let older, let newer): "application id \(newer) follows \(older)"
    case .encoding: "its texts are stored in another way"
    case .schemaCookie(let older, let newer): "schema version \(newer) follows \(older)"
    case .changeCounter(let older, let newer): "change \(newer) follows \(older)"
    case .pageMissing(let page): "page \(page) is neither in it nor in the database"
    case .otherSidecar: "a journal of an unfinished edit lies beside it"
    }
  }
}

extension SQLiteFileError.PageProblem: CustomStringConvertible {
  package var description: String {
    switch self {
    case .wrongKind(let kind): "a page of kind \(kind) stands where a table page belongs"
    case .tooManyCells(let count): "\(count) cells, more than a page can hold"
    case .noCells: "an inner page without cells"
    case .pointerOutside(let pointer): "a cell pointer leads to byte \(pointer), outside the page"
    case .cellOutside(let byte): "the cell at byte \(byte) reaches past the end of the page"
    case .payloadTooLong(let length): "a row of \(length) bytes, more than the file holds"
    case .overflowChainBroken: "the chain of pages of a long row is broken"
    case .rowidsOutOfOrder(let previous, let rowid): "row \(rowid) stands after row \(previous)"
    case .tooDeep: "the tree of pages is deeper than any real one"
    case .leafDepthDiffers: "the tree of pages is not level"
    }
  }
}

extension SQLiteFileError.RecordProblem: CustomStringConvertible {
  package var description: String {
    switch self {
    case .headerTooLong(let length): "a record header of \(length) bytes is longer than the record"
    case .headerCut: "the record header ends inside a number"
    case .reservedSerialType(let type): "value type \(type) is reserved"
    case .bodyTooShort(let needed, let available):
      "the values need \(needed) bytes, the record has \(available)"
    case .tooManyColumns: "more columns than a table can have"
    }
  }
}

extension SQLiteFileError.SchemaProblem: CustomStringConvertible {
  package var description: String {
    switch self {
    case .notText(let column): "column \(column) is no text"
    case .rootOutside(let page): "its first page, \(page), is outside the file"
    case .sqlTooLong(let length): "its SQL has \(length) bytes"
    case .tooManyObjects: "more tables and indexes than any real file has"
    case .duplicateName(let name): "a second object is named \(name)"
    case .orphanIndex(let name): "index \(name) belongs to no table"
    case .missingSQL(let name): "\(name) has no SQL"
    }
  }
}
