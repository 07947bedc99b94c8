/*
  * Frames: draws the layers of a map on its canvas, bottom first.
  *
  * Neighboring point layers share one image (a surface). If drawing the points in view finely would
  * write more than 1.5 million pixels, the frame first shows hard-edged discs at one pixel per CSS
  * pixel. The fine frame is made in slices while nothing moves, and then replaces it.
 */
(function () {
  'use strict';

  var FP = (window.FP = window.FP || {});

  var fineBudget = 1500000;
  /** The duration of one slice of the fine picture in milliseconds; short enough not to be noticed. */
  var slice = 12;
  var restBeforeFine = 180;
  /**
    * The margin around the visible part of a surface in CSS pixels: half of the largest stamp, or more
    * if the author lets symbols grow.
   */
  function marginOf(layers) {
    return layers.reduce(function (most, layer) {
      var size = (layer.meta.legend && layer.meta.legend.variables || {}).size;
      return (size && layer.points ? size.stops : []).reduce(function (most, stop) {
        var largest = [].concat(stop.value).reduce(function (most, part) {
          return Math.max(most, Array.isArray(part) ? part[1] : part);
        }, 0);
        return Math.max(most, Math.ceil(largest * 0.75) + 4);
      }, most);
    }, 32);
  }

  function Frames(map) {
    this.map = map;
    this.surfaces = new Map();
    this.margin = marginOf(map.layers);
    this.stamps = new FP.Stamps(this.margin, function () { map.invalidate(); });
    this.timer = 0;
    this.lastCost = 0;
  }

  /** The image for a run of point layers, cleared if `fresh`. */
  Frames.prototype.surface = function (run, ratio, fresh) {
    var map = this.map;
    var edge = Math.ceil(this.margin * ratio);
    var width = Math.round(map.width * ratio) + 2 * edge;
    var height = Math.round(map.height * ratio) + 2 * edge;
    var key = run + '@' + ratio;
    var surface = this.surfaces.get(key);
    if (!surface || surface.width !== width || surface.height !== height) {
      var canvas = document.createElement('canvas');
      canvas.width = width;
      canvas.height = height;
      var context = canvas.getContext('2d');
      var image = context.createImageData(width, height);
      surface = {
        canvas: canvas, context: context, image: image, width: width, height: height, margin: edge,
        buffer: new Uint32Array(image.data.buffer), seen: new Uint8Array(width * height)
      };
      this.surfaces.set(key, surface);
    } else if (fresh) {
      surface.buffer.fill(0);
    }
    return surface;
  };

  /** The layers to draw, grouped in runs: [{layers: [..], points: bool}], bottom first. */
  Frames.prototype.runs = function () {
    var runs = [];
    this.map.layers.forEach(function (layer) {
      if (layer.presence === 'hidden' || !layer.loaded) return;
      var last = runs[runs.length - 1];
      var joins = last && layer.points && last.points && last.opacity === layer.opacity;
      if (joins) last.layers.push(layer);
      else runs.push({ layers: [layer], points: layer.points, opacity: layer.opacity });
    });
    return runs;
  };

  /** The stamps for the looks of a layer: all of them, or made when needed if there are many. */
  Frames.prototype.stampsOf = function (layer, form, ratio, stride, view) {
    var made = this.stamps, theme = this.map.theme, looks = layer.looks;
    var scale = FP.mercator.scale(view.res), rough = form !== 'fine';
    function make(kind) {
      var symbol = looks.symbol(kind, scale, rough);
      if (looks.varied && !symbol) return null;
      return made.stamp(symbol, looks.key(kind, scale, rough), form, ratio, stride, theme);
    }
    if (looks.varied) {
      var key = [layer.id, form, ratio, stride, looks.isScaled(scale) ? scale : ''].join('/');
      return { list: made.list(key, looks.count), make: make, half: Math.floor(this.margin * ratio) };
    }
    var list = looks.classes.map(function (kind, number) { return make(number); });
    return {
      list: list, make: null,
      half: list.reduce(function (most, stamp) { return stamp ? Math.max(most, stamp.half) : most; }, 0)
    };
  };

  /** The jobs that draw a run of point layers on a surface. */
  Frames.prototype.jobs = function (run, surface, ratio, fine, view) {
    var frames = this;
    return run.layers.map(function (layer) {
      var form = layer.presence === 'far' ? 'dot' : fine ? 'fine' : 'solid';
      var stamps = frames.stampsOf(layer, form, ratio, surface.width, view);
      return new FP.PointJob(layer.grid, surface, view, ratio, layer.looks, stamps, layer.mask, form);
    });
  };

  /** The number of pixels that drawing the points in view finely would write. */
  Frames.prototype.cost = function (runs, ratio) {
    var frames = this, map = this.map, box = map.box();
    var stride = Math.round(map.width * ratio) + 2 * Math.ceil(this.margin * ratio);
    return runs.reduce(function (total, run) {
      if (!run.points) return total;
      return total + run.layers.reduce(function (sum, layer) {
        var window = layer.grid.window(box[0], box[1], box[2], box[3]);
        if (!window || layer.presence === 'far') return sum;
        var points = layer.grid.roughly(window);
        if (layer.looks.varied) {
          return sum + points * layer.looks.area(FP.mercator.scale(map.view.res)) * ratio * ratio;
        }
        return sum + points * frames.stampsOf(layer, 'fine', ratio, stride, map.view).list
          .reduce(function (most, stamp) { return Math.max(most, stamp ? stamp.area : 0); }, 0);
      }, 0);
    }, 0);
  };

  /** Draws the view now. */
  Frames.prototype.draw = function () {
    var map = this.map, began = performance.now();
    clearTimeout(this.timer);
    var ratio = map.ratio, view = map.copyOfView();
    var runs = this.runs();
    var fine = this.cost(runs, ratio) <= fineBudget;
    var pointRatio = fine ? ratio : 1;
    var frames = this;
    runs.forEach(function (run, index) {
      if (!run.points) return;
      run.surface = frames.surface(index, pointRatio, true);
      frames.jobs(run, run.surface, pointRatio, fine, view).forEach(function (job) { job.run(0); });
    });
    this.compose(runs, view, fine || ratio === 1);
    this.lastCost = performance.now() - began;
    if (!fine) this.timer = setTimeout(function () { frames.refine(runs, view); }, restBeforeFine);
  };

  /** Draws the points finely, one slice at a time. Any new frame cancels it. */
  Frames.prototype.refine = function (runs, view) {
    var frames = this, map = this.map, ratio = map.ratio, jobs = [];
    var fine = runs.map(function (run, index) {
      if (!run.points) return run;
      // The quick frame's surface is still shown, so the fine frame needs another one.
      var surface = frames.surface('fine' + index, ratio, true);
      jobs = jobs.concat(frames.jobs(run, surface, ratio, true, view));
      return Object.assign({}, run, { surface: surface });
    });
    function step() {
      var deadline = performance.now() + slice;
      while (jobs.length && jobs[0].run(deadline)) jobs.shift();
      if (jobs.length) {
        frames.timer = setTimeout(step, 0);
      } else {
        frames.compose(fine, view, true);
      }
    }
    step();
  };

  /** Combines backdrop, shapes, points and labels on the visible canvas. */
  Frames.prototype.compose = function (runs, view, smooth) {
    var map = this.map, context = map.context, ratio = map.ratio, theme = map.theme;
    var bare = !map.layers.some(function (layer) { return layer.closed && layer.visible; });
    FP.backdrop.draw(context, view, ratio, theme, bare);
    var lowest = true;
    runs.forEach(function (run) {
      if (run.points) {
        var surface = run.surface;
        var times = map.canvas.width / (surface.width - 2 * surface.margin);
        surface.context.putImageData(surface.image, 0, 0);
        context.globalAlpha = run.opacity;
        context.imageSmoothingEnabled = smooth && times !== 1;
        context.drawImage(surface.canvas, surface.margin, surface.margin,
          surface.width - 2 * surface.margin, surface.height - 2 * surface.margin,
          0, 0, map.canvas.width, map.canvas.height);
        context.globalAlpha = 1;
        lowest = false;
      } else {
        run.layers.forEach(function (layer) {
          FP.drawShapes(context, layer.shapes, {
            view: view, ratio: ratio, theme: theme, mask: layer.mask, opacity: layer.opacity,
            looks: layer.looks, scale: FP.mercator.scale(view.res), pictures: map.pictures,
            lowest: lowest
          });
          lowest = false;
        });
      }
    });
    this.drawLabels(runs, view);
    map.composed(view);
  };

  Frames.prototype.drawLabels = function (runs, view) {
    var map = this.map, taken = new FP.labels.Taken();
    var scale = FP.mercator.scale(view.res);
    runs.slice().reverse().forEach(function (run) {
      run.layers.slice().reverse().forEach(function (layer) {
        if (layer.presence !== 'drawn') return;
        (layer.meta.labels || []).forEach(function (style, number) {
          if (style.minScale && scale > style.minScale || style.maxScale && scale < style.maxScale) return;
          var names = map.namesOf(layer);
          if (!names) return;
          FP.labels.draw(map.context, layer, style, names[number], {
            view: view, ratio: map.ratio, theme: map.theme, taken: taken, scale: scale,
            width: map.width, height: map.height
          });
        });
      });
    });
  };

  FP.Frames = Frames;
})();
