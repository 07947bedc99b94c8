/*
 * Data on both sides of the 180th meridian. On a map of the whole world, it would be at both edges.
 * If nothing is near the middle of the world, the western half is drawn east of the eastern one.
 *
 *   FP.halves.areApart(site, sets)   whether the data is at both edges; sets: that of all layers, decoded
 *   FP.halves.join(set)              moves what is west of Greenwich once around the world
 *   FP.halves.box(sets)              the box in degrees of sets that are joined
 */
(() => {
  'use strict';

  const FP = (window.FP ??= {});

  /** The meters around the world. */
  const world = FP.mercator.resolution(0) * 256;
  /** Data that is this wide, in degrees, may be at both edges. */
  const wide = 270;

  /** The first and the last position of a set in meters, without records that have none. */
  function ends(set) {
    let first = Infinity, last = -Infinity;
    for (let at = 0; at < set.x.length; at += 1) {
      if (set.none && set.none.has(at)) continue;
      const x = set.originX + set.x[at] * set.stepX;
      if (x < first) first = x;
      if (x > last) last = x;
    }
    return [first, last];
  }

  function leavesMiddle(set) {
    return set.x.every((value, at) => {
      return set.none && set.none.has(at) || Math.abs(set.originX + value * set.stepX) > world / 4;
    });
  }

  function areApart(site, sets) {
    const extent = site.extent;
    return Boolean(extent) && extent[2] - extent[0] > wide && sets.length > 0 && sets.every(leavesMiddle);
  }

  function join(set) {
    if (set.isJoined) return;
    set.isJoined = true;
    // All of it is now between 90 and 270 degrees east.
    const west = set.originX, step = set.stepX || 1;
    set.originX = world / 4;
    ['x', 'labelX'].forEach((name) => {
      if (!set[name]) return;
      set[name] = Uint32Array.from(set[name], (value) => {
        const x = west + value * set.stepX;
        return Math.max(0, Math.round(((x < 0 ? x + world : x) - set.originX) / step));
      });
    });
    if (!set.stepX) set.stepX = step;
    const [first, last] = ends(set);
    set.box = [first, set.box[1], last, set.box[3]];
  }

  function box(sets) {
    const [west, south, east, north] = [0, 1, 2, 3].map((side) => {
      return Math[side < 2 ? 'min' : 'max'](...sets.map((set) => set.box[side]));
    });
    return FP.mercator.unproject(west, south).concat(FP.mercator.unproject(east, north));
  }

  FP.halves = { areApart, join, box };
})();
