/*
 * The map page's link: view, layers, filters, search, selection. Writes it and follows it.
 *
 *   index.html#Z/LAT/LON;layer=ID;f=…;q=…;sel=LAYER/ID;off=ID,ID;on=ID;no=ID/1.3;base=off
 *
 * `layer` is given if another than the first layer is listed. `off` and `on` are given if the reader
 * switched layers that the author shows or hides, `no` if classes of the legend are switched off, and
 * `base` if the base map is.
 */
(() => {
  'use strict';

  const FP = (window.FP ??= {});
  const Page = FP.MapPage;

  function find(id) { return document.getElementById(id); }

  Object.assign(Page.prototype, {
    /** Returns the view in a link for the map; null if it has none. */
    placeOf(link) {
      const numbers = link.path.map(Number);
      return numbers.length === 3 && numbers.every(isFinite)
        ? { zoom: numbers[0], lat: numbers[1], lon: numbers[2] } : null;
    },

    firstActive(link) {
      const layers = this.layers, wanted = FP.hash.decoded(link.values.layer || '');
      const first = document.getElementById('layer-choice').dataset.first;
      return layers.find((layer) => layer.id === wanted) || layers.find((layer) => layer.id === first) || null;
    },

    readOff(link) {
      const map = this.map;
      if (map.base) map.setBase(link.values.base !== 'off', map.base.opacity);
      if (link.values.off === undefined && link.values.on === undefined) return;
      ['off', 'on'].forEach((name) => {
        (link.values[name] || '').split(',').filter(Boolean).map(FP.hash.decoded).forEach((id) => {
          if (map.layer(id)) map.setVisible(id, name === 'on');
        });
      });
    },

    /** Switches off the classes of the legend that a link names. */
    readClasses(link) {
      this.legend.hideNamed(link.values.no).forEach((id) => {
        const layer = this.map.layer(id);
        this.map.ready.then(() => this.map.loadLayer(layer, true)).then(() => {
          this.maskClasses(id);
        }, () => { /* The problem was already reported. */ });
      });
    },

    /** Selects the record in a link, such as "trees/104482". */
    selectNamed(text, moves) {
      const parts = text.split('/').map(FP.hash.decoded);
      if (!this.map.layer(parts[0])) return;
      this.hitOf(parts[0], parts.slice(1).join('/')).then((hit) => {
        if (moves) this.zoomTo(hit);
        // On phones, the card covers a part of the map.
        this.card.show([hit], 0).then(() => { if (moves && this.map.covered) this.zoomTo(hit); });
      }, () => { /* The problem was already reported, or there is no such record. */ });
    },

    linkNow() {
      const map = this.map, where = map.where(), hit = this.hits[0], filters = this.filters;
      function ids(on) {
        return map.layers.filter((layer) => {
          return layer.visible === on && (layer.meta.visible !== false) !== on;
        }).map((layer) => FP.hash.encoded(layer.id)).join(',');
      }
      const path = [where.zoom.toFixed(2), where.lat.toFixed(5), where.lon.toFixed(5)];
      return FP.hash.write(path, {
        layer: this.active && this.active !== this.firstActive({ values: {} })
          ? FP.hash.encoded(this.active.id) : '',
        f: filters ? FP.hash.filtersText(filters.chosen) : '',
        q: FP.hash.encoded(this.query),
        sel: hit ? [hit.layer, String(map.layer(hit.layer).set.ids[hit.index])]
          .map(FP.hash.encoded).join('/') : '',
        off: ids(false), on: ids(true), no: this.legend.hiddenText(),
        base: map.base && !map.base.visible ? 'off' : ''
      });
    },

    /** The link to a record, which shows it in its surroundings. */
    linkTo(layer, id) {
      return this.address(FP.hash.write([], {
        layer: layer === this.firstActive({ values: {} }) ? '' : FP.hash.encoded(layer.id),
        sel: [layer.id, String(id)].map(FP.hash.encoded).join('/')
      }));
    },

    address(hash) { return location.href.replace(/#.*$/, '') + hash; },

    writeLink() {
      const filters = this.filters;
      this.written = this.linkNow();
      try {
        history.replaceState(null, '', this.written);
      } catch (error) {
        // Some browsers limit replacements. The next one will succeed.
      }
      const found = {
        f: filters ? FP.hash.filtersText(filters.chosen) : '', q: FP.hash.encoded(this.query)
      };
      const list = FP.hash.write([], found);
      find('list-link').href = `layer-${this.active.id}.html${list === '#' ? '' : list}`;
      find('print-link').href = `print.html${FP.hash.write([this.active.id], found)}`;
    },

    /** Goes to a link of this page that was pasted or clicked. */
    follow(link) {
      const view = this.placeOf(link);
      if (view) this.map.setView(view.lon, view.lat, view.zoom);
      this.readOff(link);
      this.readClasses(link);
      if (!find('card').hidden && !link.values.sel) this.card.close();
      this.open(this.firstActive(link), link, !view);
    }
  });
})();
