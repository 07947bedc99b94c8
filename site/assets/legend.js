/*
 * The legend, which also switches layers and classes on and off, and the menu of bookmarks.
 *
 *   const legend = new FP.Legend(map, host, {onSwitch(), onClass(layerID)});
 *   legend.refresh()          after each frame: says which layers can't be seen at this scale
 *   legend.hidden[layerID]    the Set of classes switched off
 *   legend.hiddenText()       these classes in a link; legend.hideNamed(text) reads them
 *   FP.bookmarksMenu(map, host)
 */
(() => {
  'use strict';

  const FP = (window.FP ??= {});

  /** The maximum number of classes listed per layer. */
  const maximumClasses = 40;

  const element = FP.element;

  class Legend {
    constructor(map, host, actions) {
      this.map = map;
      this.actions = actions;
      this.hidden = Object.create(null);
      this.buttons = Object.create(null);
      this.parts = [];
      this.box = element('details', 'legend', host);
      // On a small map, an open legend would cover the features.
      this.box.open = map.width >= 600 && map.height >= 420;
      element('summary', '', this.box, 'Layers and legend');
      // Labels leave free what the legend covers.
      this.box.addEventListener('toggle', () => { map.invalidate(); });
      this.body = element('div', 'legend-body', this.box);
      map.layers.slice().reverse().forEach((layer) => { this.add(layer); });
      if (map.base) {
        const host = element('div', 'legend-base', this.body);
        this.baseBox = FP.baseSwitch(map, host, () => { actions.onSwitch(); });
      }
      this.refresh();
    }

    add(layer) {
      const map = this.map, symbols = map.site.symbols;
      const part = element('div', 'legend-layer', this.body);
      const label = element('label', '', part);
      const box = element('input', '', label);
      box.type = 'checkbox';
      box.checked = layer.visible;
      const classes = layer.meta.legend && layer.meta.legend.classes || [];
      if (classes.length === 1) label.appendChild(FP.swatch(symbols[classes[0].symbol], 16));
      element('span', '', label, layer.meta.title);
      box.addEventListener('change', () => {
        map.setVisible(layer.id, box.checked);
        this.actions.onSwitch();
      });
      const range = element('p', 'legend-range', part);
      let opacity = null;
      if (layer.meta.kind === 'polygon') opacity = this.addOpacity(part, layer);
      if (classes.length > 1) {
        if (layer.meta.legend.title) element('p', 'legend-heading', part, layer.meta.legend.title);
        this.addClasses(element('ul', 'legend-classes', part), layer, classes);
      }
      this.addVariables(part, layer, classes);
      this.parts.push({ layer, box, range, opacity, said: null });
    }

    addOpacity(part, layer) {
      return opacityLine(part, layer.meta.title, layer.opacity, (opacity) => {
        this.map.setOpacity(layer.id, opacity);
      });
    }

    addClasses(list, layer, classes) {
      const hidden = this.hidden[layer.id] = this.hidden[layer.id] || new Set();
      const buttons = this.buttons[layer.id] = [];
      classes.slice(0, maximumClasses).forEach((kind, number) => {
        const row = element('button', 'legend-class', element('li', '', list));
        row.type = 'button';
        row.title = `Show or hide ${kind.label}`;
        row.setAttribute('aria-pressed', String(!hidden.has(number)));
        row.appendChild(FP.swatch(this.map.site.symbols[kind.symbol], 16));
        element('span', '', row, kind.label);
        buttons.push(row);
        row.addEventListener('click', () => {
          if (!hidden.delete(number)) hidden.add(number);
          row.setAttribute('aria-pressed', String(!hidden.has(number)));
          this.actions.onClass(layer.id);
        });
      });
      if (classes.length > maximumClasses) {
        element('li', '', list, `and ${FP.text.grouped(classes.length - maximumClasses)} more`);
      }
    }

    /**
     * Explains sizes, colors and opacities that depend on numbers: the author's stops, each with the
     * symbol of a feature that has exactly that number.
     */
    addVariables(part, layer, classes) {
      const variables = layer.meta.legend && layer.meta.legend.variables, symbols = this.map.site.symbols;
      const base = classes[0] && symbols[classes[0].symbol];
      if (!variables || !base) return;
      ['color', 'size', 'opacity'].forEach((name) => {
        const variable = variables[name];
        if (!variable || variable.hidden || !variable.perStop) return;
        if (variable.title) element('p', 'legend-heading', part, variable.title);
        const list = element('ul', 'legend-stops', part);
        shown(variable.stops).forEach((stop) => {
          const row = element('li', '', list), symbol = FP.Looks.stopped(base, name, stop.value);
          const side = name === 'size'
            ? Math.min(64, Math.max(16, Math.ceil(FP.Looks.sideOf(symbol)) + 2)) : 16;
          row.appendChild(FP.swatch(symbol, side, name === 'size'));
          element('span', '', row, stop.label);
        });
      });
      if (variables.rotation && variables.rotation.title) {
        element('p', 'legend-heading', part, `Rotated by ${variables.rotation.title}`);
      }
    }

    /** The classes switched off, as a link has them: "trees/1.3,parks/0". */
    hiddenText() {
      return Object.keys(this.hidden).filter((id) => this.hidden[id].size > 0).map((id) => {
        const numbers = Array.from(this.hidden[id]).sort((a, b) => a - b);
        return `${FP.hash.encoded(id)}/${numbers.join('.')}`;
      }).join(',');
    }

    /** Switches off the classes that a link names, and all others on. Returns the changed layers. */
    hideNamed(text) {
      const wanted = Object.create(null);
      (text || '').split(',').filter(Boolean).forEach((part) => {
        const cut = part.lastIndexOf('/');
        wanted[FP.hash.decoded(part.slice(0, cut))] = part.slice(cut + 1).split('.').map(Number);
      });
      return Object.keys(this.hidden).filter((id) => {
        const hidden = this.hidden[id], buttons = this.buttons[id];
        const numbers = (wanted[id] || []).filter((number) => buttons[number]);
        if (hidden.size === numbers.length && numbers.every((number) => hidden.has(number))) return false;
        hidden.clear();
        numbers.forEach((number) => { hidden.add(number); });
        buttons.forEach((row, number) => {
          row.setAttribute('aria-pressed', String(!hidden.has(number)));
        });
        return true;
      });
    }

    /** A mask of the features whose class is switched on; null if all are. */
    classMask(layer) {
      const hidden = this.hidden[layer.id];
      if (!hidden || hidden.size === 0 || !layer.set) return null;
      const classes = layer.set.classes, mask = new Uint8Array(layer.set.n);
      for (let i = 0; i < mask.length; i += 1) mask[i] = hidden.has(classes[i]) ? 0 : 1;
      return mask;
    }

    refresh() {
      if (this.baseBox) this.baseBox.checked = this.map.base.visible;
      this.parts.forEach((part) => {
        const layer = part.layer, title = layer.meta.title;
        part.box.checked = layer.visible;
        part.box.closest('.legend-layer').classList.toggle('off', !layer.visible);
        let state = !layer.visible ? '' : layer.tooFar ? 'far' : layer.tooNear ? 'near' : '';
        if (state) state += layer.presence;
        if (part.said === state) return;
        part.said = state;
        part.range.textContent = '';
        part.range.hidden = !state;
        if (!state) return;
        if (layer.presence === 'far') part.range.append('Drawn as dots at this scale. ');
        const what = layer.presence === 'far' ? 'symbols' : title;
        const text = `Zoom ${layer.tooFar ? 'in' : 'out'} to see ${what}`;
        const button = element('button', 'plain', part.range, text);
        button.type = 'button';
        button.addEventListener('click', () => { this.map.zoomInto(layer.id); });
      });
    }
  }

  /** A slider for an opacity. */
  function opacityLine(part, title, opacity, set) {
    const line = element('label', 'legend-opacity', part, 'Opacity');
    const input = element('input', '', line);
    input.type = 'range';
    input.min = '0.1';
    input.max = '1';
    input.step = '0.1';
    input.value = String(opacity);
    input.setAttribute('aria-label', `Opacity of ${title}`);
    input.addEventListener('input', () => { set(Number(input.value)); });
    return line;
  }

  /** A switch and an opacity for the base map of a map. */
  FP.baseSwitch = (map, host, onSwitch) => {
    const part = element('div', 'legend-layer', host), label = element('label', '', part);
    const box = element('input', '', label), base = map.base;
    box.type = 'checkbox';
    box.checked = base.visible;
    element('span', '', label, 'Base map');
    box.addEventListener('change', () => {
      map.setBase(box.checked, base.opacity);
      onSwitch();
    });
    opacityLine(part, 'the base map', base.opacity, (opacity) => { map.setBase(base.visible, opacity); });
    return box;
  };

  /** Up to six of a variable's stops, evenly spread, with the first and the last. */
  function shown(stops) {
    const most = Math.min(6, stops.length);
    return Array.from({ length: most }, (none, number) => {
      return stops[most > 1 ? Math.round(number * (stops.length - 1) / (most - 1)) : 0];
    });
  }

  // Menus

  /** A menu with less room below than this opens upwards if there is more. */
  const leastRoom = 320;

  /** Keeps the items of an open menu inside the window. */
  function fitItems(menu) {
    const items = menu.querySelector('.menu-items'), box = menu.getBoundingClientRect();
    const below = window.innerHeight - box.bottom, isUp = below < leastRoom && box.top > below;
    items.classList.toggle('up', isUp);
    items.style.maxHeight = `${Math.round(isUp ? box.top : below) - 12}px`;
  }

  /** Lets Escape and clicks elsewhere close an open menu. */
  FP.menu = (menu) => {
    menu.addEventListener('toggle', () => { if (menu.open) fitItems(menu); });
    document.addEventListener('click', (event) => {
      if (menu.open && !menu.contains(event.target)) menu.open = false;
    });
    menu.addEventListener('keydown', (event) => {
      if (event.key !== 'Escape' || !menu.open) return;
      menu.open = false;
      menu.querySelector('summary').focus();
    });
    return menu;
  };

  FP.bookmarksMenu = (map, host) => {
    const bookmarks = map.site.bookmarks || [];
    if (!bookmarks.length) return;
    const menu = FP.menu(element('details', 'menu map-menu', host));
    element('summary', 'button', menu, 'Bookmarks');
    const items = element('div', 'menu-items', menu);
    bookmarks.forEach((bookmark) => {
      const button = element('button', '', items, bookmark.name || 'Untitled');
      button.type = 'button';
      button.addEventListener('click', () => {
        menu.open = false;
        map.fit(bookmark.extent);
      });
    });
  };

  FP.Legend = Legend;
})();
