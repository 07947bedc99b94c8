/*
 * The review page: connects summary, list, map and the shown change, and handles keys. summary.js
 * adds the menus; review.js starts the page.
 *
 *   j, k, arrows   next, previous        F, O, S   use field crew's, use office's, skip
 *   U              undo                  /         search
 *
 * A phone shows one of list, map and change at a time. The link's hash names the map or the change, so
 * that the browser's "back" leads to the list.
 */
(() => {
  'use strict';

  const FP = (window.FP ??= {});
  const element = FP.element;
  const grouped = FP.text.grouped;
  const counted = FP.counted;

  function find(id) { return document.getElementById(id); }

  class Page {
    constructor(review) {
      const page = this;
      this.review = review;
      this.index = null;
      this.turn = 0;
      this.decisions = new FP.Decisions(review, (indexes) => { page.decided(indexes); });
      this.choice = new FP.ChangeChoice(review, this.decisions);
      this.list = new FP.ChangeList(find('list'), review, this.decisions, (index, byKey) => {
        page.select(index);
        page.open(byKey);
      });
      this.panel = new FP.ChangePanel(find('change'), review, this.decisions, {
        step(by) { page.step(by); }, decide(choice) { page.decide(choice); },
        zoom(index) { page.map.zoomTo(index); }, undo() { page.undo(); }, back() { page.back(); }
      });
      FP.photos(find('change'));
      this.addMap();
      this.addPackages();
      this.addCrews();
      this.addChips();
      this.addLayers();
      this.addSort();
      this.addBulk();
      this.addNotes();
      this.addHelp();
      this.wire();
      this.wireViews();
      this.filter();
      this.progress();
      if (this.decisions.isRestored) this.say('Your earlier decisions in this browser were restored.');
    }

    say(text, isTrouble) {
      find('message').textContent = text;
      find('message').classList.toggle('trouble', Boolean(isTrouble));
    }

    /** Says what was decided for many changes at once, with a button to undo it. */
    sayDone(text) {
      this.say(`${text} `);
      const button = element('button', 'plain', find('message'), 'Undo');
      button.type = 'button';
      button.addEventListener('click', () => {
        this.undo();
        find('changes').focus();
      });
    }

    // Views of a phone

    wireViews() {
      const map = find('map-view'), tools = find('tools-view');
      function follow() {
        document.body.dataset.view = (/^#view-(map|change)$/.exec(location.hash) || ['', 'list'])[1];
      }
      map.hidden = !this.map;
      map.addEventListener('click', () => { this.go('#view-map'); });
      find('map-back').addEventListener('click', () => { this.back(); });
      tools.addEventListener('click', () => {
        const isOpen = document.body.classList.toggle('with-tools');
        tools.setAttribute('aria-expanded', String(isOpen));
      });
      window.addEventListener('hashchange', follow);
      follow();
    }

    go(hash) {
      this.went = true;
      location.hash = hash;
    }

    /** Goes back to the list, or to the map from where a change was opened. */
    back() {
      if (this.went) history.back();
      else location.hash = '#changes';
    }

    /** Opens the selected change on a phone. With a mouse, it is beside the list. */
    open(byKey) {
      if (!isPhone()) return;
      if (document.body.dataset.view !== 'change') this.go('#view-change');
      if (byKey) find('change').focus({ preventScroll: true });
    }

    // Parts

    addMap() {
      const page = this;
      if (!this.review.content.extent) {
        document.body.classList.add('no-map');
        return;
      }
      this.map = new FP.ChangeMap(find('map'), this.review, {
        onPick(indexes) { if (indexes.length) page.pick(indexes); },
        onTrouble(error) {
          find('map-problem').textContent = error.message + FP.text.dataHint;
          find('map-problem').hidden = false;
        }
      });
      this.map.ready.then(() => {
        if (page.index !== null) page.showOnMap();
        if (page.choice.sort === 'place') page.filter();
      });
    }

    /** If several changes are at one point, each click selects the next one. */
    pick(indexes) {
      const at = indexes.indexOf(this.index);
      this.select(indexes[(at + 1) % indexes.length]);
      this.open(false);
    }

    // Showing

    /** Shows the changes that pass the filters. */
    filter() {
      this.indexes = this.choice.run();
      this.countChips();
      this.chips.forEach((chip, kind) => {
        chip.setAttribute('aria-pressed', String(this.choice.kinds.has(kind)));
      });
      if (this.openChip) this.openChip.setAttribute('aria-pressed', String(this.choice.undecided));
      this.list.showChanges(this.indexes);
      if (this.map) this.map.setMask(this.choice.isActive() ? this.choice.mask.slice() : null);
      this.sayFound();
      if (this.index === null || !this.choice.mask[this.index]) {
        if (this.indexes.length) this.select(this.indexes[0]);
        else this.nothing();
      } else {
        this.list.sight(this.index);
        this.show();
      }
    }

    nothing() {
      this.index = null;
      this.turn += 1;
      this.list.mark(null);
      this.panel.clear(this.review.changes.length ? 'No changes match.'
        : this.review.decides ? 'This merge has no changes.' : 'This package has no changes.');
    }

    sayFound() {
      const note = find('found');
      note.textContent = '';
      if (!this.choice.isActive()) return;
      note.append(`${grouped(this.indexes.length)} of ${grouped(this.review.changes.length)} `);
      const button = element('button', 'plain', note, 'Show all');
      button.type = 'button';
      button.addEventListener('click', () => {
        this.choice.clear();
        find('search').value = '';
        [this.packageSelect, this.layerSelect].forEach((select) => { if (select) select.value = ''; });
        this.filter();
        find('changes').focus();
      });
    }

    select(index) {
      this.index = index;
      this.list.mark('changes', index);
      this.show();
    }

    show() {
      const index = this.index, turn = this.turn += 1;
      this.review.detail(index).then((detail) => {
        if (turn !== this.turn) return;
        this.detail = detail;
        this.panel.show(index, detail, this.list.position(index), this.indexes.length);
        this.showOnMap();
      }, (error) => {
        if (turn === this.turn) this.panel.clear(error.message + FP.text.dataHint);
      });
    }

    showOnMap() {
      if (this.map && this.detail) this.map.show(this.index, this.detail);
    }

    /** Selects the next or previous change in the list. The focus follows if it was in the list. */
    step(by) {
      const at = this.list.position(this.index), to = at < 0 ? 0 : at + by;
      if (to < 0 || to >= this.indexes.length) return;
      const isInList = find('list').contains(document.activeElement);
      const isInPanel = find('change').contains(document.activeElement);
      this.select(this.indexes[to]);
      const row = this.list.sight(this.index);
      if (isInList && row) row.focus({ preventScroll: true });
      // The element with the focus was removed together with the previous change.
      else if (isInPanel) find('change').focus({ preventScroll: true });
    }

    // Deciding

    /** Decides the shown change and goes to the next one. */
    decide(choice) {
      if (this.index === null) return;
      this.decisions.choose([this.index], choice);
      this.step(1);
    }

    undo() {
      const indexes = this.decisions.undo();
      this.say(indexes ? 'Undone.' : 'There is nothing to undo.');
      this.panel.refresh();
      if (!indexes || !this.choice.mask[indexes[0]]) return;
      this.select(indexes[0]);
      this.list.sight(indexes[0]);
    }

    decided(indexes) {
      this.list.refreshRows(indexes);
      if (indexes.includes(this.index)) this.panel.refresh();
      this.progress();
      this.showCrews();
    }

    progress() {
      if (!this.review.decides) return;
      const all = this.review.changes.length, done = this.decisions.decided;
      find('progress-text').textContent = `Decided ${grouped(done)} of ${grouped(all)}`;
      find('progress').max = Math.max(1, all);
      find('progress').value = done;
      this.openChip.textContent = `${grouped(all - done)} to decide`;
      this.openChip.disabled = all === done && !this.choice.undecided;
    }

    // Files

    save() {
      this.decisions.keep();
      FP.download('decisions.json', 'application/json', this.decisions.text());
      this.say('Saved as decisions.json.');
    }

    load(files) {
      const sorted = files.sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
      Promise.all(sorted.map((file) => file.text())).then((texts) => {
        const answer = this.decisions.read(texts);
        this.say(loadedText(answer, sorted), answer.unknown + answer.disagreements.length > 0);
        this.filter();
      }).catch((error) => { this.say(error.message, true); });
    }

    // Hands and keys

    wire() {
      const search = find('search'), file = find('load-file');
      if (this.review.decides) {
        find('save').addEventListener('click', () => { this.save(); });
        find('load').addEventListener('click', () => { file.click(); });
        file.addEventListener('change', () => {
          if (file.files.length) this.load(Array.from(file.files));
          file.value = '';
        });
        window.addEventListener('pagehide', () => { this.decisions.keep(); });
      }
      find('search-form').addEventListener('submit', (event) => { event.preventDefault(); });
      search.addEventListener('input', () => {
        this.choice.set('query', search.value);
        this.filter();
      });
      document.addEventListener('keydown', (event) => { this.key(event); });
      window.addEventListener('beforeprint', () => {
        FP.reviewReport(find('report'), this.review, this.decisions, this.indexes);
      });
      window.addEventListener('afterprint', () => { FP.reviewReport.empty(find('report')); });
    }

    key(event) {
      const page = this, search = find('search');
      if (event.altKey || event.ctrlKey || event.metaKey) return;
      if (event.key === 'Escape' && event.target === search) {
        find('changes').focus();
        return;
      }
      if (isTaken(event.target, event.key)) return;
      const isArrow = event.key === 'ArrowUp' || event.key === 'ArrowDown';
      if (this.keysOff && !isArrow || this.scrolls(event, isArrow)) return;
      const actions = {
        j() { page.step(1); }, k() { page.step(-1); },
        arrowdown() { page.step(1); }, arrowup() { page.step(-1); },
        '/'() { search.focus(); search.select(); }
      };
      if (this.review.decides) {
        Object.assign(actions, {
          f() { page.decide('returned'); }, o() { page.decide('current'); },
          s() { page.decide('skip'); }, u() { page.undo(); }
        });
      }
      const action = actions[event.key.toLowerCase()];
      if (!action) return;
      event.preventDefault();
      action();
    }

    /** On a phone, and in a long record, the arrow keys scroll. */
    scrolls(event, isArrow) {
      return isArrow && (isPhone() || event.target.id === 'change') && !find('list').contains(event.target);
    }
  }

  /** Whether list, map and change take turns. review.css has the same condition. */
  function isPhone() { return matchMedia('(max-width: 819px), (max-height: 479px)').matches; }

  /** What was loaded from decision files. */
  function loadedText(answer, files) {
    const names = files.map((file) => file.name), differing = answer.disagreements;
    const last = names[names.length - 1];
    const all = (names.length > 1 ? `${names.slice(0, -1).join(', ')} and ` : '') + last;
    let text = `Loaded ${counted(answer.taken, 'decision')} from ${all}.`;
    if (answer.unknown) {
      text += ` Ignored ${counted(answer.unknown, 'other')}, because this review has no such record `
        + 'or field.';
    }
    if (differing.length) {
      const shown = differing.slice(0, 5).join(', ');
      text += ` The files disagree in ${counted(differing.length, 'case')}: ${shown}`
        + `${differing.length > 5 ? ' and others' : ''}. The last file, ${last}, wins, but a choice for a`
        + ' field wins over one for its record.';
    }
    return text;
  }

  /** Whether the focused element uses the key itself. */
  function isTaken(target, key) {
    if (target.closest('textarea, select, summary, dialog, .menu-items, input:not([type="radio"])')) return true;
    const isArrow = key === 'ArrowUp' || key === 'ArrowDown';
    return isArrow && Boolean(target.closest('.map-surface, input[type="radio"]'));
  }

  FP.ReviewPage = Page;
})();
