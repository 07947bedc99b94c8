/*
 * The base map: tiles below and above the layers. They are loaded only in view, from scripts with a
 * block of tiles each (data/basemap/14/20-45.js), because a page opened from a disk may load scripts
 * but not fetch files, and because a canvas with pictures from files can't be read.
 *
 *   const base = new FP.BaseMap(site.base, {onChange(), onTrouble(error)});
 *     site.base    {credits: [text], layers: [{folder, above, size, levels: [{level, rows}]}]}
 *     rows         for each row of blocks: its number, then the first and last column of each run
 *     onChange()   when tiles have arrived that were missing in a picture
 *   base.start()         begins to load
 *   base.draw(context, view, ratio, theme, above, taken)   base.visible   base.opacity   base.credits
 *   base.settled()       a promise: nothing more is loading
 *
 * Tiles that Fieldpack drew have the colors of both themes: see `themed`. Others are dimmed in the
 * dark theme. They also have the names of streets (streetnames.js).
 */
(() => {
  'use strict';

  const FP = (window.FP ??= {});

  /** The pixels of a block's side. */
  const blockSide = 2048;
  /** The number of decoded tiles to keep beyond those of the last picture. */
  const spareTiles = 96;
  /** The bytes of images to keep. */
  const mostBytes = 48e6;
  /** How many levels above a missing tile the stand-in is loaded. */
  const standIn = 3;
  /** While tiles arrive, a new picture is made this often, in ms. */
  const pause = 120;
  /** A view that was not moved for this long rests, in ms. */
  const rest = 400;
  const dimming = 0.42;

  /** Values by key. The one that was used longest ago is forgotten first. */
  class Recent {
    constructor(forget) {
      this.values = new Map();
      this.forget = forget || (() => {});
    }

    get(key) {
      const value = this.values.get(key);
      if (value !== undefined) {
        this.values.delete(key);
        this.values.set(key, value);
      }
      return value;
    }

    set(key, value) { this.values.set(key, value); }

    delete(key) { this.values.delete(key); }

    /** Forgets values as long as there are too many, but none of those that are in use. */
    trim(areTooMany, isUsed) {
      for (const [key, value] of this.values) {
        if (!areTooMany()) return;
        if (isUsed && isUsed(value)) continue;
        this.values.delete(key);
        this.forget(value);
      }
    }
  }

  // Images

  /**
   * The chunks of a PNG before its pixels, by type: {from, to} of content and checksum. Null for
   * other images.
   */
  function chunks(bytes) {
    if (bytes[0] !== 0x89 || bytes[1] !== 0x50) return null;
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const found = {};
    let at = 8;
    while (at + 12 <= bytes.length) {
      const length = view.getUint32(at), type = String.fromCharCode(...bytes.subarray(at + 4, at + 8));
      if (type === 'IDAT' || length > bytes.length - at - 12) break;
      found[type] = { from: at + 8, to: at + 12 + length, content: at + 8 + length };
      at += 12 + length;
    }
    return found;
  }

  const themeChunks = { dark: 'daRK', light: 'liTE' };

  /**
   * The image for a theme, whether it has colors for both, and its places for names. A tile that
   * Fieldpack drew has another palette with its checksum in a chunk of its own, which is exchanged with
   * the one in use.
   */
  function themed(bytes, dark) {
    const found = chunks(bytes), palette = found && found.PLTE, names = found && found.naMe;
    const places = names ? FP.streetNames.read(bytes.subarray(names.from, names.content)) : [];
    if (!palette || !found.daRK && !found.liTE) return { bytes, both: false, places };
    const other = found[dark ? themeChunks.dark : themeChunks.light];
    if (!other || other.content - other.from !== palette.to - palette.from) {
      return { bytes, both: true, places };
    }
    const copy = bytes.slice();
    copy.set(bytes.subarray(other.from, other.content), palette.from);
    return { bytes: copy, both: true, places };
  }

  // Tiles of one layer

  class TileLayer {
    constructor(meta, base) {
      this.meta = meta;
      this.base = base;
      this.side = blockSide / meta.size;
      this.rows = new Map();
      meta.levels.forEach((level) => {
        const rows = new Map(level.rows.map((row) => [row[0], row.slice(1)]));
        this.rows.set(level.level, rows);
      });
      const levels = meta.levels.map((level) => level.level);
      this.coarsest = Math.min(...levels);
      this.finest = Math.max(...levels);
    }

    /** The level whose tiles are closest to the pixels of a view. */
    level(view, ratio) {
      // On fine screens a map is a little finer, but its lines stay wide enough.
      const zoom = FP.mercator.zoom(view.res) - Math.log2(this.meta.size / 256) + Math.log2(ratio) / 2;
      return Math.max(this.coarsest, Math.min(this.finest, Math.round(zoom)));
    }

    /** Whether a block has tiles. */
    hasBlock(level, column, row) {
      const rows = this.rows.get(level), runs = rows && rows.get(row);
      for (let i = 0; runs && i + 1 < runs.length; i += 2) {
        if (column >= runs[i] && column <= runs[i + 1]) return true;
      }
      return false;
    }

    /**
     * The picture of a tile: null if there is none, undefined if it isn't here yet. It is loaded if
     * `wanted`.
     */
    picture(level, column, row, dark, wanted) {
      const side = this.side;
      const blockColumn = Math.floor(column / side), blockRow = Math.floor(row / side);
      if (!this.hasBlock(level, blockColumn, blockRow)) return null;
      const key = `${this.meta.folder}/${level}/${blockColumn}-${blockRow}`;
      const block = this.base.block(key, wanted);
      if (!block) return block;
      const number = block.at[(row - blockRow * side) * side + column - blockColumn * side];
      return number ? this.base.picture(key, block, number - 1, dark, wanted) : null;
    }

    /** The tiles in view, each with its box on a canvas. */
    cells(canvas, view, ratio) {
      const level = this.level(view, ratio), tiles = Math.pow(2, level), cells = [];
      const world = FP.mercator.resolution(0) * 256, size = world / tiles / view.res * ratio;
      // The pixel of the world's northwestern corner.
      const left = canvas.width / 2 - (view.x + world / 2) / view.res * ratio;
      const top = canvas.height / 2 - (world / 2 - view.y) / view.res * ratio;
      function range(start, length, count) {
        return [Math.max(0, Math.floor(-start / size)), Math.min(count - 1, Math.floor((length - start) / size))];
      }
      const columns = range(left, canvas.width, this.base.isJoined ? 2 * tiles : tiles);
      const rows = range(top, canvas.height, tiles);
      for (let row = rows[0]; row <= rows[1]; row += 1) {
        for (let column = columns[0]; column <= columns[1]; column += 1) {
          // Whole pixels, so that no seams are seen.
          const x = Math.round(left + column * size), y = Math.round(top + row * size);
          cells.push({
            level, column: column % tiles, row, x, y, width: Math.round(left + (column + 1) * size) - x,
            height: Math.round(top + (row + 1) * size) - y
          });
        }
      }
      return cells;
    }

    /** The picture for a tile in view: {picture, up}, of a tile that is `up` levels coarser; or null. */
    found(cell, dark) {
      let wanted = true;
      for (let up = 0; cell.level - up >= this.coarsest; up += 1) {
        const times = Math.pow(2, up);
        const picture = this.picture(cell.level - up, Math.floor(cell.column / times),
          Math.floor(cell.row / times), dark, wanted || up === standIn);
        if (picture) return { picture, up };
        // Where there is no tile, a coarser one is all there is.
        wanted = wanted && picture === null;
      }
      return null;
    }

    /**
     * Draws a tile, or the part of a coarser one that is here; false if there is none. Adds the places
     * for its names.
     */
    draw(context, cell, dark, places) {
      const found = this.found(cell, dark);
      if (!found) return false;
      if (!found.up) this.addPlaces(found.picture, cell, places);
      const times = Math.pow(2, found.up), part = this.meta.size / times;
      context.drawImage(found.picture.image, cell.column % times * part, cell.row % times * part, part, part,
        cell.x, cell.y, cell.width, cell.height);
      if (dark && !found.picture.both) this.dim(context, cell);
      return true;
    }

    addPlaces(picture, cell, places) {
      const scale = [cell.width / this.meta.size, cell.height / this.meta.size];
      function onCanvas(at) { return [cell.x + at[0] * scale[0], cell.y + at[1] * scale[1]]; }
      picture.places.forEach((place) => {
        places.push({ text: place.text, rank: place.rank, from: onCanvas(place.from), to: onCanvas(place.to) });
      });
    }

    dim(context, box) {
      context.fillStyle = `rgba(10,14,12,${dimming})`;
      context.fillRect(box.x, box.y, box.width, box.height);
    }
  }

  // All tiles

  class BaseMap {
    constructor(meta, actions) {
      this.actions = actions;
      this.credits = meta.credits || [];
      this.visible = true;
      this.opacity = 1;
      this.blocks = new Recent((block) => { this.bytes -= block.bytes; });
      this.bytes = 0;
      this.pictures = new Recent((picture) => { if (picture.image) picture.image.close(); });
      this.layers = meta.layers.map((layer) => new TileLayer(layer, this));
      this.waiting = 0;
      this.waiters = [];
      this.used = 0;
      this.isStarted = false;
      /** The number of the picture that is drawn. */
      this.turn = 0;
    }

    /** Begins to load tiles. The data of the layers come first. */
    start() {
      this.isStarted = true;
      this.actions.onChange();
    }

    /** Draws the tiles above or below the layers; false if there were none. */
    draw(context, view, ratio, theme, above, taken) {
      if (!this.visible) return false;
      const places = [];
      let drawn = 0;
      if (!above) this.turn += 1;
      context.save();
      context.globalAlpha = this.opacity;
      context.imageSmoothingEnabled = true;
      this.layers.forEach((layer) => {
        if (layer.meta.above !== above) return;
        layer.cells(context.canvas, view, ratio).forEach((cell) => {
          if (layer.draw(context, cell, theme.dark, places)) drawn += 1;
        });
      });
      FP.streetNames.write(context, places, ratio, theme, taken);
      context.restore();
      if (!above) this.used = drawn;
      this.trim();
      if (theme.dark && !above) this.prepareForPaper(context.canvas, view, ratio);
      return drawn > 0;
    }

    trim() {
      // A block that is in view would be loaded again at once.
      this.blocks.trim(() => this.bytes > mostBytes, (block) => block.turn === this.turn);
      this.pictures.trim(() => this.pictures.values.size > spareTiles + 3 * this.used);
    }

    /**
     * Paper is printed at once and in light colors, so the light pictures of a view that rests are
     * made, too.
     */
    prepareForPaper(canvas, view, ratio) {
      clearTimeout(this.preparing);
      this.preparing = setTimeout(() => {
        if (!this.waiting) this.prepare(canvas, view, ratio);
      }, rest);
    }

    /** Loads the light pictures for a canvas of some size; they are not drawn yet. */
    prepare(canvas, view, ratio) {
      this.isPreparing = true;
      this.layers.forEach((layer) => {
        layer.cells(canvas, view, ratio).forEach((cell) => { layer.found(cell, false); });
      });
      this.isPreparing = false;
    }

    /** A block of images: undefined if it isn't here yet, null if it can't be loaded. */
    block(key, wanted) {
      const block = this.blocks.get(key);
      if (block) {
        block.turn = this.turn;
        return block.failed ? null : block.at ? block : undefined;
      }
      if (!wanted || !this.isStarted) return undefined;
      const loading = { bytes: 0, turn: this.turn };
      this.blocks.set(key, loading);
      this.begin();
      FP.data.tiles(key).then((value) => {
        const bytes = FP.data.bytes(value.images);
        let start = 0;
        loading.at = value.at;
        if (this.blocks.values.get(key) === loading) this.bytes += loading.bytes = bytes.length;
        loading.images = value.sizes.map((size) => bytes.subarray(start, start += size));
      }, (error) => {
        loading.failed = true;
        if (this.actions.onTrouble) this.actions.onTrouble(error);
      }).then(() => { this.end(true); });
      return undefined;
    }

    /** The decoded picture of a block's image: {image, both}; undefined if it isn't here yet. */
    picture(blockKey, block, number, dark, wanted) {
      const known = block.both && block.both[number];
      const key = `${blockKey}/${number}${dark && known !== false ? '/dark' : ''}`;
      const picture = this.pictures.get(key);
      if (picture) return picture.failed ? null : picture.image ? picture : undefined;
      if (!wanted) return undefined;
      const source = themed(block.images[number], dark), decoding = { both: source.both, places: source.places };
      block.both = block.both || [];
      block.both[number] = source.both;
      // Now it is known that the picture is that of the light theme, which may be here.
      if (!source.both && dark && known !== false) {
        return this.picture(blockKey, block, number, dark, wanted);
      }
      const isSeen = !this.isPreparing;
      this.pictures.set(key, decoding);
      this.begin();
      createImageBitmap(new Blob([source.bytes])).then((image) => {
        decoding.image = image;
      }, () => { decoding.failed = true; }).then(() => { this.end(isSeen); });
      return undefined;
    }

    // What is loading

    begin() { this.waiting += 1; }

    /** Something has arrived. New pictures are made now and then, and when all is here. */
    end(isSeen) {
      this.waiting -= 1;
      if (!this.waiting) {
        clearTimeout(this.timer);
        this.timer = 0;
        if (isSeen) this.actions.onChange();
        this.waiters.splice(0).forEach((go) => { go(); });
      } else if (!this.timer && isSeen) {
        this.timer = setTimeout(() => {
          this.timer = 0;
          this.actions.onChange();
        }, pause);
      }
    }

    settled() {
      return this.waiting ? new Promise((resolve) => { this.waiters.push(resolve); }) : Promise.resolve();
    }
  }

  FP.BaseMap = BaseMap;
})();
