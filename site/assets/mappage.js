/*
 * The map page: connects map, legend, search, facets, list, card and link.
 *
 * One layer at a time is listed, searched and filtered: the active one, at first the largest point
 * layer. The link contains what a reader sees (maplink.js), so opening it shows the same again.
 */
(() => {
  'use strict';

  const FP = (window.FP ??= {});
  const grouped = FP.text.grouped;

  /** Up to this many features in view, the list is sorted from the middle of the view outwards. */
  const maximumSorted = 5000;
  /** A sheet that leaves less of the map than this covers all of it, in pixels. */
  const leastSeen = 80;
  /** A map with less height in sight has no room for its legend, in pixels. */
  const leastRoom = 200;
  /** The height of the scale with the credits below it, in pixels. */
  const scaleRoom = 60;
  /** The space of a selected feature's ring, in pixels. */
  const ringed = 16;

  function find(id) { return document.getElementById(id); }

  class Page {
    constructor(site) {
      this.site = site;
      this.filters = null;
      this.chosen = Object.create(null);
      this.query = '';
      this.searchTurn = 0;
      this.searching = Promise.resolve();
      this.hits = [];
      this.title = document.title;
      const link = FP.hash.parse(location.hash);
      const view = this.placeOf(link);
      this.map = this.madeMap(view);
      this.layers = this.map.layers.map((layer) => layer.meta);
      this.active = this.firstActive(link);
      this.readOff(link);
      this.addParts();
      this.wire();
      this.readClasses(link);
      this.open(this.active, link, !view);
    }

    madeMap(view) {
      const page = this;
      return new FP.Map(find('map'), {
        site: this.site, view: view || undefined,
        onView() { page.viewed(); },
        onPick(hits, how) { page.picked(hits, how); },
        onHover(hit, x, y) { page.hovered(hit, x, y); },
        onTrouble(error) {
          find('map-problem').textContent = error.message + FP.text.dataHint;
          find('map-problem').hidden = false;
          page.troubled = true;
        }
      });
    }

    addParts() {
      const page = this, map = this.map;
      this.legend = new FP.Legend(map, find('map'), {
        onSwitch() { page.viewed(); },
        onClass(id) {
          page.maskClasses(id);
          page.writeLink();
        }
      });
      FP.bookmarksMenu(map, find('map'));
      // On phones, the open legend needs the room of the card.
      find('map').querySelector('.legend').addEventListener('toggle', (event) => {
        if (event.target.open && !find('card').hidden && page.card.sheet.isSheet()) page.card.sheet.rest('low');
      });
      this.list = new FP.List(find('list'), this.site, (layer, index, byKey) => {
        page.card.show([{ layer: layer.id, index }], 0, byKey);
      }, (layer, id) => this.linkTo(layer, id));
      this.card = new FP.Card(find('card'), this.site, {
        onShow(hit) { page.selected(hit); },
        onRecord(record) { document.title = `${FP.record.name(record)} · ${page.site.title}`; },
        onRest() { page.measureCovered(); },
        onOpen() { page.uncover(); },
        onClose(hadFocus) {
          page.measureCovered();
          page.selected(null);
          document.title = page.title;
          if (hadFocus) document.querySelector('.map-surface').focus();
        },
        onZoom(hit) { page.zoomTo(hit); },
        onMap(layer) { return Boolean(map.layer(layer)); },
        find(layer, id) { return page.hitOf(layer, id); },
        link() { return page.address(page.linkNow()); }
      });
      this.downloads = new FP.Downloads(find('downloads'), {
        layer() { return page.active; },
        selections() { return page.selections(); }
      });
    }

    wire() {
      this.wireSearch();
      find('to-map').addEventListener('click', () => { window.scrollTo(0, 0); });
      new IntersectionObserver((seen) => {
        find('to-map').classList.toggle('away', !seen.at(-1).isIntersecting);
      }).observe(find('map'));
      // On phones, the head of the list stays below the search, whose height varies.
      const search = document.querySelector('.search-line');
      new ResizeObserver(() => {
        document.body.style.setProperty('--search-line', `${search.offsetHeight}px`);
      }).observe(search);
      find('filters-open').addEventListener('click', () => {
        this.showFilters(!find('filters-sheet').classList.contains('open'));
      });
      find('filters-done').addEventListener('click', () => { this.showFilters(false); });
      find('filters-sheet').addEventListener('keydown', (event) => {
        if (event.key === 'Escape') this.showFilters(false);
      });
      ['(min-width: 820px)', '(min-width: 1100px)'].forEach((width) => {
        matchMedia(width).addEventListener('change', () => { this.showFilters(false); });
      });
      document.querySelector('.skip').addEventListener('click', (event) => {
        event.preventDefault();
        find('results').focus();
      });
      window.addEventListener('hashchange', () => {
        if (location.hash === this.written) return;
        this.follow(FP.hash.parse(location.hash));
      });
      this.writeChoice();
    }

    /** Opens or closes the sheet of filters, which only phones and tablets have. On phones, it covers all. */
    showFilters(open) {
      const button = find('filters-open');
      if (!open && !find('filters-sheet').classList.contains('open')) return;
      find('filters-sheet').classList.toggle('open', open);
      button.setAttribute('aria-expanded', String(open));
      const covers = getComputedStyle(find('filters-sheet')).position === 'fixed';
      document.querySelectorAll('.bar, .map-panel, .results, .search-line').forEach((part) => {
        part.inert = open && covers;
      });
      (open ? find('filters-done') : button).focus();
    }

    /** Lets the reader choose the listed layer, if there are several. */
    writeChoice() {
      const host = find('layer-choice');
      if (this.layers.length < 2) return;
      const label = document.createElement('label');
      const select = document.createElement('select');
      label.className = 'choice';
      label.append('Layer to list and filter', select);
      this.layers.slice().reverse().forEach((layer) => {
        select.add(new Option(`${layer.title} (${grouped(layer.count)})`, layer.id));
      });
      select.value = this.active.id;
      select.addEventListener('change', () => {
        this.open(this.site.byID[select.value], null, false);
      });
      host.appendChild(label);
      this.choice = select;
    }

    // The active layer

    /** Makes a layer the active one. `link` provides its filters, search and selection. */
    open(layer, link, moves) {
      const ready = layer && this.map.layer(layer.id);
      if (!layer) {
        find('count').textContent = 'This map has no layers';
        find('downloads').hidden = true;
        find('search-form').hidden = true;
        return;
      }
      this.active = layer;
      this.filters = null;
      find('search').placeholder = `Search ${layer.title}`;
      find('search').value = find('search').defaultValue = '';
      find('search-clear').hidden = true;
      find('search-note').textContent = '';
      find('search-form').hidden = !layer.search;
      find('facets').textContent = '';
      if (this.choice) this.choice.value = layer.id;
      if (!ready.visible && !link) this.map.setVisible(layer.id, true);
      if (link) this.chosen[layer.id] = FP.hash.parseFilters(link.values.f, layer.facets);
      // The map is drawn first; the columns of the facets are loaded after that.
      this.map.ready.then(() => this.map.loadLayer(ready, true)).then(() => {
        return layer.columns ? FP.data.columns(layer.id) : {};
      }).then((columns) => {
        if (this.active !== layer || !ready.set) return;
        this.filters = new FP.Filters(layer.facets, columns, ready.set.n);
        const chosen = this.chosen[layer.id] || {};
        Object.keys(chosen).forEach((column) => { this.filters.set(column, chosen[column]); });
        this.filters.require('class', this.legend.classMask(ready));
        this.filters.run();
        this.facets = new FP.Facets(find('facets'), layer, this.site.symbols, this.filters, () => {
          this.apply();
        });
        this.apply();
        if (link && link.values.q) this.searchFor(FP.hash.decoded(link.values.q));
      }, (error) => { this.map.options.onTrouble(error); });
      if (link && link.values.sel) this.selectNamed(link.values.sel, moves);
    }

    /** Runs the filters and shows the records that pass. */
    apply() {
      if (!this.filters) return;
      this.filters.run();
      this.chosen[this.active.id] = this.filters.chosen;
      this.facets.refresh();
      this.map.setMask(this.active.id, this.filters.mask, this.legend.classMask(this.map.layer(this.active.id)));
      this.sayFound();
    }

    maskClasses(id) {
      const layer = this.map.layer(id), mask = this.legend.classMask(layer);
      if (id === this.active.id && this.filters) {
        this.filters.require('class', mask);
        this.apply();
      } else {
        this.map.setMask(id, mask, mask);
      }
    }

    // View

    /** After each frame: updates the count at once, and the list and the link when the map rests. */
    viewed() {
      if (!this.legend) return;
      this.legend.refresh();
      if (!this.active) return;
      this.sayCount();
      clearTimeout(this.listTimer);
      this.listTimer = setTimeout(() => {
        this.showList();
        this.writeLink();
      }, 160);
    }

    sayCount() {
      const layer = this.map.layer(this.active.id);
      const text = layer.loaded ? `${grouped(this.map.countInView(this.active.id))} in view`
        : this.troubled ? 'Not loaded' : 'Loading';
      if (find('count').textContent !== text) find('count').textContent = text;
    }

    showList() {
      const layer = this.map.layer(this.active.id);
      if (!layer.loaded) return;
      const indexes = this.ordered(layer, this.map.inView(this.active.id));
      this.list.show(this.active, indexes, layer.set.classes, indexes.length ? '' : this.emptyNote(layer));
      if (this.hits.length) this.reveal();
    }

    emptyNote(layer) {
      if (!layer.visible) return `${layer.meta.title} is switched off in the legend.`;
      if (layer.presence === 'hidden') return `Zoom in to see ${layer.meta.title}.`;
      if (this.filters && this.filters.active() && !this.filters.shown) return this.mismatch();
      return 'No records here. Move the map or zoom out.';
    }

    /** Says what no record matches. */
    mismatch() {
      const isFiltered = Object.keys(this.filters.chosen).length || this.legend.hiddenText();
      const search = this.query ? 'the search' : '', filters = isFiltered ? 'the filters' : '';
      return `No records match ${search && filters ? `${search} and ${filters}` : search || filters}.`;
    }

    /** Sorts few records from the middle outwards, and many in the order of the files (by location). */
    ordered(layer, indexes) {
      if (indexes.length > maximumSorted) return indexes.sort();
      const map = this.map, view = map.view, distances = new Map();
      indexes.forEach((index) => {
        const at = map.meters(layer, index);
        distances.set(index, Math.hypot(at.x - view.x, at.y - view.y));
      });
      return indexes.sort((a, b) => distances.get(a) - distances.get(b) || a - b);
    }

    // Selection

    picked(hits, how) {
      if (hits.length) this.card.show(hits, 0, how.keyboard);
      else if (!find('card').hidden) this.card.close();
      this.pickedOnMap = true;
    }

    /** Names the feature under the mouse, when the mouse rests there; null: none. */
    hovered(hit, x, y) {
      const name = this.hoverName = this.hoverName || FP.element('p', 'map-name', find('map'));
      clearTimeout(this.hoverTimer);
      name.hidden = true;
      if (!hit) return;
      this.hoverTimer = setTimeout(() => {
        const timer = this.hoverTimer;
        FP.data.summary(hit.layer, hit.index).then((summary) => {
          if (timer !== this.hoverTimer) return;
          name.textContent = summary.names.join(' · ');
          name.hidden = false;
          const room = find('map').clientWidth - name.offsetWidth - 8;
          name.style.left = `${Math.max(8, Math.min(room, x + 14))}px`;
          name.style.top = `${y > 60 ? y - name.offsetHeight - 10 : y + 18}px`;
        }, () => { /* A click says what is wrong. */ });
      }, 90);
    }

    /** The hit of a record. Of a layer on the map, it can be marked there at once. */
    hitOf(id, recordID) {
      const layer = this.map.layer(id);
      return (layer ? this.map.loadLayer(layer, true) : Promise.resolve()).then(() => {
        return FP.data.find(id, recordID);
      }).then((index) => {
        if (index < 0) throw new Error(`Layer ${id} has no record ${recordID}`);
        return { layer: id, index };
      });
    }

    /** Marks a record on the map. One of a table leaves the feature marked that led to it. */
    selected(hit) {
      if (hit && !this.map.layer(hit.layer)) return;
      this.hits = hit ? [hit] : [];
      this.map.select(hit ? hit.layer : null, hit ? hit.index : 0);
      this.list.mark(hit ? hit.layer : null, hit ? hit.index : 0);
      this.writeLink();
    }

    /** Scrolls to the row of the record that was picked on the map. */
    reveal() {
      if (!this.pickedOnMap || this.hits[0].layer !== this.active.id) return;
      this.pickedOnMap = false;
      this.list.reveal(this.hits[0].index);
    }

    /** Measures how much of the map the card covers, which is a sheet on phones. */
    measureCovered() {
      const box = find('map').getBoundingClientRect(), sheet = this.card.sheet;
      const isOver = !find('card').hidden && sheet.isSheet();
      const top = window.innerHeight - (isOver ? sheet.height(sheet.stop) : 0);
      const covered = isOver && top < box.bottom && top > box.top + leastSeen ? box.bottom - top : 0;
      if (covered === this.map.covered) return;
      this.map.covered = covered;
      // Legend and scale stay in sight, if there is room for them, the buttons and the selected feature.
      const buttons = find('map').querySelector('.map-buttons').getBoundingClientRect();
      const isRoomy = box.height - covered >= Math.max(leastRoom, buttons.bottom - box.top + scaleRoom);
      find('map').style.setProperty('--covered', `${isRoomy ? covered : 0}px`);
      this.map.invalidate();
    }

    /** Moves the selected feature out from under the card. */
    uncover() {
      const map = this.map, hit = this.hits[0];
      const at = hit && map.covered ? map.meters(map.layer(hit.layer), hit.index) : null;
      if (!at) return;
      const seen = map.height - map.covered, top = at.box ? at.box[3] : at.y;
      const y = map.height / 2 + (map.view.y - top) / map.view.res;
      if (y > seen - ringed && y < map.height + ringed) {
        map.panBy(0, map.height / 2 + (map.view.y - at.y) / map.view.res - seen / 2);
      }
    }

    zoomTo(hit) {
      const location = this.map.place(hit.layer, hit.index);
      if (!location) return;
      this.measureCovered();
      // On phones, the map may be above what the reader sees.
      if (find('to-map').classList.contains('away')) window.scrollTo(0, 0);
      if (location.extent) this.map.fit(location.extent);
      else {
        this.map.setView(location.lon, location.lat, Math.max(18, this.map.where().zoom));
        this.map.panBy(0, this.map.covered / 2);
      }
    }
  }

  FP.MapPage = Page;
})();
