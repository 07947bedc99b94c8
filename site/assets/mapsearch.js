/*
 * Search on the map page: finds records while the reader types, says how many there are, and suggests
 * values, streets, places and records by name (suggestions.js).
 */
(() => {
  'use strict';

  const FP = (window.FP ??= {});
  const grouped = FP.text.grouped;

  /** Suggestions of a kind. */
  const few = 3;
  /** Records are suggested if no more than this many match; otherwise the list is the better place. */
  const maximumNamed = 40;
  /** Other layers and tables are searched up to this many records. */
  const maximumSearched = 20000;

  function find(id) { return document.getElementById(id); }

  Object.assign(FP.MapPage.prototype, {
    wireSearch() {
      const field = find('search');
      field.addEventListener('input', () => { this.search(field.value); });
      find('search-clear').addEventListener('click', () => {
        this.searchFor('');
        field.focus();
      });
      this.suggestions = new FP.Suggestions(field, find('suggestions'), (text) => this.suggested(text));
      find('search-form').addEventListener('submit', (event) => {
        event.preventDefault();
        this.suggestions.close();
        this.zoomToFound();
      });
    },

    /** Writes a text into the search field and searches it. */
    searchFor(text) {
      find('search').value = text;
      return this.search(text);
    },

    /** Shows only the records with a text. Resolves when they are found. */
    search(text) {
      this.searching = this.searched(text);
      return this.searching;
    },

    searched(text) {
      const layer = this.active, turn = this.searchTurn += 1;
      this.query = text.trim();
      this.suggestion = null;
      // WebKit restores a field without autocomplete to this value when the reader returns.
      find('search').defaultValue = text;
      find('search-clear').hidden = text === '';
      if (!this.filters) return Promise.resolve();
      if (!this.query) {
        this.filters.require('search', null);
        this.apply();
        return Promise.resolve();
      }
      return FP.data.search(layer.id).then((search) => {
        if (turn !== this.searchTurn || this.active !== layer || !this.filters) return;
        const count = this.filters.count, mask = FP.searching.marked(search, this.query, new Uint8Array(count));
        const ids = this.map.layer(layer.id).set.ids;
        const exact = ids.indexOf(ArrayBuffer.isView(ids) ? Number(this.query) : this.query);
        if (exact >= 0) mask[exact] = 1;
        if (!mask.includes(1)) this.suggestion = FP.searching.corrected(search, this.query);
        this.filters.require('search', mask);
        this.apply();
      }, () => { find('search-note').textContent = 'Search is not available, because its data is missing.'; });
    },

    /** Shows how many records were found, and a button to zoom to them. */
    sayFound() {
      const note = find('search-note'), count = Object.keys(this.filters.chosen).length;
      find('filters-open').textContent = count ? `Filters (${count})` : 'Filters';
      note.textContent = find('filters-found').textContent = '';
      if (!this.filters.active()) return;
      const shown = this.filters.shown;
      const found = shown ? `${grouped(shown)} of ${grouped(this.filters.count)}` : 'No matches';
      find('filters-found').textContent = found;
      FP.element('span', '', note, found);
      if (shown) {
        noteButton(note, 'Zoom to', () => { this.zoomToFound(); }).setAttribute('aria-label', 'Zoom to matches');
        const save = noteButton(note, 'Download', () => { this.downloads.saveTable(save, this.selections()[0]); });
        save.title = 'Download the matches as CSV';
        return;
      }
      if (this.suggestion) {
        noteButton(note, `Search for ${this.suggestion}`, () => {
          this.searchFor(this.suggestion);
          find('search').focus();
        });
      }
      const what = [this.query && 'search', count && 'filters'].filter(Boolean).join(' and ');
      noteButton(note, what ? `Clear ${what}` : 'Show all', () => { this.clear(); });
    },

    clear() {
      const filters = this.filters;
      Object.keys(filters.chosen).forEach((column) => { filters.set(column, null); });
      this.legend.hideNamed('').forEach((id) => { this.maskClasses(id); });
      this.searchFor('');
      find('search').focus();
    },

    zoomToFound() {
      const layer = this.map.layer(this.active.id), mask = this.filters && this.filters.mask;
      if (!mask || !this.filters.shown) return;
      let west = Infinity, south = Infinity, east = -Infinity, north = -Infinity;
      for (let i = 0; i < mask.length; i += 1) {
        const at = mask[i] ? this.map.meters(layer, i) : null;
        if (!at) continue;
        const box = at.box || [at.x, at.y, at.x, at.y];
        west = Math.min(west, box[0]);
        south = Math.min(south, box[1]);
        east = Math.max(east, box[2]);
        north = Math.max(north, box[3]);
      }
      if (west > east) return;
      this.map.fit(FP.mercator.unproject(west, south).concat(FP.mercator.unproject(east, north)));
    },

    // Suggestions

    /** Suggestions for a text, best first. Without a text, the only one is the reader's location. */
    suggested(text) {
      const near = {
        name: 'Near me', kind: `${this.active.title} around your location`, choose: () => { this.map.locate(); }
      };
      if (!text) return Promise.resolve([near]);
      const matches = FP.searching.matcher(text);
      // The counts of values are those of the records that the text finds.
      return this.searching.then(() => Promise.all([
        this.valuesNamed(matches), this.streetsNamed(matches), this.bookmarksNamed(matches),
        this.recordsNamed(text, matches), matches(near.name) ? [near] : []
      ])).then((found) => found.flat());
    },

    /** Values of the facets, the most frequent first. */
    valuesNamed(matches) {
      const found = [];
      (this.filters ? this.filters.facets : []).forEach((ready) => {
        if (ready.kind !== 'category') return;
        const counts = this.filters.counts[ready.facet.column];
        ready.column.values.forEach((value, code) => {
          if (!value || !matches(value)) return;
          found.push({
            name: value, kind: ready.facet.label, count: counts[code], rank: matches.begins(value) ? 0 : 1,
            choose: () => { this.chooseValue(ready.facet.column, value); }
          });
        });
      });
      return best(found);
    },

    /** Shows only the records with a value. */
    chooseValue(column, value) {
      this.searchFor('');
      this.filters.set(column, { values: [value], except: false });
      this.apply();
      this.zoomToFound();
    },

    bookmarksNamed(matches) {
      return (this.site.bookmarks || []).filter((bookmark) => bookmark.name && matches(bookmark.name))
        .slice(0, few).map((bookmark) => ({
          name: bookmark.name, kind: 'Bookmark', choose: () => {
            this.searchFor('');
            this.map.fit(bookmark.extent);
          }
        }));
    },

    /** Streets in the addresses of the records. */
    streetsNamed(matches) {
      if (!this.active.search) return Promise.resolve([]);
      return FP.data.search(this.active.id).then((search) => {
        const found = [];
        FP.searching.streets(search).forEach((count, street) => {
          if (!matches(street)) return;
          found.push({
            name: street, kind: 'Street', count, rank: matches.begins(street) ? 0 : 1,
            choose: () => { this.searchFor(street).then(() => { this.zoomToFound(); }); }
          });
        });
        return best(found);
      }, () => []);
    },

    /** Records whose name matches: of the active layer, small tables and shown layers, if few match. */
    recordsNamed(text, matches) {
      const layers = this.site.layers.filter((layer) => {
        const onMap = this.map.layer(layer.id);
        return layer.search && (layer === this.active ||
          layer.count <= maximumSearched && (!onMap || onMap.visible));
      });
      return Promise.all(layers.map((layer) => FP.data.search(layer.id).then((search) => {
        const mask = FP.searching.marked(search, text, new Uint8Array(layer.count));
        const rows = firstMarked(mask, maximumNamed + 1);
        if (rows.length > maximumNamed) return [];
        return Promise.all(rows.slice(0, 2 * few).map((index) => this.recordNamed(layer, index)));
      }).catch(() => []))).then((all) => all.flatMap((found) => {
        return found.filter((one) => matches(one.name) || matches(one.kind)).slice(0, few);
      }));
    },

    recordNamed(layer, index) {
      return FP.data.summary(layer.id, index).then((summary) => ({
        name: summary.names[0],
        kind: [layer.title, ...summary.names.slice(1)].filter((text) => text !== summary.names[0]).join(' · '),
        symbol: this.site.symbols[summary.symbol],
        choose: () => {
          this.searchFor('');
          this.goTo({ layer: layer.id, index });
        }
      }));
    },

    /** Opens a record in the card, and shows its place if it is on the map. */
    goTo(hit) {
      const layer = this.map.layer(hit.layer);
      (layer ? this.map.loadLayer(layer, true) : Promise.resolve()).then(() => {
        if (layer) this.zoomTo(hit);
        this.card.show([hit], 0, true);
      }, (error) => { this.map.options.onTrouble(error); });
    }
  });

  function noteButton(note, text, action) {
    const button = FP.element('button', 'plain', note, text);
    button.type = 'button';
    button.addEventListener('click', action);
    return button;
  }

  /** The first few, by rank and then by count. Values that no shown record has are left out. */
  function best(found) {
    return found.filter((one) => one.count > 0)
      .sort((a, b) => a.rank - b.rank || b.count - a.count || (a.name < b.name ? -1 : 1)).slice(0, few);
  }

  function firstMarked(mask, most) {
    const rows = [];
    for (let at = mask.indexOf(1); at >= 0 && rows.length < most; at = mask.indexOf(1, at + 1)) rows.push(at);
    return rows;
  }
})();
