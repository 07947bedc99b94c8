/*
 * The parts of the review page that filter, sort and decide many changes at once.
 */
(() => {
  'use strict';

  const FP = (window.FP ??= {});
  const Page = FP.ReviewPage;
  const element = FP.element;
  const grouped = FP.text.grouped;

  function find(id) { return document.getElementById(id); }

  /** A package with its dates. The day when all were built is in the title. */
  function packageText(each, number, packages) {
    const isOneDay = packages.every((other) => other.built === each.built);
    return each.name + (each.built && !isOneDay ? `, built ${each.built}` : '') +
      (each.edited ? `, last edit ${each.edited}` : '');
  }

  Object.assign(Page.prototype, {
    addPackages() {
      const packages = this.review.packages, host = find('packages');
      if (packages.length === 1) {
        element('bdi', '', element('p', 'review-package', host), packageText(packages[0], 0, packages));
        return;
      }
      this.packageSelect = this.menu(host, 'Package', 'All packages',
        packages.map((each, number) => [packageText(each, number, packages), total(each.counts)]),
        (value) => { this.choice.set('package', value); this.filter(); });
    },

    /** Adds a menu to accept or refuse all changes of a crew. */
    addCrews() {
      const names = this.review.packages.filter((each) => {
        return total(each.counts) > 0 || each.message;
      }).map((each) => each.name);
      this.crewSelects = new Map();
      if (!this.review.decides || this.review.packages.length < 2) return;
      const menu = FP.menu(element('details', 'menu', find('crews')));
      this.crewSummary = element('summary', 'results-link', menu);
      const items = element('div', 'menu-items crews', menu);
      element('p', '', items, 'Accept or refuse all changes of a crew. '
        + 'Decisions on single records take precedence.');
      names.forEach((name) => {
        const label = element('label', 'crew', items), select = document.createElement('select');
        element('bdi', '', label, name);
        select.className = 'review-select';
        select.add(new Option('As merged', ''));
        select.add(new Option('Accept all', 'accept'));
        select.add(new Option('Refuse all', 'refuse'));
        label.append(select);
        select.addEventListener('change', () => {
          this.decisions.chooseCrew(name, select.value || null);
          const done = { refuse: 'Refused all changes of', accept: 'Accepted all changes of' };
          this.sayDone(`${done[select.value] || 'As merged:'} ${name}.`);
        });
        this.crewSelects.set(name, select);
      });
      this.showCrews();
    },

    /** Shows the decisions on crews in the menu. */
    showCrews() {
      if (!this.crewSummary) return;
      const crews = this.decisions.crews;
      this.crewSelects.forEach((select, name) => { select.value = crews.get(name) || ''; });
      this.crewSummary.textContent = `Whole crews${crews.size ? ` (${grouped(crews.size)})` : ''}`;
    },

    addLayers() {
      const layers = this.review.layers, counts = layers.map(() => 0);
      this.review.changes.forEach((change) => { counts[change.layer] += 1; });
      if (counts.filter(Boolean).length < 2) return;
      this.layerSelect = this.menu(find('layer-choice'), 'Layer', 'All layers',
        layers.map((layer, number) => [layer.title, counts[number]]),
        (value) => { this.choice.set('layer', value); this.filter(); });
    },

    /** Adds a menu whose first item is everything. */
    menu(host, name, all, items, onChange) {
      const select = element('select', 'review-select', host);
      select.setAttribute('aria-label', name);
      select.add(new Option(all, ''));
      items.forEach((item, number) => {
        if (item[1]) select.add(new Option(`${item[0]} (${grouped(item[1])})`, String(number)));
      });
      select.addEventListener('change', () => {
        onChange(select.value === '' ? null : Number(select.value));
      });
      return select;
    },

    addChips() {
      const host = find('chips');
      if (this.review.decides) {
        this.openChip = this.chip(host, 'open', () => {
          this.choice.undecided = !this.choice.undecided;
        });
      }
      this.chips = FP.changeKinds.map((kind, number) => {
        const chip = this.chip(host, kind.name, () => { this.choice.toggleKind(number); });
        element('span', '', chip, kind.glyph).setAttribute('aria-hidden', 'true');
        element('span', 'chip-count', chip);
        return chip;
      });
      // Conflicts come before what needs no decision.
      this.chips[0].before(this.chips[3]);
    },

    /** Counts the changes of each kind, in the chosen package or in all. */
    countChips() {
      const review = this.review, counts = [0, 0, 0, 0];
      review.changes.forEach((change, index) => {
        if (this.choice.package === null || change.package === this.choice.package) {
          counts[review.kind(index)] += 1;
        }
      });
      this.chips.forEach((chip, number) => {
        const kind = FP.changeKinds[number];
        const words = kind.name === 'conflict' ? (counts[number] === 1 ? 'conflict' : 'conflicts') : kind.name;
        chip.querySelector('.chip-count').textContent = ` ${grouped(counts[number])} ${words}`;
        chip.hidden = !counts[number] && !this.choice.kinds.has(number);
      });
    },

    chip(host, name, action) {
      const chip = element('button', `filter-chip ${name}`, host);
      chip.type = 'button';
      chip.setAttribute('aria-pressed', 'false');
      chip.addEventListener('click', () => {
        action();
        this.filter();
      });
      return chip;
    },

    addSort() {
      const select = find('sort'), several = this.review.packages.length > 1;
      FP.changeOrders.forEach(([order, title]) => {
        // Without conflicts, the first order is by layer.
        const isFirst = order === 'conflicts';
        if (!this.review.decides && (isFirst || order === 'layer')) {
          if (isFirst) select.add(new Option('By layer', order));
          return;
        }
        if (order === 'package' && !several || order === 'place' && !this.map) return;
        if (order === 'layer' && !this.layerSelect) return;
        select.add(new Option(title, order));
      });
      select.addEventListener('change', () => {
        this.choice.set('sort', select.value);
        this.filter();
      });
    },

    /** Decides all listed changes that are undecided. */
    addBulk() {
      if (!this.review.decides) return;
      const menu = FP.menu(element('details', 'menu', find('bulk')));
      element('summary', 'results-link', menu, 'Decide all');
      const items = element('div', 'menu-items', menu);
      menu.addEventListener('toggle', () => {
        if (!menu.open) return;
        const open = this.undecided();
        items.textContent = '';
        element('p', '', items, open.length
          ? `${FP.counted(open.length, 'listed change')} to decide` : 'No listed changes to decide.');
        if (!open.length) return;
        const choices = { returned: 'Use field crew\u2019s', current: 'Use office\u2019s', skip: 'Skip' };
        Object.entries(choices).forEach(([choice, title]) => {
          const button = element('button', '', items, title);
          button.type = 'button';
          button.addEventListener('click', () => {
            menu.open = false;
            menu.querySelector('summary').focus();
            this.decisions.choose(open, choice);
            this.sayDone(`Decided ${FP.counted(open.length, 'change')}.`);
          });
        });
      });
    },

    undecided() {
      const decisions = this.decisions;
      return Array.from(this.indexes).filter((index) => decisions.status(index) === 'decide');
    },

    /** Adds notes that do not belong to a change, such as refused packages. */
    addNotes() {
      const lines = this.review.packages.filter((each) => each.message)
        .map((each) => `${each.name}: ${each.message}`).concat(this.review.content.notes);
      if (!lines.length) return;
      const menu = FP.menu(element('details', 'menu', find('help')));
      element('summary', 'results-link', menu, `Notes (${grouped(lines.length)})`);
      const list = element('ul', 'menu-items notes', menu);
      // Many notes scroll, also by keyboard.
      list.tabIndex = 0;
      lines.forEach((line) => { element('bdi', '', element('li', '', list), line); });
    },

    /** Lists the keys, with a switch to turn them off for people who use voice input. */
    addHelp() {
      const menu = FP.menu(element('details', 'menu keys-menu', find('help')));
      element('summary', 'results-link', menu, 'Keyboard');
      const items = element('div', 'menu-items', menu), list = element('dl', 'keys', items);
      const deciding = [
        ['F', 'Use field crew\u2019s'], ['O', 'Use office\u2019s'], ['S', 'Skip'], ['U', 'Undo']
      ];
      [['J \u2193', 'Next'], ['K \u2191', 'Previous']].concat(
        this.review.decides ? deciding : [], [['/', 'Search']]
      ).forEach(([key, action]) => {
        element('kbd', '', element('dt', '', list), key);
        element('dd', '', list, action);
      });
      const label = element('label', 'keys-switch', items), box = element('input', '', label);
      box.type = 'checkbox';
      box.checked = true;
      label.append(' Keyboard shortcuts');
      box.addEventListener('change', () => { this.keysOff = !box.checked; });
    }
  });

  function total(counts) { return counts.added + counts.updated + counts.deleted; }
})();
