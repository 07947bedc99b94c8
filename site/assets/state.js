/*
 * Links, and how numbers are written.
 *
 *   index.html#Z/LAT/LON;f=Condition:Good,Fair&DBH:10-30;q=oak;sel=trees/104482
 *   feature.html#trees/104482      layer-trees.html#f=…      print.html#trees;f=…
 *
 * The first part without "=" is the path; the others are named. Names and values are
 * percent-encoded one by one, so the separators stay readable.
 */
(() => {
  'use strict';

  const FP = (window.FP ??= {});

  function decoded(text) {
    try {
      return decodeURIComponent(text);
    } catch (error) {
      return text;
    }
  }

  /** Like encodeURIComponent, but keeps characters that are readable and are not separators. */
  function encoded(text) {
    return encodeURIComponent(text).replace(/%20/g, '+').replace(/%2F/g, '/').replace(/%40/g, '@')
      .replace(/!/g, '%21');
  }

  function unplussed(text) { return decoded(text.replace(/\+/g, ' ')); }

  /** Returns {path: ["trees", "104482"], values: {f: "…", q: "…"}}. The values are still encoded. */
  function parse(hash) {
    const result = { path: [], values: {} };
    (hash || '').replace(/^#/, '').split(';').forEach((part, index) => {
      const equals = part.indexOf('=');
      if (equals > 0) result.values[part.slice(0, equals)] = part.slice(equals + 1);
      else if (index === 0 && part) result.path = part.split('/').map(unplussed);
    });
    return result;
  }

  /** The values of a category in a link. An empty text means null. */
  function parseValues(text) {
    return text.split(',').map(unplussed).map((value) => value === '' ? null : value);
  }

  /**
   * Reads filters from their text, by column: {values: [..], except: false}, with "!" before the
   * values {values: [..], except: true}, or {from: number|null, to: number|null}. `facets` has the
   * known columns and their kinds; others are ignored. Older links have "|" between columns, which
   * RFC 3986 (appendix A) doesn't allow there.
   */
  function parseFilters(text, facets) {
    const result = {};
    (text || '').split(/[&|]/).forEach((part) => {
      const colon = part.indexOf(':');
      if (colon < 1) return;
      const column = unplussed(part.slice(0, colon));
      const facet = (facets || []).find((facet) => facet.column === column);
      if (!facet) return;
      const value = part.slice(colon + 1);
      if (facet.kind !== 'category') {
        const range = /^(-?[\d.]+)?-(-?[\d.]+)?$/.exec(value);
        if (range && (range[1] || range[2])) {
          result[column] = {
            from: range[1] ? Number(range[1]) : null, to: range[2] ? Number(range[2]) : null
          };
        }
      } else {
        const except = value.charAt(0) === '!';
        const list = except ? value.slice(1) : value;
        result[column] = { values: list ? parseValues(list) : [], except };
      }
    });
    return result;
  }

  function valuesText(filter) {
    const text = filter.values.map((value) => value === null ? '' : encoded(value)).join(',');
    // A single null value needs a comma to be visible. Reading two of them gives the same.
    return (filter.except ? '!' : '') + (filter.values.length && !text ? ',' : text);
  }

  function filtersText(filters) {
    return Object.keys(filters).map((column) => {
      const filter = filters[column];
      const value = filter.values ? valuesText(filter)
        : `${filter.from === null ? '' : filter.from}-${filter.to === null ? '' : filter.to}`;
      return `${encoded(column)}:${value}`;
    }).join('&');
  }

  /** Makes a link from its path and its named values; empty ones are left out. */
  function write(path, values) {
    const parts = path && path.length ? [path.map(encoded).join('/')] : [];
    Object.keys(values).forEach((name) => {
      if (values[name]) parts.push(`${name}=${values[name]}`);
    });
    return `#${parts.join(';')}`;
  }

  /** 218602 → "218,602", the same for every reader. */
  function grouped(number) {
    const parts = String(Math.abs(number)).split('.');
    parts[0] = parts[0].replace(/\B(?=(\d{3})+$)/g, ',');
    return (number < 0 ? '−' : '') + parts.join('.');
  }

  FP.hash = {
    parse, write, encoded, decoded: unplussed,
    parseFilters, filtersText
  };
  FP.text = {
    grouped,
    /** The end of a message about missing data. */
    dataHint: '. Check that the data folder beside this page is complete.'
  };
})();
