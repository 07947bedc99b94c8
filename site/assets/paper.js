/*
 * The map page on paper: pictures in the shapes of an upright and a wide sheet, because the window has
 * another shape. Each picture shows all that the window shows, and more at two of its sides. The style
 * sheet shows the one for the paper.
 *
 *   map.drawSheets(); map.removeSheets()
 *   map.print()    prints the page when the tiles beside the window are here
 */
(() => {
  'use strict';

  const FP = (window.FP ??= {});

  /** Width by height. The wide picture has the legend at its side, the upright one below. */
  const shapes = { upright: 0.95, wide: 1.35 };
  /** How often tiles are asked for: coarser ones are needed where finer ones are missing. */
  const turns = 4;

  Object.assign(FP.Map.prototype, {
    /** The size of a picture with this shape that shows all of the window. */
    sheetSize(shape) {
      return [Math.max(this.width, this.height * shape), Math.max(this.height, this.width / shape)]
        .map((length) => Math.round(length));
    },

    resize(size) {
      [this.width, this.height] = size;
      [this.canvas.width, this.canvas.height] = size.map((length) => Math.round(length * this.ratio));
    },

    drawSheets() {
      const window = [this.width, this.height], legend = this.host.querySelector('details.legend');
      this.removeSheets();
      // On phones the legend is closed.
      if (legend && !legend.open) {
        legend.open = true;
        this.opened = legend;
      }
      this.sheets = Object.keys(shapes).map((name) => {
        this.resize(this.sheetSize(shapes[name]));
        this.drawNow();
        const sheet = FP.element('canvas', `map-sheet ${name}`, this.stack);
        [sheet.width, sheet.height] = [this.canvas.width, this.canvas.height];
        sheet.getContext('2d').drawImage(this.canvas, 0, 0);
        this.resize(window);
        return sheet;
      });
      this.drawNow();
    },

    removeSheets() {
      (this.sheets || []).forEach((sheet) => { sheet.remove(); });
      this.sheets = [];
      if (this.opened) this.opened.open = false;
      this.opened = null;
    },

    /** Loads the tiles of the pictures. */
    loadSheets(turn = turns) {
      if (!this.base || !this.base.visible) return Promise.resolve();
      Object.keys(shapes).forEach((name) => {
        const [width, height] = this.sheetSize(shapes[name]).map((length) => Math.round(length * this.ratio));
        this.base.prepare({ width, height }, this.view, this.ratio);
      });
      if (!this.base.waiting || !turn) return Promise.resolve();
      return this.base.settled().then(() => this.loadSheets(turn - 1));
    },

    print() {
      this.loadSheets().then(() => { window.print(); });
    },

    /** Lets the keys for printing wait for the tiles. A browser's menu prints what is here. */
    watchKeys() {
      window.addEventListener('keydown', (event) => {
        if (!(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey || event.key !== 'p') return;
        event.preventDefault();
        this.print();
      });
    }
  });
})();
