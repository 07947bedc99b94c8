/*
 * Facets: filters by the values of a layer's records, as check boxes with counts, and as histograms of
 * numbers and days with a slider and two fields.
 *
 *   const facets = new FP.Facets(host, layer, symbols, filters, onChange);
 *     onChange(isMoving)    whether more changes follow at once, because the reader moves a slider
 *   facets.refresh()        after filters.run()
 */
(() => {
  'use strict';

  const FP = (window.FP ??= {});
  const grouped = FP.text.grouped;

  /** The number of values shown before "Show all". */
  const few = 10;
  let number = 0;

  const element = FP.element;

  const perDay = 86400000;

  /** How numbers and days are in fields: days since 1970 as dates. */
  const numbers = { type: 'number', step: 'any', text: String, value: parseFloat };
  const days = {
    type: 'date', step: '1',
    text: (day) => new Date(day * perDay).toISOString().slice(0, 10),
    value: (text) => Date.parse(text) / perDay
  };

  /** The next of 1, 2, 5, 10, 20 and so on. */
  function roundStep(number) {
    const power = Math.pow(10, Math.floor(Math.log10(number)));
    return power * [1, 2, 5, 10].find((step) => step * power >= number * (1 - 1e-9));
  }

  /** The steps of a slider for numbers: about a hundred, none finer than the numbers themselves. */
  function numberSteps(ends, finest) {
    const step = Math.max(roundStep((ends.to - ends.from) / 100), finest);
    const places = Math.max(0, Math.ceil(-Math.log10(step)));
    return {
      page: 10, text: grouped,
      snapped: (value) => Number((Math.round(value / step) * step).toFixed(places)),
      moved(value, end, steps) { return this.snapped(value + steps * step); }
    };
  }

  /** The steps of a slider for days: whole months if there are many years, otherwise days. */
  function daySteps(ends) {
    const text = (day) => {
      return new Date(day * perDay).toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' });
    };
    if (ends.to - ends.from < 3 * 366) {
      return { page: 7, text, snapped: Math.round, moved: (day, end, steps) => day + steps };
    }
    function firstOfMonth(day, months) {
      const date = new Date(day * perDay);
      return date.setUTCMonth(date.getUTCMonth() + months, 1) / perDay;
    }
    // A range goes from the first day of a month to the last of one: the day before another's first.
    const before = { from: 0, to: 1 };
    return {
      page: 12, text,
      snapped: (day, end) => firstOfMonth(day + before[end] + 15, 0) - before[end],
      moved(day, end, steps) {
        const next = day + before[end], isWithin = firstOfMonth(next, 0) < next;
        return firstOfMonth(next, isWithin && steps < 0 ? steps + 1 : steps) - before[end];
      }
    };
  }

  function plainButton(parent, text, action) {
    const made = element('button', 'plain', parent, text);
    made.type = 'button';
    made.addEventListener('click', action);
    return made;
  }

  class Facets {
    constructor(host, layer, symbols, filters, onChange) {
      this.filters = filters;
      this.onChange = onChange;
      this.parts = [];
      host.textContent = '';
      filters.facets.forEach((ready) => {
        const group = element('div', 'facet', host);
        const head = element('div', 'facet-head', group);
        const title = element('h2', 'facet-title', head, ready.facet.label);
        title.id = `facet-${number += 1}`;
        group.setAttribute('role', 'group');
        group.setAttribute('aria-labelledby', title.id);
        const part = ready.kind === 'category'
          ? this.category(group, head, ready, classSwatches(layer, symbols, ready))
          : this.range(group, head, ready);
        this.parts.push(part);
      });
      this.refresh();
    }

    changed(column, filter) {
      this.filters.set(column, filter);
      this.onChange(false);
    }

    /** Sets a filter while the reader moves a slider. All moves between two frames count as one. */
    moved(column, filter) {
      this.filters.set(column, filter);
      if (this.frame) return;
      this.frame = requestAnimationFrame(() => {
        this.frame = null;
        this.onChange(true);
      });
    }

    // Categories

    category(group, head, ready, swatches) {
      const facets = this, column = ready.facet.column, filters = this.filters;
      let totals = filters.counts[column];
      let order = Array.from(ready.column.values.keys());
      const whole = new Uint32Array(ready.size);
      for (let i = 0; i < ready.codes.length; i += 1) whole[ready.codes[i]] += 1;
      // Values with symbols keep the legend's order. Others are sorted by count. Null is last.
      order.sort((a, b) => rank(a) - rank(b) || whole[b] - whole[a] || a - b);
      function rank(code) {
        const value = ready.column.values[code];
        if (value === null || value === '') return 2000;
        return value in swatches.order ? swatches.order[value] : 1000;
      }
      order = order.filter((code) => whole[code] > 0);
      const most = Math.max(1, ...order.map((code) => whole[code]));
      const rows = new Map();
      const none = plainButton(head, 'None', () => { facets.changed(column, { values: [], except: false }); });
      none.setAttribute('aria-label', `No value of ${ready.facet.label}`);
      const reset = plainButton(head, 'All', () => { facets.changed(column, null); });
      reset.setAttribute('aria-label', `All values of ${ready.facet.label}`);

      function made(code) {
        const value = ready.column.values[code];
        const name = value === null || value === '' ? swatches.none || 'Not recorded' : value;
        const row = element('div', 'facet-row');
        const label = element('label', '', row);
        const box = element('input', '', label);
        box.type = 'checkbox';
        if (swatches.found) label.appendChild(FP.swatch(swatches.symbols[code], 14));
        const shown = element('span', 'facet-name', label, name);
        shown.title = name;
        shown.dir = 'auto';
        const count = element('span', 'facet-count', label);
        const only = plainButton(row, 'only', () => {
          facets.changed(column, { values: [value], except: false });
        });
        only.classList.add('facet-only');
        only.setAttribute('aria-label', `Only ${name}`);
        const bar = element('i', 'facet-bar', row);
        box.addEventListener('change', () => {
          facets.changed(column, facets.toggled(ready, value, box.checked));
        });
        return { code, value, row, box, count, bar };
      }

      /** The values to list: those that most of the shown records have, and those that are chosen. */
      function listed() {
        const byCount = swatches.found ? order : order.slice().sort((a, b) => {
          return rank(a) - rank(b) || totals[b] - totals[a] || whole[b] - whole[a] || a - b;
        });
        if (!more) return byCount;
        const filter = filters.chosen[column];
        function isPicked(code) {
          return filter && !filter.except && filters.allows(column, ready.column.values[code]);
        }
        const first = new Set(byCount.filter(isPicked).slice(0, few));
        byCount.forEach((code) => { if (first.size < few) first.add(code); });
        return byCount.filter((code) => first.has(code));
      }

      let more = null;
      if (order.length > few) {
        more = plainButton(group, `Show all ${grouped(order.length)}`, () => {
          const next = more.previousSibling;
          more.remove();
          more = null;
          facets.refresh();
          (next.nextSibling || next).querySelector('input').focus();
        });
      }
      let now = '';
      return () => {
        totals = filters.counts[column];
        const filter = filters.chosen[column];
        reset.hidden = !filter;
        none.hidden = order.length < 3 || Boolean(filter && !filter.except && !filter.values.length);
        const list = listed();
        list.forEach((code) => { if (!rows.has(code)) rows.set(code, made(code)); });
        if (list.join() !== now) {
          now = list.join();
          rows.forEach((part) => { part.row.remove(); });
          list.forEach((code) => { group.insertBefore(rows.get(code).row, more); });
        }
        rows.forEach((part) => {
          const count = totals[part.code];
          part.box.checked = filters.allows(column, part.value);
          part.count.textContent = grouped(count);
          part.row.classList.toggle('none', count === 0);
          part.bar.style.transform = `scaleX(${count / most})`;
        });
      };
    }

    /** The filter after a tick, stored as the allowed values or as the excluded ones, whichever is shorter. */
    toggled(ready, value, on) {
      const filters = this.filters, column = ready.facet.column;
      const allowed = ready.column.values.filter((each) => {
        return each === value ? on : filters.allows(column, each);
      });
      if (allowed.length === ready.column.values.length) return null;
      if (allowed.length * 2 <= ready.column.values.length) return { values: allowed, except: false };
      return {
        values: ready.column.values.filter((each) => !allowed.includes(each)),
        except: true
      };
    }

    // Numbers and days

    range(group, head, ready) {
      const facets = this, column = ready.facet.column, filters = this.filters;
      const form = ready.kind === 'day' ? days : numbers;
      const reset = plainButton(head, 'All', () => { facets.changed(column, null); });
      reset.setAttribute('aria-label', `All values of ${ready.facet.label}`);
      const histogram = element('div', 'histogram', group);
      histogram.setAttribute('aria-hidden', 'true');
      const bars = Array.from({ length: ready.size - 1 }, () => element('i', '', histogram));
      const decimals = ready.kind === 'day' || ready.most - ready.least > 20 ? 0 : 2;
      function rounded(value, up) {
        const unit = Math.pow(10, decimals);
        return (up ? Math.ceil(value * unit) : Math.floor(value * unit)) / unit;
      }
      const ends = { from: rounded(ready.least, false), to: rounded(ready.most, true) };
      /** The filter of a range; null if it is that of all the data. */
      function filterOf(from, to) {
        const limits = { from: from === ends.from ? null : from, to: to === ends.to ? null : to };
        return limits.from === null && limits.to === null ? null : limits;
      }
      const slider = ends.from < ends.to ? new FP.RangeSlider(group, {
        name: ready.facet.label, ends,
        scale: form === days ? daySteps(ends) : numberSteps(ends, 1 / (ready.column.scale || 1)),
        onMove(range) { facets.moved(column, filterOf(range.from, range.to)); },
        onRest() { facets.onChange(false); }
      }) : null;
      const line = element('div', `range ${ready.kind}`, group);

      function field(name, end) {
        const label = element('label', '', line, name);
        const input = element('input', '', label);
        input.type = form.type;
        input.step = form.step;
        input.setAttribute('aria-label', `${ready.facet.label} ${name}`);
        input.addEventListener('change', () => {
          facets.changed(column, filterOf(entered('from'), entered('to')));
        });
        if (form === numbers) input.placeholder = form.text(ends[end]);
        return input;
      }
      /** The number in a field; the end of the data if it is empty. */
      function entered(end) {
        const value = form.value(inputs[end].value);
        return isNaN(value) ? ends[end] : value;
      }
      const inputs = { from: field('from', 'from'), to: field('to', 'to') };

      return () => {
        const counts = filters.counts[column], filter = filters.chosen[column];
        let most = 1;
        bars.forEach((bar, bin) => { most = Math.max(most, counts[bin]); });
        bars.forEach((bar, bin) => {
          bar.style.height = `${counts[bin] ? Math.max(3, counts[bin] / most * 100) : 0}%`;
          const middle = ready.least + (bin + 0.5) * ready.width;
          bar.className = filter && (filter.from !== null && middle < filter.from ||
            filter.to !== null && middle > filter.to) ? 'out' : '';
        });
        reset.hidden = !filter;
        const now = {
          from: filter && filter.from !== null ? filter.from : ends.from,
          to: filter && filter.to !== null ? filter.to : ends.to
        };
        inputs.from.value = form.text(now.from);
        inputs.to.value = form.text(now.to);
        if (slider) slider.show(now);
      };
    }

    refresh() { this.parts.forEach((part) => { part(); }); }
  }

  /** The symbols by code, in the legend's order, if the legend's classes are the column's values. */
  function classSwatches(layer, symbols, ready) {
    const classes = layer.legend && layer.legend.classes || [];
    const result = { found: false, symbols: [], order: Object.create(null) };
    let found = 0;
    classes.forEach((kind, position) => {
      const code = ready.column.values.indexOf(kind.label);
      if (code < 0 || kind.drawFirst) return;
      result.symbols[code] = symbols[kind.symbol];
      result.order[kind.label] = position;
      found += 1;
    });
    result.found = classes.length > 1 && found > 1;
    if (!result.found) return { found: false, symbols: [], order: Object.create(null) };
    const rest = classes.find((kind) => kind.drawFirst);
    const others = Array.from(ready.column.values.keys()).filter((code) => !result.symbols[code]);
    others.forEach((code) => { if (rest) result.symbols[code] = symbols[rest.symbol]; });
    // If only records without a value are left for the last class, they have its name.
    if (rest && others.length === 1 && ready.column.values[others[0]] === null) result.none = rest.label;
    return result;
  }

  FP.Facets = Facets;
})();
