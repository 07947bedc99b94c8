/*
 * A record on its page and on paper: rendered from its view by the templates `record` and `sheet`.
 * Scripts then add the symbol and shorten long tables and texts.
 *
 *   FP.record.link(layerID, id)             "feature.html#trees/104482"
 *   FP.record.made(record, site, name)      an element with the output of the template `name`
 *   FP.record.heading(record)               {title, isOwn, subtitle}, as text
 *   FP.record.name(record)                  its name for the browser's tab and history
 */
(() => {
  'use strict';

  const FP = (window.FP ??= {});

  /** The number of related records shown at first, unless the map says another. */
  const fewRows = 25;
  /** Longer values have the full width. */
  const longValue = 200;
  let render = null;

  function hash(layerID, id) { return FP.hash.write([layerID, String(id)], {}); }

  /** The record's names in the list, besides its title. */
  function listNames(record) {
    const show = record.layer.list || {};
    return [show.primary, show.secondary].map((slot) => {
      return typeof slot === 'number' ? record.slots(slot) : null;
    }).filter((text) => text && text !== record.view.title).map(String);
  }

  /**
   * The record's title, and the line below. If all records of the layer have one title, that is the
   * name in the list, and what they all are comes below. ShardMaker.swift does the same for lists.
   */
  function heading(record) {
    const { view, layer } = record, names = listNames(record), title = view.title || layer.title;
    if (layer.hasTitles && view.title || !names.length) {
      return { title, isOwn: true, subtitle: view.subtitle || names.join(' · ') };
    }
    const kind = title === layer.title ? '' : title, more = view.subtitle || names[1];
    return {
      title: names[0], isOwn: false,
      subtitle: [kind, more].filter((text) => text && text !== names[0]).join(' · ')
    };
  }

  /** One line that tells the record from others. */
  function name(record) {
    const { title, isOwn, subtitle } = heading(record);
    return isOwn && title !== record.layer.title ? title : [title, subtitle].filter(Boolean).join(', ');
  }

  /** The view of the record, with what the page adds. */
  function view(record) {
    const made = Object.assign({}, record.view);
    const elements = made.elements || [];
    let lead = 0;
    while (lead < elements.length && 'text' in elements[lead]) lead += 1;
    made.lead = elements.slice(0, lead).map((element) => element.text)
      .filter(Boolean);
    made.elements = elements.slice(lead);
    const { title, isOwn, subtitle } = heading(record);
    made.name = isOwn ? '' : title;
    made.crumb = title === made.layerTitle ? `${title} ${made.id}` : title;
    made.subtitle = subtitle;
    made.hasPlace = record.layer.kind !== 'table' && (!record.layer.points || record.lon !== null);
    made.mapHref = 'index.html#' + 'sel=' + FP.hash.encoded(record.layer.id) + '/' +
      FP.hash.encoded(String(record.id));
    made.printHref = `print.html${hash(record.layer.id, record.id)}`;
    return made;
  }

  /** Leaves out of the lists of fields what the tiles under the title say. */
  function withoutFacts(made) {
    const facts = made.facts || [];
    function isNew(row) {
      return !facts.some((fact) => fact.label === row.label && fact.value === row.value);
    }
    made.elements = made.elements.map((part) => {
      const fields = part.fields;
      if (!fields) return part;
      const rows = fields.rows.filter(isNew);
      return rows.length || !fields.rows.length ? { fields: Object.assign({}, fields, { rows }) } : {};
    });
    return made;
  }

  /** Shows the first rows of long tables, and a button for the others. */
  function shorten(table) {
    const rows = Array.from(table.tBodies[0].rows), wanted = Number(table.dataset.first);
    const few = wanted || fewRows;
    // A button instead of a few rows would save nothing.
    if (rows.length <= (wanted ? wanted + 1 : fewRows + 5)) return;
    rows.forEach((row, at) => { row.hidden = at >= few; });
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'button';
    button.textContent = `Show all ${FP.text.grouped(rows.length)}`;
    button.addEventListener('click', () => {
      rows.forEach((row) => { row.hidden = false; });
      rows[few].querySelector('a').focus();
      button.remove();
    });
    table.parentNode.after(button);
  }

  /** Gives long values the full width, and folds those that are higher than the style sheet allows. */
  function widen(value, folds) {
    if (value.textContent.length <= longValue) return;
    value.parentNode.classList.add('long');
    if (!folds) return;
    const text = FP.element('div', 'folded');
    text.append(...value.childNodes);
    value.append(text);
    const button = FP.element('button', 'quiet', value, 'Show all');
    button.type = 'button';
    button.hidden = true;
    button.setAttribute('aria-label', `Show all of ${value.previousElementSibling.textContent}`);
    // How high the text is depends on the width of the page.
    const observer = new ResizeObserver(() => { button.hidden = text.scrollHeight <= text.clientHeight + 1; });
    observer.observe(text);
    button.addEventListener('click', () => {
      observer.disconnect();
      text.classList.remove('folded');
      text.tabIndex = -1;
      text.focus({ preventScroll: true });
      button.remove();
    });
  }

  /** Beside a title, markers are larger than on the map. */
  function large(symbol) {
    return symbol.kind === 'marker' ? { ...symbol, size: 22 } : symbol;
  }

  function made(record, site, name) {
    render = render || FP.mustache();
    const host = document.createElement('div');
    host.innerHTML = render(name, name === 'card' ? withoutFacts(view(record)) : view(record));
    const symbol = site.symbols[record.view.symbol];
    host.querySelectorAll('.record-symbol').forEach((slot) => {
      if (symbol) slot.appendChild(FP.swatch(large(symbol), 26));
      else slot.remove();
    });
    host.querySelectorAll('table.records').forEach(shorten);
    host.querySelectorAll('.details dd').forEach((value) => { widen(value, name !== 'sheet'); });
    return host;
  }

  FP.record = {
    link(layerID, id) { return `feature.html${hash(layerID, id)}`; },
    heading,
    made,
    name
  };
})();
