/*
 * Search in the records' texts: one line per record, from data/LAYER/search.js.
 *
 *   FP.searching.decoded(file)                 {text, starts}: the lines, and where each begins
 *   FP.searching.marked(search, query, mask)   marks the records whose line has all words of the query
 *   FP.searching.corrected(search, query)      the query with similar words that occur, or null
 *   FP.searching.matcher(query)                whether words of a text begin with all words of the query;
 *                                              its `begins`: whether the text begins with the query
 *   FP.searching.streets(search)               a Map: how many addresses each street has
 *
 * Case, accents, and points at the end of words make no difference. Words of addresses find their
 * abbreviations, and the other way around: "avenue" finds AVE, and "n." finds NORTH.
 */
(() => {
  'use strict';

  const FP = (window.FP ??= {});

  /** Kinds of streets, and their abbreviations in addresses. */
  const streetForms = [
    'avenue ave av', 'street st', 'boulevard blvd', 'drive dr', 'road rd', 'lane ln', 'court ct', 'place pl',
    'highway hwy', 'parkway pkwy pky', 'terrace ter terr', 'circle cir', 'square sq', 'way', 'loop', 'alley aly'
  ].map((forms) => forms.split(' '));

  const directionForms = [
    'north n', 'south s', 'east e', 'west w', 'northeast ne', 'northwest nw', 'southeast se', 'southwest sw'
  ].map((forms) => forms.split(' '));

  /** Words that stand for each other in addresses. */
  const addressForms = [
    ...streetForms, ...directionForms, ['saint', 'st'], ['mount', 'mt'], ['heights', 'hts']
  ];

  /** Letters that Unicode does not take apart into a letter and an accent. */
  const letters = { ß: 'ss', ø: 'o', ł: 'l', đ: 'd', æ: 'ae', œ: 'oe', ı: 'i' };

  /** Removes the accents of lower-case text. */
  function withoutAccents(text) {
    if (!/[\u0080-\uffff]/.test(text)) return text;
    return text.normalize('NFD').replace(/[\u0300-\u036f]/g, '')
      .replace(/[ßøłđæœı]/g, (letter) => letters[letter]);
  }

  function folded(query) { return withoutAccents(query.toLowerCase()); }

  function isLetterOrDigit(code) {
    return code >= 97 && code <= 122 || code >= 48 && code <= 57 || code > 127;
  }

  function hasWhole(line, word) {
    for (let at = line.indexOf(word); at >= 0; at = line.indexOf(word, at + 1)) {
      const goesOn = isLetterOrDigit(line.charCodeAt(at + word.length));
      if (!goesOn && !isLetterOrDigit(line.charCodeAt(at - 1))) return true;
    }
    return false;
  }

  /** The words of a query: [{text, others}], where the others stand for the word in addresses. */
  function words(query) {
    return folded(query).split(/\s+/).map((word) => word.replace(/^[.,;]+|[.,;]+$/g, '')).filter(Boolean)
      .map((text) => {
        const others = new Set(addressForms.filter((forms) => forms.includes(text)).flat());
        others.delete(text);
        return { text, others: [...others] };
      });
  }

  /** Whether a line has a word: any part of it, or a whole word that stands for it. */
  function has(line, word) {
    return line.includes(word.text) || word.others.some((other) => hasWhole(line, other));
  }

  function decoded(file) {
    const text = withoutAccents(file.text);
    const starts = [0];
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
    return { text, starts: Uint32Array.from(starts) };
  }

  /** Calls `found` with each row whose line has the text, and the offsets of the line. */
  function scan(search, text, count, found) {
    const whole = search.text, starts = search.starts;
    let row = 0;
    for (let at = whole.indexOf(text); at >= 0 && row < count;) {
      while (row + 1 < starts.length && starts[row + 1] <= at) row += 1;
      const end = row + 1 < starts.length ? starts[row + 1] : whole.length;
      found(row, starts[row], end);
      at = whole.indexOf(text, end);
    }
  }

  function marked(search, query, mask) {
    const all = words(query);
    mask.fill(all.length ? 0 : 1);
    if (!all.length) return mask;
    // Search the whole text for the longest word, and only the matching lines for the others.
    const single = all.filter((word) => !word.others.length).sort((a, b) => b.text.length - a.text.length)[0];
    const keys = single ? [single.text] : [all[0].text, ...all[0].others];
    const isSimple = single && all.length === 1;
    keys.forEach((key) => {
      scan(search, key, mask.length, (row, start, end) => {
        if (mask[row]) return;
        const line = isSimple ? '' : search.text.slice(start, end);
        if (isSimple || all.every((word) => has(line, word))) mask[row] = 1;
      });
    });
    return mask;
  }

  /** Whether a word of a line begins with a text. */
  function hasStart(line, text) {
    for (let at = line.indexOf(text); at >= 0; at = line.indexOf(text, at + 1)) {
      if (!isLetterOrDigit(line.charCodeAt(at - 1))) return true;
    }
    return false;
  }

  function matcher(query) {
    const all = words(query), start = folded(query);
    function matches(text) {
      const line = folded(text);
      return all.length > 0 && all.every((word) => {
        return hasStart(line, word.text) || word.others.some((other) => hasWhole(line, other));
      });
    }
    matches.begins = (text) => folded(text).startsWith(start);
    return matches;
  }

  // Streets

  const directions = new Set(directionForms.map((forms) => forms[1]));

  /** A house number or two, then a street of two to five words. The last one says that it is a street. */
  const kind = `(?:${streetForms.flat().join('|')})(?=[ ,\\n]|$)`;
  const address = new RegExp(`(?:^|[ \\n])\\d+(?:-\\d+)? ((?:(?!\\d+[ -])[^\\s,/]+ ){1,4}?${kind})`, 'g');

  /** Search lines are in lower case, addresses mostly in upper case: "se salmon st" → "SE Salmon St". */
  function streetName(words) {
    // A text before the address may end with a number, too: "2 irvington ne fremont st".
    const direction = words.findLastIndex((word) => directions.has(word));
    return (direction > 0 && direction < words.length - 2 ? words.slice(direction) : words)
      .map((word) => directions.has(word) ? word.toUpperCase() : word.charAt(0).toUpperCase() + word.slice(1))
      .join(' ');
  }

  /** Read when the reader first searches, because it takes a while. */
  function streets(search) {
    if (!search.streets) {
      search.streets = new Map();
      for (const match of search.text.matchAll(address)) {
        const name = streetName(match[1].split(' '));
        search.streets.set(name, (search.streets.get(name) || 0) + 1);
      }
    }
    return search.streets;
  }

  // Small errors

  /** How many letters must change, be added, removed or swapped; `most` + 1 for more than `most`. */
  function distance(a, b, most) {
    if (Math.abs(a.length - b.length) > most) return most + 1;
    let before = [], last = Array.from({ length: b.length + 1 }, (_, at) => at);
    for (let i = 1; i <= a.length; i += 1) {
      const row = [i];
      for (let j = 1; j <= b.length; j += 1) {
        const change = a[i - 1] === b[j - 1] ? 0 : 1;
        row[j] = Math.min(last[j] + 1, row[j - 1] + 1, last[j - 1] + change);
        if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
          row[j] = Math.min(row[j], before[j - 2] + 1);
        }
      }
      if (Math.min(...row) > most) return most + 1;
      before = last;
      last = row;
    }
    return last[b.length];
  }

  /** How often each word occurs. Counted only when something is not found, because it takes a while. */
  function vocabulary(search) {
    if (!search.words) {
      search.words = new Map();
      for (const match of search.text.matchAll(/[\p{L}\p{N}]{3,}/gu)) {
        search.words.set(match[0], (search.words.get(match[0]) || 0) + 1);
      }
    }
    return search.words;
  }

  /** The most similar word that occurs, and of equally similar ones the most frequent; null if none. */
  function similar(search, wanted) {
    const most = wanted.length < 4 ? 0 : wanted.length < 8 ? 1 : 2;
    let best = null, least = most + 1, often = 0;
    vocabulary(search).forEach((count, word) => {
      const away = most ? distance(wanted, word, most) : 1;
      if (away > most || away > least || away === least && count <= often) return;
      [best, least, often] = [word, away, count];
    });
    return best;
  }

  function corrected(search, query) {
    const all = words(query);
    const better = all.map((word) => has(search.text, word) ? word.text : similar(search, word.text));
    const isOther = better.some((text, at) => text !== all[at].text);
    return isOther && better.every(Boolean) ? better.join(' ') : null;
  }

  FP.searching = { decoded, marked, corrected, matcher, streets };
})();
