/*
 * A record as the page of one record and the sheet of paper show it: made from its view by the
 * templates `record` and `sheet`, then given what only a browser can: its symbol and tables that
 * do not run on for ever.
 *
 *   FP.record.link(layerID, id)             "feature.html#trees/104482"
 *   FP.record.made(record, site, name)      an element holding what template `name` makes of it
 */
(function () {
  'use strict';

  var FP = (window.FP = window.FP || {});

  /** Rows of a table of related records that are shown at once. */
  var fewRows = 25;
  var render = null;

  function hash(layerID, id) { return FP.hash.write([layerID, String(id)], {}); }

  /** What tells a record from others where its pop-up has no subtitle: its names in the list. */
  function telling(record) {
    var show = record.layer.list || {};
    return [show.primary, show.secondary].map(function (slot) {
      return typeof slot === 'number' ? record.slots(slot) : null;
    }).filter(function (text) { return text && text !== record.view.title; }).join(' · ');
  }

  /** The view of the record, and what the page adds to it. */
  function view(record) {
    var made = Object.assign({}, record.view);
    var elements = made.elements || [];
    var lead = 0;
    while (lead < elements.length && 'text' in elements[lead]) lead += 1;
    made.lead = elements.slice(0, lead).map(function (element) { return element.text; })
      .filter(Boolean);
    made.elements = elements.slice(lead);
    made.crumb = made.title && made.title !== made.layerTitle ? made.title
      : made.layerTitle + ' ' + made.id;
    made.subtitle = made.subtitle || telling(record);
    made.hasPlace = record.layer.kind !== 'table' && (!record.layer.points || record.lon !== null);
    made.mapHref = 'index.html#' + 'sel=' + FP.hash.encoded(record.layer.id) + '/' +
      FP.hash.encoded(String(record.id));
    made.printHref = 'print.html' + hash(record.layer.id, record.id);
    return made;
  }

  /** Long tables show their first rows, and a button for the others. */
  function shorten(table) {
    var rows = Array.from(table.tBodies[0].rows);
    if (rows.length <= fewRows + 5) return;
    rows.forEach(function (row, at) { row.hidden = at >= fewRows; });
    var button = document.createElement('button');
    button.type = 'button';
    button.className = 'button';
    button.textContent = 'Show all ' + FP.text.grouped(rows.length);
    button.addEventListener('click', function () {
      rows.forEach(function (row) { row.hidden = false; });
      rows[fewRows].querySelector('a').focus();
      button.remove();
    });
    table.parentNode.after(button);
  }

  /** Beside a name a marker stands larger than on the map. */
  function large(symbol) {
    return symbol.kind === 'marker' ? Object.assign({}, symbol, { size: 22 }) : symbol;
  }

  function made(record, site, name) {
    render = render || FP.mustache();
    var host = document.createElement('div');
    host.innerHTML = render(name, view(record));
    var symbol = site.symbols[record.view.symbol];
    host.querySelectorAll('.record-symbol').forEach(function (place) {
      if (symbol) place.appendChild(FP.swatch(large(symbol), 26));
      else place.remove();
    });
    host.querySelectorAll('table.records').forEach(shorten);
    return host;
  }

  FP.record = {
    link: function (layerID, id) { return 'feature.html' + hash(layerID, id); },
    made: made
  };
})();
