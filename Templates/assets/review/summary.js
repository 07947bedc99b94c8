/*
  * The parts of the review page that filter, sort and decide many changes at once.
 */
(function () {
  'use strict';

  var FP = (window.FP = window.FP || {});
  var Page = FP.ReviewPage;
  var element = FP.element;
  var grouped = FP.text.grouped;

  function find(id) { return document.getElementById(id); }

  /** A package with its dates. The day when all were built is in the title. */
  function packageText(each, number, packages) {
    var isOneDay = packages.every(function (other) { return other.built === each.built; });
    return each.name + (each.built && !isOneDay ? ', built ' + each.built : '') +
      (each.edited ? ', last edit ' + each.edited : '');
  }

  Page.prototype.addPackages = function () {
    var page = this, packages = this.review.packages, host = find('packages');
    if (packages.length === 1) {
      element('bdi', '', element('p', 'review-package', host), packageText(packages[0], 0, packages));
      return;
    }
    this.packageSelect = this.menu(host, 'Package', 'All ' + packages.length + ' packages',
      packages.map(function (each, number) { return [packageText(each, number, packages), total(each.counts)]; }),
      function (value) { page.choice.set('package', value); page.filter(); });
  };

  /** Adds a menu to accept or refuse all changes of a crew. */
  Page.prototype.addCrews = function () {
    var page = this, names = this.review.packages.filter(function (each) {
      return total(each.counts) > 0 || each.message;
    }).map(function (each) { return each.name; });
    this.crewSelects = new Map();
    if (!this.review.decides || this.review.packages.length < 2) return;
    var menu = FP.menu(element('details', 'menu', find('packages')));
    this.crewSummary = element('summary', 'results-link', menu);
    var items = element('div', 'menu-items crews', menu);
    element('p', '', items, 'Accept or refuse all changes of a crew. Decisions on single records take precedence.');
    names.forEach(function (name) {
      var label = element('label', 'crew', items), select = document.createElement('select');
      element('bdi', '', label, name);
      select.className = 'review-select';
      select.add(new Option('As merged', ''));
      select.add(new Option('Accept all', 'accept'));
      select.add(new Option('Refuse all', 'refuse'));
      label.append(select);
      select.addEventListener('change', function () {
        page.decisions.chooseCrew(name, select.value || null);
        page.say((select.value === 'refuse' ? 'Refused all changes of ' : select.value ? 'Accepted all changes of ' :
          'As merged: ') + name + '. Press U to undo.');
      });
      page.crewSelects.set(name, select);
    });
    this.showCrews();
  };

  /** Shows the decisions on crews in the menu. */
  Page.prototype.showCrews = function () {
    if (!this.crewSummary) return;
    var crews = this.decisions.crews;
    this.crewSelects.forEach(function (select, name) { select.value = crews.get(name) || ''; });
    this.crewSummary.textContent = 'Whole crews' + (crews.size ? ' (' + grouped(crews.size) + ')' : '');
  };

  function total(counts) { return counts.added + counts.updated + counts.deleted; }

  Page.prototype.addLayers = function () {
    var page = this, layers = this.review.layers, counts = layers.map(function () { return 0; });
    this.review.changes.forEach(function (change) { counts[change.layer] += 1; });
    if (counts.filter(Boolean).length < 2) return;
    this.layerSelect = this.menu(find('layer-choice'), 'Layer', 'All layers',
      layers.map(function (layer, number) { return [layer.title, counts[number]]; }),
      function (value) { page.choice.set('layer', value); page.filter(); });
  };

  /** Adds a menu whose first item is everything. */
  Page.prototype.menu = function (host, name, all, items, onChange) {
    var select = element('select', 'review-select', host);
    select.setAttribute('aria-label', name);
    select.add(new Option(all, ''));
    items.forEach(function (item, number) {
      if (item[1]) select.add(new Option(item[0] + ' (' + grouped(item[1]) + ')', String(number)));
    });
    select.addEventListener('change', function () {
      onChange(select.value === '' ? null : Number(select.value));
    });
    return select;
  };

  Page.prototype.addChips = function () {
    var page = this, host = find('chips');
    this.chips = FP.changeKinds.map(function (kind, number) {
      var chip = page.chip(host, kind.name, function () { page.choice.toggleKind(number); });
      element('span', '', chip, kind.glyph).setAttribute('aria-hidden', 'true');
      element('span', 'chip-count', chip);
      // Without a merge there are no conflicts.
      chip.hidden = kind.name === 'conflict' && !page.review.decides;
      return chip;
    });
    if (!this.review.decides) return;
    this.openChip = this.chip(host, 'open', function () {
      page.choice.undecided = !page.choice.undecided;
    });
  };

  /** Counts the changes of each kind, in the chosen package or in all. */
  Page.prototype.countChips = function () {
    var page = this, review = this.review, counts = [0, 0, 0, 0];
    review.changes.forEach(function (change, index) {
      if (page.choice.package === null || change.package === page.choice.package) {
        counts[review.kind(index)] += 1;
      }
    });
    this.chips.forEach(function (chip, number) {
      var kind = FP.changeKinds[number];
      var words = kind.name === 'conflict' ? (counts[number] === 1 ? 'conflict' : 'conflicts') : kind.name;
      chip.querySelector('.chip-count').textContent = ' ' + grouped(counts[number]) + ' ' + words;
      chip.disabled = !counts[number] && !page.choice.kinds.has(number);
    });
  };

  Page.prototype.chip = function (host, name, action) {
    var page = this, chip = element('button', 'filter-chip ' + name, host);
    chip.type = 'button';
    chip.setAttribute('aria-pressed', 'false');
    chip.addEventListener('click', function () {
      action();
      page.filter();
    });
    return chip;
  };

  Page.prototype.addSort = function () {
    var page = this, select = find('sort'), several = this.review.packages.length > 1;
    FP.changeOrders.forEach(function (each) {
      // Without conflicts, the first order is by layer.
      var isFirst = each[0] === 'conflicts';
      if (!page.review.decides && (isFirst || each[0] === 'layer')) {
        if (isFirst) select.add(new Option('By layer', each[0]));
        return;
      }
      if (each[0] === 'package' && !several || each[0] === 'place' && !page.map) return;
      if (each[0] === 'layer' && !page.layerSelect) return;
      select.add(new Option(each[1], each[0]));
    });
    select.addEventListener('change', function () {
      page.choice.set('sort', select.value);
      page.filter();
    });
  };

  /** Decides all listed changes that are undecided. */
  Page.prototype.addBulk = function () {
    if (!this.review.decides) return;
    var page = this, menu = FP.menu(element('details', 'menu', find('bulk')));
    element('summary', 'results-link', menu, 'Decide all');
    var items = element('div', 'menu-items', menu);
    menu.addEventListener('toggle', function () {
      if (!menu.open) return;
      var open = page.undecided();
      items.textContent = '';
      element('p', '', items, open.length
        ? 'Listed changes to decide: ' + grouped(open.length) : 'No listed changes to decide.');
      if (!open.length) return;
      [['returned', 'Use field crew\u2019s'], ['current', 'Use office\u2019s'], ['skip', 'Skip']].forEach(function (each) {
        var button = element('button', '', items, each[1]);
        button.type = 'button';
        button.addEventListener('click', function () {
          menu.open = false;
          menu.querySelector('summary').focus();
          page.decisions.choose(open, each[0]);
          page.say(grouped(open.length) + ' decided. Press U to undo.');
        });
      });
    });
  };

  Page.prototype.undecided = function () {
    var decisions = this.decisions;
    return Array.from(this.indexes).filter(function (index) { return decisions.status(index) === 'decide'; });
  };

  /** Adds notes that do not belong to a change, such as refused packages. */
  Page.prototype.addNotes = function () {
    var lines = this.review.packages.filter(function (each) { return each.message; })
      .map(function (each) { return each.name + ': ' + each.message; }).concat(this.review.content.notes);
    if (!lines.length) return;
    var menu = FP.menu(element('details', 'menu', find('help')));
    element('summary', 'results-link', menu, 'Notes (' + grouped(lines.length) + ')');
    var list = element('ul', 'menu-items notes', menu);
    lines.forEach(function (line) { element('bdi', '', element('li', '', list), line); });
  };

  /** Lists the keys, with a switch to turn them off for people who use voice input. */
  Page.prototype.addHelp = function () {
    var page = this, menu = FP.menu(element('details', 'menu keys-menu', find('help')));
    element('summary', 'results-link', menu, 'Keyboard');
    var items = element('div', 'menu-items', menu), list = element('dl', 'keys', items);
    var deciding = [['F', 'Use field crew\u2019s'], ['O', 'Use office\u2019s'], ['S', 'Skip'], ['U', 'Undo']];
    [['J \u2193', 'Next'], ['K \u2191', 'Previous']].concat(
      this.review.decides ? deciding : [], [['/', 'Search']]
    ).forEach(function (each) {
      element('kbd', '', element('dt', '', list), each[0]);
      element('dd', '', list, each[1]);
    });
    var label = element('label', 'keys-switch', items), box = element('input', '', label);
    box.type = 'checkbox';
    box.checked = true;
    label.append(' Keyboard shortcuts');
    box.addEventListener('change', function () { page.keysOff = !box.checked; });
  };
})();
