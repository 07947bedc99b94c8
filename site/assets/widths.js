/*
 * How wide the columns of a table are on the screen, and how large its text is on paper.
 *
 *   const widths = new FP.Widths(host, shards);    shards: some of the layer's files, as a sample
 *   widths.fitted(columns, room)   the widths in pixels that the headings and texts need. If the room is
 *                            less, columns that few texts fill are narrower
 *   widths.text(text)        the width of a text in a cell
 *   FP.paperLayout(columns, widths)
 *     columns  [{texts, isWhole}]: the heading and the texts of the cells; isWhole: they stay on one line
 *     → {portrait, landscape}, for A4 and Letter paper: {size, shares, isTight}: the size of the text in
 *       points, and the columns' shares of the width. No word is cut, and if the text stays readable,
 *       most cells have one line. isTight: even the smallest text is too wide, so words must break
 */
(() => {
  'use strict';

  const FP = (window.FP ??= {});

  /** The widest column. Longer texts are cut on the screen. */
  const widest = 280;
  const narrowest = 72;
  /** The padding of a cell, and the arrow of a sorted heading or the symbol of a record. */
  const padding = 25;
  const extra = 22;
  /** The rows of each file that are measured. */
  const sampleRows = 500;

  /** What Letter and A4 have in common between margins of 14 mm, and the space of a column, in points. */
  const paper = { portrait: 510, landscape: 706, column: 9 };
  const largest = 8;
  const readable = 6.8;
  const smallest = 5;
  /** Longer words may break, so that an address of a web page doesn't shrink the table. */
  const longestWord = 24;
  /** In em: what printers round, the symbol of a record, and how much a column of long texts grows. */
  const slack = 0.4;
  const symbol = 1.6;
  const mostGrowth = 60;

  class Widths {
    constructor(host, shards) {
      const style = getComputedStyle(host);
      this.context = document.createElement('canvas').getContext('2d');
      this.context.font = `${style.fontSize} ${style.fontFamily}`;
      this.size = parseFloat(style.fontSize);
      this.shards = shards;
      this.known = new Map();
    }

    text(text) { return this.context.measureText(text).width; }

    fitted(columns, room) {
      const needs = columns.map((column) => this.need(column));
      function sum(name) { return needs.reduce((total, need) => total + need[name], 0); }
      const part = Math.max(0, Math.min(1, (room - sum('usual')) / (sum('full') - sum('usual')) || 0));
      return needs.map((need) => Math.floor(need.usual + part * (need.full - need.usual)));
    }

    need(column) {
      if (!this.known.has(column.name)) this.known.set(column.name, this.measured(column));
      return this.known.get(column.name);
    }

    /** The width for all texts, and the width for nine of ten. */
    measured(column) {
      const more = padding + (column.isName ? extra : 0);
      const words = column.label.split(' ').map((word) => this.text(word));
      const heading = Math.max(...words, this.text(column.label) / 2) + extra + padding;
      const texts = this.texts(column).map((text) => this.text(text)).sort((a, b) => a - b);
      function limited(text) {
        return Math.ceil(Math.max(narrowest, heading, Math.min(widest, text || 0) + more));
      }
      const often = Math.floor(texts.length * 0.9);
      // Dates and numbers are read whole or not at all.
      const isShort = column.isNumber || column.type === 'date';
      return {
        usual: limited(texts[isShort ? texts.length - 1 : often]), full: limited(texts[texts.length - 1])
      };
    }

    /** The texts of a sample of the column's cells, without empty ones. */
    texts(column) {
      const texts = [];
      this.shards.forEach((shard) => {
        const step = Math.ceil(shard.count / sampleRows);
        for (let row = 0; row < shard.count; row += step) {
          const text = column.text(shard.row(row), shard.ids[row]);
          if (text) texts.push(text);
        }
      });
      return texts;
    }
  }

  /** What a column needs, in em: for its widest word, for nine of ten texts, and for the longest. */
  function need(column, widths, at) {
    let word = 0;
    const more = slack + (at ? 0 : symbol);
    const whole = Array.from(column.texts, (text) => {
      text.split(column.isWhole ? '\n' : /\s+/).forEach((each) => {
        if (each.length <= longestWord) word = Math.max(word, widths.text(each) / widths.size);
      });
      return widths.text(text) / widths.size;
    }).sort((a, b) => a - b);
    const often = Math.min(widest / widths.size, whole[Math.floor(whole.length * 0.9)]);
    return {
      word: word + more, whole: Math.max(word, often) + more,
      growth: Math.min(mostGrowth, Math.max(0, whole[whole.length - 1] - often))
    };
  }

  function sum(needs, name) { return needs.reduce((total, each) => total + each[name], 0); }

  function layout(needs, width) {
    const room = width - needs.length * paper.column;
    const words = room / sum(needs, 'word'), whole = room / sum(needs, 'whole');
    const size = Math.max(smallest, Math.min(largest, words, Math.max(whole, readable)));
    // First the words, then whole texts, then the long ones.
    const free = room / size - sum(needs, 'word'), wanted = sum(needs, 'whole') - sum(needs, 'word');
    const part = Math.max(0, Math.min(1, free / wanted || 0)), rest = Math.max(0, free - wanted);
    const growth = sum(needs, 'growth');
    const ems = needs.map((each) => paper.column / size + each.word + part * (each.whole - each.word) +
      (growth ? Math.min(1, rest / growth) * each.growth : 0));
    const total = ems.reduce((sum, each) => sum + each, 0);
    return { size, shares: ems.map((each) => each / total), isTight: words < smallest };
  }

  FP.Widths = Widths;
  FP.paperLayout = (columns, widths) => {
    const needs = columns.map((column, at) => need(column, widths, at));
    return { portrait: layout(needs, paper.portrait), landscape: layout(needs, paper.landscape) };
  };
})();
