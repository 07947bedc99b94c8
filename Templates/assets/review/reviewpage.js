/*
  * The review page: connects summary, list, map and the shown change, and handles keys. summary.js
  * adds the menus; review.js starts the page.
  *
  *   j, k, arrows   next, previous        F, O, S   use field crew's, use office's, skip
 *   U              undo                  /         search
 */
(function () {
  'use strict';

  var FP = (window.FP = window.FP || {});
  var element = FP.element;
  var grouped = FP.text.grouped;

  function find(id) { return document.getElementById(id); }

  function Page(review) {
    var page = this;
    this.review = review;
    this.index = null;
    this.turn = 0;
    this.decisions = new FP.Decisions(review, function (indexes) { page.decided(indexes); });
    this.choice = new FP.ChangeChoice(review, this.decisions);
    this.list = new FP.ChangeList(find('list'), review, this.decisions, function (index, byKey) {
      page.select(index);
      if (!byKey && isPhone()) find('change').scrollIntoView({ block: 'start' });
    });
    this.panel = new FP.ChangePanel(find('change'), review, this.decisions, {
      step: function (by) { page.step(by); }, decide: function (choice) { page.decide(choice); },
      zoom: function (index) { page.map.zoomTo(index); }
    });
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
    this.filter();
    this.progress();
    if (this.decisions.isRestored) this.say('Your earlier decisions in this browser were restored.');
  }

  function isPhone() { return matchMedia('(max-width: 819px)').matches; }

  Page.prototype.say = function (text, isTrouble) {
    find('message').textContent = text;
    find('message').classList.toggle('trouble', Boolean(isTrouble));
  };

  // Parts

  Page.prototype.addMap = function () {
    var page = this;
    if (!this.review.content.extent) {
      document.body.classList.add('no-map');
      return;
    }
    this.map = new FP.ChangeMap(find('map'), this.review, {
      onPick: function (indexes) { if (indexes.length) page.pick(indexes); },
      onTrouble: function (error) {
        find('map-problem').textContent = error.message + FP.text.dataHint;
        find('map-problem').hidden = false;
      }
    });
    this.map.ready.then(function () {
      if (page.index !== null) page.showOnMap();
      if (page.choice.sort === 'place') page.filter();
    });
  };

  /** If several changes are at one point, each click selects the next one. */
  Page.prototype.pick = function (indexes) {
    var at = indexes.indexOf(this.index);
    this.select(indexes[(at + 1) % indexes.length]);
    if (isPhone()) find('change').scrollIntoView({ block: 'nearest' });
  };

  // Showing

  /** Shows the changes that pass the filters. */
  Page.prototype.filter = function () {
    var page = this;
    this.indexes = this.choice.run();
    this.countChips();
    this.chips.forEach(function (chip, kind) {
      chip.setAttribute('aria-pressed', String(page.choice.kinds.has(kind)));
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
  };

  Page.prototype.nothing = function () {
    this.index = null;
    this.turn += 1;
    this.list.mark(null);
    this.panel.clear(this.review.changes.length ? 'No changes match.'
      : this.review.decides ? 'This merge has no changes.' : 'This package has no changes.');
  };

  Page.prototype.sayFound = function () {
    var page = this, note = find('found');
    note.textContent = '';
    if (!this.choice.isActive()) return;
    note.append(grouped(this.indexes.length) + ' of ' + grouped(this.review.changes.length) + ' ');
    var button = element('button', 'plain', note, 'Show all');
    button.type = 'button';
    button.addEventListener('click', function () {
      page.choice.clear();
      find('search').value = '';
      [page.packageSelect, page.layerSelect].forEach(function (select) { if (select) select.value = ''; });
      page.filter();
      find('changes').focus();
    });
  };

  Page.prototype.select = function (index) {
    this.index = index;
    this.list.mark('changes', index);
    this.show();
  };

  Page.prototype.show = function () {
    var page = this, index = this.index, turn = this.turn += 1;
    this.review.detail(index).then(function (detail) {
      if (turn !== page.turn) return;
      page.detail = detail;
      page.panel.show(index, detail, page.list.position(index), page.indexes.length);
      page.showOnMap();
    }, function (error) {
      if (turn === page.turn) page.panel.clear(error.message + FP.text.dataHint);
    });
  };

  Page.prototype.showOnMap = function () {
    if (this.map && this.detail) this.map.show(this.index, this.detail);
  };

  /** Selects the next or previous change in the list. The focus follows if it was in the list. */
  Page.prototype.step = function (by) {
    var at = this.list.position(this.index), to = at < 0 ? 0 : at + by;
    if (to < 0 || to >= this.indexes.length) return;
    var isInList = find('list').contains(document.activeElement);
    var isInPanel = find('change').contains(document.activeElement);
    this.select(this.indexes[to]);
    var row = this.list.sight(this.index);
    if (isInList && row) row.focus({ preventScroll: true });
    // The element with the focus was removed together with the previous change.
    else if (isInPanel) find('change').focus({ preventScroll: true });
  };

  // Deciding

  /** Decides the shown change and goes to the next one. */
  Page.prototype.decide = function (choice) {
    if (this.index === null) return;
    this.decisions.choose([this.index], choice);
    this.step(1);
    if (isPhone()) find('change').scrollIntoView({ block: 'start' });
  };

  Page.prototype.undo = function () {
    var indexes = this.decisions.undo();
    this.say(indexes ? 'Undone.' : 'There is nothing to undo.');
    if (!indexes || !this.choice.mask[indexes[0]]) return;
    this.select(indexes[0]);
    this.list.sight(indexes[0]);
  };

  Page.prototype.decided = function (indexes) {
    this.list.refreshRows(indexes);
    if (indexes.indexOf(this.index) >= 0) this.panel.refresh();
    this.progress();
    this.showCrews();
  };

  Page.prototype.progress = function () {
    if (!this.review.decides) return;
    var all = this.review.changes.length, done = this.decisions.decided;
    find('progress-text').textContent = 'Decided ' + grouped(done) + ' of ' + grouped(all);
    find('progress').max = Math.max(1, all);
    find('progress').value = done;
    this.openChip.textContent = grouped(all - done) + ' to decide';
    this.openChip.disabled = all === done && !this.choice.undecided;
  };

  // Files

  Page.prototype.save = function () {
    this.decisions.keep();
    FP.download('decisions.json', 'application/json', this.decisions.text());
    this.say('Saved as decisions.json.');
  };

  Page.prototype.load = function (file) {
    var page = this;
    file.text().then(function (text) {
      var answer = page.decisions.read(text);
      page.say('Loaded ' + counted(answer.taken, 'decision') + ' from ' + file.name + '.' + (answer.unknown
        ? ' Ignored ' + counted(answer.unknown, 'other') + ', because this review has no such record or field.' : ''),
      answer.unknown > 0);
      page.filter();
    }).catch(function (error) { page.say(error.message, true); });
  };

  function counted(number, word) { return grouped(number) + ' ' + word + (number === 1 ? '' : 's'); }

  // Hands and keys

  Page.prototype.wire = function () {
    var page = this, search = find('search'), file = find('load-file');
    if (this.review.decides) {
      find('save').addEventListener('click', function () { page.save(); });
      find('load').addEventListener('click', function () { file.click(); });
      file.addEventListener('change', function () {
        if (file.files[0]) page.load(file.files[0]);
        file.value = '';
      });
      window.addEventListener('pagehide', function () { page.decisions.keep(); });
    }
    find('search-form').addEventListener('submit', function (event) { event.preventDefault(); });
    search.addEventListener('input', function () {
      page.choice.set('query', search.value);
      page.filter();
    });
    document.addEventListener('keydown', function (event) { page.key(event); });
    window.addEventListener('beforeprint', function () {
      FP.reviewReport(find('report'), page.review, page.decisions, page.indexes);
    });
    window.addEventListener('afterprint', function () { FP.reviewReport.empty(find('report')); });
  };

  /** Whether the focused element uses the key itself. */
  function isTaken(target, key) {
    if (target.closest('textarea, select, summary, .menu-items, input:not([type="radio"])')) return true;
    var isArrow = key === 'ArrowUp' || key === 'ArrowDown';
    return isArrow && Boolean(target.closest('.map-surface, input[type="radio"]'));
  }

  Page.prototype.key = function (event) {
    var page = this, search = find('search');
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === 'Escape' && event.target === search) {
      find('changes').focus();
      return;
    }
    if (isTaken(event.target, event.key)) return;
    var isArrow = event.key === 'ArrowUp' || event.key === 'ArrowDown';
    if (this.keysOff && !isArrow || this.scrolls(event, isArrow)) return;
    var actions = {
      j: function () { page.step(1); }, k: function () { page.step(-1); },
      arrowdown: function () { page.step(1); }, arrowup: function () { page.step(-1); },
      '/': function () { search.focus(); search.select(); }
    };
    if (this.review.decides) {
      Object.assign(actions, {
        f: function () { page.decide('returned'); }, o: function () { page.decide('current'); },
        s: function () { page.decide('skip'); }, u: function () { page.undo(); }
      });
    }
    var action = actions[event.key.toLowerCase()];
    if (!action) return;
    event.preventDefault();
    action();
  };

  /** On a phone, and in a long record, the arrow keys scroll. */
  Page.prototype.scrolls = function (event, isArrow) {
    return isArrow && (isPhone() || event.target.id === 'change') && !find('list').contains(event.target);
  };

  FP.ReviewPage = Page;
})();
