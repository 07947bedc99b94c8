/*
 * Names of streets on the base map: along the street, with a halo, never overlapping.
 *
 * Tiles have no letters. A tile that Fieldpack drew says in a chunk `naMe` where names can be written.
 *
 *   FP.streetNames.read(bytes)     the places of a chunk: [{text, rank, from: [x, y], to: [x, y]}], pixels
 *   FP.streetNames.write(context, places, ratio, theme, taken)   places in pixels of the canvas; taken:
 *                                                                the room of labels
 */
(() => {
  'use strict';

  const FP = (window.FP ??= {});

  /** The pixels of letters by rank: service, local, collector, major street, highway. */
  const sizes = [10, 11, 11.5, 12.5, 12.5];
  /** The same name is written again at this distance, in pixels. */
  const apart = 320;
  /** Longer pieces are cut at the edges of the map, in pixels. */
  const longest = 400;
  /** Names that lead down more steeply are turned around. */
  const steepest = 1.4;
  /** The number of drawn names to keep. */
  const mostSigns = 400;

  const decoder = new TextDecoder();

  function read(bytes) {
    const places = [];
    let at = 0;
    while (at + 6 <= bytes.length && at + 6 + bytes[at + 5] <= bytes.length) {
      const end = at + 6 + bytes[at + 5];
      places.push({
        rank: Math.min(sizes.length - 1, bytes[at]), from: [bytes[at + 1], bytes[at + 2]],
        to: [bytes[at + 3], bytes[at + 4]], text: decoder.decode(bytes.subarray(at + 6, end))
      });
      at = end;
    }
    return places;
  }

  /** Names as they are drawn, by text, rank, screen and theme. Letters are slow, pictures are not. */
  const signs = new Map();

  function sign(text, rank, ratio, theme) {
    const key = `${text}/${rank}/${ratio}/${theme.land}`;
    const known = signs.get(key);
    if (known) return known;
    if (signs.size >= mostSigns) signs.clear();
    const canvas = document.createElement('canvas'), context = canvas.getContext('2d');
    const font = `500 ${sizes[rank] * ratio}px system-ui, sans-serif`, edge = 2 * ratio;
    context.font = font;
    const width = context.measureText(text).width;
    canvas.width = Math.ceil(width + 2 * edge);
    canvas.height = Math.ceil(sizes[rank] * ratio * 1.3 + 2 * edge);
    context.font = font;
    context.textAlign = 'center';
    context.textBaseline = 'middle';
    context.lineJoin = 'round';
    context.lineWidth = 2.5 * ratio;
    context.strokeStyle = theme.land;
    context.fillStyle = theme.muted;
    context.strokeText(text, canvas.width / 2, canvas.height / 2);
    context.fillText(text, canvas.width / 2, canvas.height / 2);
    const made = { canvas, width };
    signs.set(key, made);
    return made;
  }

  /** The part of a long piece that is on the canvas, so that a street has its name also from close by. */
  function seen(place, width, height) {
    const from = place.from, step = [place.to[0] - from[0], place.to[1] - from[1]], limits = [width, height];
    let first = 0, last = 1;
    [0, 1].forEach((axis) => {
      if (!step[axis]) return;
      const ends = [-from[axis] / step[axis], (limits[axis] - from[axis]) / step[axis]];
      first = Math.max(first, Math.min(...ends));
      last = Math.min(last, Math.max(...ends));
    });
    if (first >= last) return place;
    function at(part) { return [from[0] + step[0] * part, from[1] + step[1] * part]; }
    return { text: place.text, rank: place.rank, from: at(first), to: at(last) };
  }

  function lengthOf(place) {
    return Math.hypot(place.to[0] - place.from[0], place.to[1] - place.from[1]);
  }

  /** The more important street first, then the longer piece. */
  function order(one, other) {
    return other.rank - one.rank || other.length - one.length ||
      (one.text < other.text ? -1 : Number(one.text > other.text));
  }

  function write(context, places, ratio, theme, taken) {
    const written = new Map();
    places.map((place) => {
      const part = lengthOf(place) > longest * ratio
        ? seen(place, context.canvas.width, context.canvas.height) : place;
      part.length = lengthOf(part);
      return part;
    }).sort(order).forEach((place) => {
      const x = (place.from[0] + place.to[0]) / 2, y = (place.from[1] + place.to[1]) / 2;
      const others = written.get(place.text) || [];
      if (others.some((other) => Math.hypot(other[0] - x, other[1] - y) < apart * ratio)) return;
      const drawn = sign(place.text, place.rank, ratio, theme);
      if (drawn.width > place.length) return;
      // Never upside down, and from the bottom to the top along streets to the north.
      let angle = Math.atan2(place.to[1] - place.from[1], place.to[0] - place.from[0]);
      if (angle > steepest) angle -= Math.PI;
      if (angle <= steepest - Math.PI) angle += Math.PI;
      const cos = Math.abs(Math.cos(angle)), sin = Math.abs(Math.sin(angle)), half = sizes[place.rank] * ratio / 2;
      const halfX = drawn.width / 2 * cos + half * sin, halfY = drawn.width / 2 * sin + half * cos;
      const isWhole = x > halfX && y > halfY && x + halfX < context.canvas.width &&
        y + halfY < context.canvas.height;
      if (!isWhole || !taken.take(x - halfX, y - halfY, x + halfX, y + halfY)) return;
      written.set(place.text, others.concat([[x, y]]));
      context.translate(x, y);
      context.rotate(angle);
      context.drawImage(drawn.canvas, -drawn.canvas.width / 2, -drawn.canvas.height / 2);
      context.rotate(-angle);
      context.translate(-x, -y);
    });
  }

  FP.streetNames = { read, write };
})();
