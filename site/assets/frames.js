/*
 * Frames: draws the layers of a map on its canvas, bottom first.
 *
 * Neighboring point layers share one image (a surface). If drawing the points in view finely would
 * write more than 1.5 million pixels, the frame first shows hard-edged discs at one pixel per CSS
 * pixel. The fine frame is made in slices while nothing moves, and then replaces it.
 */
(() => {
  'use strict';

  const FP = (window.FP ??= {});

  const fineBudget = 1500000;
  /** The duration of one slice of the fine picture in milliseconds; short enough not to be noticed. */
  const slice = 12;
  const restBeforeFine = 180;
  /**
   * The margin around the visible part of a surface in CSS pixels: half of the largest stamp, or more
   * if the author lets symbols grow.
   */
  function marginOf(layers) {
    return layers.reduce((most, layer) => {
      const size = (layer.meta.legend && layer.meta.legend.variables || {}).size;
      return (size && layer.points ? size.stops : []).reduce((most, stop) => {
        const largest = [].concat(stop.value).reduce((most, part) => {
          return Math.max(most, Array.isArray(part) ? part[1] : part);
        }, 0);
        return Math.max(most, Math.ceil(largest * 0.75) + 4);
      }, most);
    }, 32);
  }

  /** The part of its extent that the symbols of a point layer may cover before they shrink. */
  const mostCovered = 0.12;
  /** Symbols shrink in eighths, so that few are made, and to no less than three eighths. */
  const eighths = 8, fewestEighths = 3;
  /** A small heap of points is no carpet: extents count as at least this many pixels. */
  const leastExtent = 160000;

  /**
   * How much the symbols of a point layer shrink at a resolution, so that a whole city of trees is no
   * carpet. It depends on the scale only, so symbols keep their size while the map moves. Sizes that
   * depend on numbers are the author's choice for every scale.
   */
  function shrinking(layer, res) {
    const set = layer.set, variables = layer.meta.legend && layer.meta.legend.variables;
    if (variables && variables.size) return 1;
    const extent = set.stepX * set.stepY * 4294967295 * 4294967295 / (res * res);
    const side = layer.looks.classes.reduce((most, kind) => {
      const symbol = layer.looks.symbols[kind.symbol];
      return symbol ? Math.max(most, FP.Looks.sideOf(symbol)) : most;
    }, 0);
    const part = Math.sqrt(mostCovered * Math.max(extent, leastExtent) / (set.n * side * side));
    return Math.min(eighths, Math.max(fewestEighths, Math.ceil(part * eighths))) / eighths;
  }

  /** A point symbol in a smaller size. */
  function shrunk(symbol, part) {
    if (part === 1 || !symbol) return symbol;
    const outline = symbol.outline && { ...symbol.outline, width: symbol.outline.width * part };
    return symbol.kind === 'picture'
      ? { ...symbol, width: symbol.width * part, height: symbol.height * part }
      : { ...symbol, size: (symbol.size || 8) * part, outline };
  }

  /** What lies over a map: letters below it would be cut. */
  const covers = ['map-buttons', 'map-menu', 'map-scale', 'map-credits', 'legend']
    .map((name) => `:scope > .${name}`).join();

  /** Keeps labels and names of streets away from what lies over the map, and from `map.reserved`. */
  function reserve(map, taken) {
    const ratio = map.ratio, origin = map.host.getBoundingClientRect();
    map.reserved.forEach((box) => { taken.add(...box.map((side) => side * ratio)); });
    if (map.printing) {
      // The scale bar is in the picture then, see paintScale.
      const bar = FP.backdrop.scaleBar(map.view).pixels + 30;
      if (map.scaleBar) {
        taken.add((map.width - bar) * ratio, (map.height - 48) * ratio, map.width * ratio, map.height * ratio);
      }
      return;
    }
    map.host.querySelectorAll(covers).forEach((one) => {
      const box = one.getBoundingClientRect(), x = box.left - origin.left, y = box.top - origin.top;
      if (box.width) taken.add(x * ratio, y * ratio, (x + box.width) * ratio, (y + box.height) * ratio);
    });
  }

  class Frames {
    constructor(map) {
      this.map = map;
      this.surfaces = new Map();
      this.margin = marginOf(map.layers);
      this.stamps = new FP.Stamps(this.margin, () => { map.invalidate(); });
      this.timer = 0;
      this.lastCost = 0;
    }

    /** The image for a run of point layers, cleared if `fresh`. */
    surface(run, ratio, fresh) {
      const map = this.map;
      const edge = Math.ceil(this.margin * ratio);
      const width = Math.round(map.width * ratio) + 2 * edge;
      const height = Math.round(map.height * ratio) + 2 * edge;
      const key = `${run}@${ratio}`;
      let surface = this.surfaces.get(key);
      if (!surface || surface.width !== width || surface.height !== height) {
        const canvas = document.createElement('canvas');
        canvas.width = width;
        canvas.height = height;
        const context = canvas.getContext('2d');
        const image = context.createImageData(width, height);
        surface = {
          canvas, context, image, width, height, margin: edge,
          buffer: new Uint32Array(image.data.buffer), seen: new Uint8Array(width * height)
        };
        this.surfaces.set(key, surface);
      } else if (fresh) {
        surface.buffer.fill(0);
      }
      return surface;
    }

    /** The layers to draw, grouped in runs: [{layers: [..], points: bool}], bottom first. */
    runs() {
      const runs = [];
      this.map.layers.forEach((layer) => {
        if (layer.presence === 'hidden' || !layer.loaded) return;
        const last = runs[runs.length - 1];
        const joins = last && layer.points && last.points && last.opacity === layer.opacity;
        if (joins) last.layers.push(layer);
        else runs.push({ layers: [layer], points: layer.points, opacity: layer.opacity });
      });
      return runs;
    }

    /** The stamps for the looks of a layer: all of them, or made when needed if there are many. */
    stampsOf(layer, form, ratio, stride, view) {
      const made = this.stamps, theme = this.map.theme, looks = layer.looks;
      const scale = FP.mercator.scale(view.res), rough = form !== 'fine';
      const part = shrinking(layer, view.res);
      function make(kind) {
        const symbol = looks.symbol(kind, scale, rough);
        if (looks.varied && !symbol) return null;
        const key = `${looks.key(kind, scale, rough)}*${part}`;
        return made.stamp(shrunk(symbol, part), key, form, ratio, stride, theme);
      }
      if (looks.varied) {
        const key = [layer.id, form, ratio, stride, part, looks.isScaled(scale) ? scale : ''].join('/');
        return { list: made.list(key, looks.count), make, half: Math.floor(this.margin * ratio) };
      }
      const list = looks.classes.map((kind, number) => make(number));
      return {
        list, make: null,
        half: list.reduce((most, stamp) => stamp ? Math.max(most, stamp.half) : most, 0)
      };
    }

    /** The jobs that draw a run of point layers on a surface. */
    jobs(run, surface, ratio, fine, view) {
      return run.layers.map((layer) => {
        const form = layer.presence === 'far' ? 'dot' : fine ? 'fine' : 'solid';
        const stamps = this.stampsOf(layer, form, ratio, surface.width, view);
        return new FP.PointJob(layer.grid, surface, view, ratio, layer.looks, stamps, layer.mask, form,
          { color: this.map.theme.faint, gone: layer.gone });
      });
    }

    /** The number of pixels that drawing the points in view finely would write. */
    cost(runs, ratio) {
      const map = this.map, box = map.box();
      const stride = Math.round(map.width * ratio) + 2 * Math.ceil(this.margin * ratio);
      return runs.reduce((total, run) => {
        if (!run.points) return total;
        return total + run.layers.reduce((sum, layer) => {
          const window = layer.grid.window(box[0], box[1], box[2], box[3]);
          if (!window || layer.presence === 'far') return sum;
          const points = layer.grid.roughly(window);
          if (layer.looks.varied) {
            return sum + points * layer.looks.area(FP.mercator.scale(map.view.res)) * ratio * ratio;
          }
          return sum + points * this.stampsOf(layer, 'fine', ratio, stride, map.view).list
            .reduce((most, stamp) => Math.max(most, stamp ? stamp.area : 0), 0);
        }, 0);
      }, 0);
    }

    /** Draws the view now. */
    draw() {
      const map = this.map, began = performance.now();
      clearTimeout(this.timer);
      const ratio = map.ratio, view = map.copyOfView();
      const runs = this.runs();
      const fine = this.cost(runs, ratio) <= fineBudget;
      const pointRatio = fine ? ratio : 1;
      runs.forEach((run, index) => {
        if (!run.points) return;
        run.surface = this.surface(index, pointRatio, true);
        this.jobs(run, run.surface, pointRatio, fine, view).forEach((job) => { job.run(0); });
      });
      this.compose(runs, view, fine || ratio === 1);
      this.lastCost = performance.now() - began;
      if (!fine) this.timer = setTimeout(() => { this.refine(runs, view); }, restBeforeFine);
    }

    /** Draws the points finely, one slice at a time. Any new frame cancels it. */
    refine(runs, view) {
      const frames = this, map = this.map, ratio = map.ratio;
      let jobs = [];
      const fine = runs.map((run, index) => {
        if (!run.points) return run;
        // The quick frame's surface is still shown, so the fine frame needs another one.
        const surface = frames.surface(`fine${index}`, ratio, true);
        jobs = jobs.concat(frames.jobs(run, surface, ratio, true, view));
        return { ...run, surface };
      });
      function step() {
        const deadline = performance.now() + slice;
        while (jobs.length && jobs[0].run(deadline)) jobs.shift();
        if (jobs.length) {
          frames.timer = setTimeout(step, 0);
        } else {
          frames.compose(fine, view, true);
        }
      }
      step();
    }

    /** Combines backdrop, shapes, points and labels on the visible canvas. */
    compose(runs, view, smooth) {
      const map = this.map, context = map.context, ratio = map.ratio, theme = map.theme;
      const base = map.base, taken = new FP.labels.Taken();
      reserve(map, taken);
      // Streets have their names where the labels leave room.
      const labels = this.placeLabels(runs, view, taken);
      const bare = !map.layers.some((layer) => layer.closed && layer.visible) && !(base && base.visible);
      FP.backdrop.draw(context, view, ratio, theme, bare);
      let lowest = !(base && base.draw(context, view, ratio, theme, false, taken));
      runs.forEach((run) => {
        if (run.points) {
          const surface = run.surface;
          const times = map.canvas.width / (surface.width - 2 * surface.margin);
          surface.context.putImageData(surface.image, 0, 0);
          context.globalAlpha = run.opacity;
          context.imageSmoothingEnabled = smooth && times !== 1;
          context.drawImage(surface.canvas, surface.margin, surface.margin,
            surface.width - 2 * surface.margin, surface.height - 2 * surface.margin,
            0, 0, map.canvas.width, map.canvas.height);
          context.globalAlpha = 1;
          lowest = false;
        } else {
          run.layers.forEach((layer) => {
            FP.drawShapes(context, layer.shapes, {
              view, ratio, theme, mask: layer.mask, opacity: layer.opacity,
              looks: layer.looks, scale: FP.mercator.scale(view.res), pictures: map.pictures,
              lowest
            });
            lowest = false;
          });
        }
      });
      if (base) base.draw(context, view, ratio, theme, true, taken);
      labels.forEach((label) => { label.draw(); });
      map.composed(view);
    }

    /** Finds room for the labels of all layers, those of the highest first. */
    placeLabels(runs, view, taken) {
      const map = this.map, placed = [];
      const scale = FP.mercator.scale(view.res);
      runs.slice().reverse().forEach((run) => {
        run.layers.slice().reverse().forEach((layer) => {
          if (layer.presence !== 'drawn') return;
          (layer.meta.labels || []).forEach((style, number) => {
            if (style.minScale && scale > style.minScale || style.maxScale && scale < style.maxScale) return;
            const names = map.namesOf(layer);
            if (!names) return;
            placed.push(FP.labels.place(map.context, layer, style, names[number], {
              view, ratio: map.ratio, theme: map.theme, taken, scale,
              width: map.width, height: map.height
            }));
          });
        });
      });
      return placed;
    }
  }

  FP.Frames = Frames;
})();
