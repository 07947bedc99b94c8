/*
 * The changes of a merge: `data/review.js` decoded, and the details of its changes.
 *
 *   data/review.js          FP.review({format: "fieldpack.review/1", …})
 *   data/changes/points.js  FP.points("changes", {…})   the location and kind of each change
 *   data/before/points.js   FP.points("before", {…})    the former locations of moved records
 *   data/around/points.js   FP.points("around", {…})    unchanged records, if given
 *   data/changes/0003.js    FP.shard("changes", 3, {…}) details, if there are many changes
 *
 *   const review = new FP.Review(content);
 *   review.changes[i]     {id, layer, package, action, title, subtitle, open, conflicts}
 *   review.decides        whether there is something to decide
 *   review.kind(i)        0 added, 1 updated, 2 deleted, 3 conflict
 *   review.detail(i)      a promise of its story, fields, photos, notes, outlines
 *   review.layer(i), review.package(i), review.fieldName(i, number)
 *
 *   FP.counted(2, 'change')   "2 changes"
 */
(() => {
  'use strict';

  const FP = (window.FP ??= {});

  FP.review = (content) => { FP.reviewContent = content; };

  /** The kinds of change: name, word, mark, and the marker on the map. */
  FP.changeKinds = [
    { name: 'added', word: 'Added', glyph: '+', shape: 'square' },
    { name: 'updated', word: 'Updated', glyph: '~', shape: 'circle' },
    { name: 'deleted', word: 'Deleted', glyph: '\u2212', shape: 'triangle' },
    { name: 'conflict', word: 'Conflict', glyph: '!', shape: 'diamond' }
  ];

  FP.counted = (number, word) => `${FP.text.grouped(number)} ${word}${number === 1 ? '' : 's'}`;

  const kindNumbers = { added: 0, updated: 1, deleted: 2 };

  class Review {
    constructor(content) {
      this.content = content;
      this.changes = content.changes;
      this.layers = content.layers;
      this.packages = content.packages;
      this.decides = content.decides;
    }

    kind(index) {
      const change = this.changes[index];
      return change.conflicts.length ? 3 : kindNumbers[change.action] || 0;
    }

    layer(index) { return this.layers[this.changes[index].layer]; }

    package(index) { return this.packages[this.changes[index].package]; }

    /** The column name of a field, given its number; null for the record as a whole. */
    fieldName(index, number) {
      return number === null ? null : this.layer(index).fields[number].name;
    }

    detail(index) {
      const size = this.content.shardSize;
      if (!size) return Promise.resolve(this.changes[index].detail);
      return FP.data.shard('changes', Math.floor(index / size)).then((shard) => {
        return shard.value(0, index % size);
      });
    }
  }

  FP.Review = Review;
})();
