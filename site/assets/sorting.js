/*
 * Sorts records by any column. The keys of a column that isn't in memory are read from the layer's
 * files, some at a time. Only the different keys of one column are kept, not the files.
 *
 *   FP.sorting.keys(layer, column, job)        a promise of the keys of all records: the rank of each
 *                                              record's value among the different ones; −1 is null
 *     job  {isStopped, progress(part)}         set isStopped to stop; the keys are then null
 *   FP.sorting.sorted(order, keys, descending)   the record numbers in `order`, sorted
 */
(() => {
  'use strict';

  const FP = (window.FP ??= {});

  /** The number of files loaded at the same time, so that a web host's answers overlap. */
  const lanes = 4;

  /** The keys of some records, each different key once. */
  class Keys {
    constructor(count) {
      this.codes = new Int32Array(count).fill(-1);
      this.known = new Map();
    }

    set(index, key) {
      if (key === null) return;
      let code = this.known.get(key);
      if (code === undefined) {
        code = this.known.size;
        this.known.set(key, code);
      }
      this.codes[index] = code;
    }

    ranks() {
      const ranks = new Uint32Array(this.known.size), keys = Array.from(this.known.keys());
      // Numbers are before text. Without a function, a browser compares a city's texts fastest.
      const numbers = keys.filter((key) => typeof key === 'number').sort((a, b) => a - b);
      const texts = keys.filter((key) => typeof key !== 'number').sort();
      numbers.concat(texts).forEach((key, rank) => { ranks[this.known.get(key)] = rank; });
      return this.codes.map((code) => code < 0 ? code : ranks[code]);
    }
  }

  function loaded(layer, column, job) {
    const size = layer.shardSize || 1000, count = layer.shards || 0, keys = new Keys(layer.count);
    let next = 0, done = 0;
    function lane() {
      if (job.isStopped || next >= count) return null;
      const number = next++;
      return FP.data.shard(layer.id, number).then((shard) => {
        for (let row = 0; row < shard.count; row += 1) {
          keys.set(number * size + row, column.key(shard.row(row), shard.ids[row]));
        }
        done += 1;
        if (!job.isStopped) job.progress(done / count);
        return lane();
      });
    }
    return Promise.all(Array.from({ length: lanes }, lane))
      .then(() => job.isStopped ? null : keys.ranks());
  }

  /** The keys of a facet's column, which is in memory. */
  function facetKeys(column) {
    const isCategory = column.kind === 'category';
    const keys = new Keys(isCategory ? column.values.length : column.data.length);
    if (!isCategory) {
      column.data.forEach((value, index) => { keys.set(index, value === column.none ? null : value); });
      return keys.ranks();
    }
    column.values.forEach((value, code) => { keys.set(code, FP.sortKey(value)); });
    const ranks = keys.ranks();
    return Int32Array.from(column.codes, (code) => ranks[code]);
  }

  FP.sorting = {
    keys(layer, column, job) {
      return column.fast ? Promise.resolve(facetKeys(column.fast)) : loaded(layer, column, job);
    },

    /** Counts the records of each rank, which takes a city a few milliseconds. */
    sorted(order, keys, descending) {
      const most = keys.reduce((most, key) => Math.max(most, key), 0);
      const places = new Uint32Array(most + 3), result = new Uint32Array(order.length);
      // Null is last in both directions.
      function turned(key) { return key < 0 ? most + 1 : descending ? most - key : key; }
      order.forEach((index) => { places[turned(keys[index]) + 1] += 1; });
      for (let rank = 1; rank < places.length; rank += 1) places[rank] += places[rank - 1];
      order.forEach((index) => { result[places[turned(keys[index])]++] = index; });
      return result;
    }
  };
})();
