/*
  * The changes of a merge: `data/review.js` decoded, and the details of its changes.
 *
 *   data/review.js          FP.review({format: "fieldpack.review/1", …})
  *   data/changes/points.js  FP.points("changes", {…})   the location and kind of each change
  *   data/before/points.js   FP.points("before", {…})    the former locations of moved records
  *   data/around/points.js   FP.points("around", {…})    unchanged records, if given
  *   data/changes/0003.js    FP.shard("changes", 3, {…}) details, if there are many changes
 *
 *   var review = new FP.Review(content);
 *   review.changes[i]     {id, layer, package, action, title, subtitle, open, conflicts}
  *   review.decides        whether there is something to decide
 *   review.kind(i)        0 added, 1 updated, 2 deleted, 3 conflict
  *   review.detail(i)      a promise of its story, fields, photos, notes, outlines
 *   review.layer(i), review.package(i), review.fieldName(i, number)
 */
(function () {
  'use strict';

  var FP = (window.FP = window.FP || {});

  FP.review = function (content) { FP.reviewContent = content; };

  /** The kinds of change: name, word, mark, and the marker on the map. */
  FP.changeKinds = [
    { name: 'added', word: 'Added', glyph: '+', shape: 'square' },
    { name: 'updated', word: 'Updated', glyph: '~', shape: 'circle' },
    { name: 'deleted', word: 'Deleted', glyph: '\u2212', shape: 'triangle' },
    { name: 'conflict', word: 'Conflict', glyph: '!', shape: 'diamond' }
  ];

  var kindNumbers = { added: 0, updated: 1, deleted: 2 };

  function Review(content) {
    this.content = content;
    this.changes = content.changes;
    this.layers = content.layers;
    this.packages = content.packages;
    this.decides = content.decides;
  }

  Review.prototype.kind = function (index) {
    var change = this.changes[index];
    return change.conflicts.length ? 3 : kindNumbers[change.action] || 0;
  };

  Review.prototype.layer = function (index) { return this.layers[this.changes[index].layer]; };

  Review.prototype.package = function (index) { return this.packages[this.changes[index].package]; };

  /** The column name of a field, given its number; null for the record as a whole. */
  Review.prototype.fieldName = function (index, number) {
    return number === null ? null : this.layer(index).fields[number].name;
  };

  Review.prototype.detail = function (index) {
    var size = this.content.shardSize;
    if (!size) return Promise.resolve(this.changes[index].detail);
    return FP.data.shard('changes', Math.floor(index / size)).then(function (shard) {
      return shard.value(0, index % size);
    });
  };

  FP.Review = Review;
})();
