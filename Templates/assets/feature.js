/*
 * feature.html#LAYER/ID: the page of one record.
 */
(() => {
  'use strict';

  const FP = window.FP;
  const host = document.getElementById('record');
  let siteTitle = null;
  /** Counts the requests, so that a late answer to an earlier request is dropped. */
  let asked = 0;

  function say(text, role) {
    const line = document.createElement('p');
    line.className = role === 'alert' ? 'problem' : 'loading';
    line.setAttribute('role', role);
    line.textContent = text;
    // Screen readers find the page's heading, also before there is a record.
    const heading = document.createElement('div');
    heading.className = 'unseen';
    heading.setAttribute('role', 'heading');
    heading.setAttribute('aria-level', '1');
    heading.textContent = 'Record';
    host.replaceChildren(heading, line);
    return line;
  }

  function fail(error) {
    const line = say(`${error.message}. `, 'alert');
    const link = document.createElement('a');
    link.href = 'index.html';
    link.textContent = 'Go to the map';
    line.appendChild(link);
  }

  function show() {
    // Only with scripts is something to come.
    if (!asked) say('Loading', 'status');
    const turn = (asked += 1);
    const path = FP.hash.parse(location.hash).path;
    if (path.length < 2) {
      fail(new Error('This link does not say which record to show'));
      return;
    }
    Promise.all([FP.data.meta(), FP.data.recordWithID(path[0], path[1])]).then((both) => {
      if (turn === asked) fill(both[1], both[0], turn);
    }).catch((error) => { if (turn === asked) fail(error); });
  }

  function fill(record, site, turn) {
    const first = turn === 1;
    siteTitle = siteTitle || site.title;
    host.replaceChildren(...FP.record.made(record, site, 'record').childNodes);
    const name = FP.record.name(record);
    document.title = `${name} · ${siteTitle}`;
    FP.shareButton(host.querySelector('.actions'), 'button', 'Share', () => ({ title: name, url: location.href }))
      .title = 'Share a link to this record';
    host.querySelector('[data-download]').addEventListener('click', () => {
      FP.geoJSON(record).then((text) => {
        FP.download(`${record.layer.id}-${record.id}.geojson`, 'application/geo+json', text);
      });
    });
    offerBare();
    host.querySelectorAll('.records-rest').forEach((line) => { linkRest(line, record); });
    locate(record, site);
    neighbor(record, -1, 'prev', turn);
    neighbor(record, 1, 'next', turn);
    if (!first) {
      scrollTo(0, 0);
      host.querySelector('h1').focus({ preventScroll: true });
    }
  }

  /**
   * Lets the links below a list of some related records lead to all of them: the table and the map,
   * filtered by this record. Its name there is what the first listed record has.
   */
  function linkRest(line, record) {
    const id = line.dataset.layer;
    const first = line.closest('.panel').querySelector('td a');
    const path = FP.hash.parse(first.hash).path;
    Promise.all([FP.data.layer(id), FP.data.find(id, path[1])]).then((both) => {
      const layer = both[0];
      const facet = (layer.facets || []).find((facet) => facet.parent === record.layer.id);
      if (!facet || both[1] < 0) return null;
      return FP.data.columns(id).then((columns) => {
        const column = columns[facet.column];
        const name = column.values[column.codes[both[1]]];
        const chosen = {};
        chosen[facet.column] = { values: [name], except: false };
        const filter = FP.hash.filtersText(chosen);
        const table = line.querySelector('a');
        table.textContent = 'Show all in the table';
        table.href = `layer-${id}.html${FP.hash.write([], { f: filter })}`;
        if (layer.kind === 'table') return;
        const map = document.createElement('a');
        map.textContent = 'Show all on the map';
        map.href = `index.html${FP.hash.write([], { layer: FP.hash.encoded(id), f: filter })}`;
        line.append(' · ', map);
      });
    }).catch(() => { /* The link to the table of all records is still there. */ });
  }

  function locate(record, site) {
    const place = host.querySelector('.locator-map');
    if (!place) return;
    const map = new FP.Map(place, {
      site, interactive: false, controls: false,
      onTrouble() { place.closest('.locator').hidden = true; }
    });
    map.ready.then(() => { FP.showRecord(map, record.layer.id, record.index); });
  }

  /** Remembers a choice. If the browser refuses, the choice lasts as long as the page. */
  function remembered(value) {
    try {
      if (value !== undefined) localStorage.setItem('fieldpack-bare', value);
      return localStorage.getItem('fieldpack-bare') === 'yes';
    } catch (error) {
      return value === 'yes';
    }
  }

  /** Lets the reader hide the fields without a value. */
  function offerBare() {
    const rows = host.querySelectorAll('.details > div:has(.none)').length;
    const panel = host.querySelector('.panel:has(.details .none)');
    if (!rows || !panel) return;
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'quiet';
    function show(bare) {
      host.classList.toggle('bare', bare);
      button.textContent = (bare ? 'Show ' : 'Hide ') + rows + (rows === 1 ? ' empty field' : ' empty fields');
    }
    button.addEventListener('click', () => {
      const bare = !host.classList.contains('bare');
      remembered(bare ? 'yes' : 'no');
      show(bare);
    });
    show(remembered());
    panel.querySelector('.details').after(button);
  }

  /** Links to the record before or after this one: the nearest on the map, or the next by id. */
  function neighbor(record, by, relation, turn) {
    const index = record.index + by;
    if (index < 0 || index >= record.layer.count) return;
    FP.data.record(record.layer.id, index).then((other) => {
      const link = turn === asked && host.querySelector(`a[rel="${relation}"]`);
      if (!link) return;
      link.href = FP.record.link(other.layer.id, other.id);
      link.title = FP.record.name(other);
      link.hidden = false;
    }).catch(() => { /* The page is still complete without it. */ });
  }

  FP.photos(host);
  window.addEventListener('hashchange', show);
  show();
})();
