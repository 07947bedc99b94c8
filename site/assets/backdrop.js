/*
 * The background and the scale bar of every map: Web Mercator, the land color, and a graticule if
 * the map has no polygons.
 */
(() => {
  'use strict';

  const FP = (window.FP ??= {});

  const radius = 6378137;
  /** Meters per pixel of 256-pixel tiles at zoom 0. */
  const zoomZero = 2 * Math.PI * radius / 256;

  /** Converts longitude and latitude in degrees to meters. The latitude is kept away from the poles. */
  function project(lon, lat) {
    const kept = Math.max(-85.05112878, Math.min(85.05112878, lat));
    return [lon * Math.PI / 180 * radius,
      Math.log(Math.tan(Math.PI / 4 + kept * Math.PI / 360)) * radius];
  }

  function unproject(x, y) {
    return [x / radius * 180 / Math.PI,
      (2 * Math.atan(Math.exp(y / radius)) - Math.PI / 2) * 180 / Math.PI];
  }

  /** The steps of the graticule in degrees: whole minutes and degrees. */
  const steps = [1 / 240, 1 / 120, 1 / 60, 1 / 30, 1 / 12, 1 / 6, 1 / 4, 1 / 2, 1, 2, 5, 10, 20, 30];

  function degrees(value, positive, negative) {
    const minutes = Math.round(Math.abs(value) * 3600) / 60;
    const whole = Math.floor(minutes / 60 + 1e-9);
    const rest = Math.round((minutes - whole * 60) * 100) / 100;
    return `${whole}°${rest ? `${rest}′` : ''}${value < 0 ? negative : positive}`;
  }

  function graticule(context, view, ratio, theme) {
    const width = context.canvas.width, height = context.canvas.height;
    const scale = ratio / view.res;
    const southWest = unproject(view.x - width / 2 / scale, view.y - height / 2 / scale);
    const northEast = unproject(view.x + width / 2 / scale, view.y + height / 2 / scale);
    const span = northEast[0] - southWest[0];
    const step = steps.find((step) => step >= span / 5) || 30;
    context.save();
    context.strokeStyle = theme.graticule;
    context.fillStyle = theme.muted;
    context.lineWidth = ratio;
    context.font = `${11 * ratio}px system-ui, sans-serif`;
    context.textBaseline = 'bottom';
    context.beginPath();
    let degree, at;
    for (degree = Math.ceil(southWest[0] / step) * step; degree <= northEast[0]; degree += step) {
        at = Math.round((project(degree, 0)[0] - view.x) * scale + width / 2) + 0.5;
      context.moveTo(at, 0);
      context.lineTo(at, height);
    }
    for (degree = Math.ceil(southWest[1] / step) * step; degree <= northEast[1]; degree += step) {
      at = Math.round((view.y - project(0, degree)[1]) * scale + height / 2) + 0.5;
      context.moveTo(0, at);
      context.lineTo(width, at);
      context.fillText(degrees(degree, ' N', ' S'), 6 * ratio, at - 2 * ratio);
    }
    context.stroke();
    context.textBaseline = 'top';
    for (degree = Math.ceil(southWest[0] / step) * step; degree <= northEast[0]; degree += step) {
      at = (project(degree, 0)[0] - view.x) * scale + width / 2;
      context.fillText(degrees(degree > 180 ? degree - 360 : degree, ' E', ' W'), at + 4 * ratio, 6 * ratio);
    }
    context.restore();
  }

  /** Draws the land, and a graticule if the map has no polygons. */
  function draw(context, view, ratio, theme, bare) {
    context.fillStyle = theme.land;
    context.fillRect(0, 0, context.canvas.width, context.canvas.height);
    if (bare) graticule(context, view, ratio, theme);
  }

  /** Writes whom to thank for the map into the lower left corner, beside the scale bar. */
  function credits(context, texts, ratio, theme) {
    if (!texts.length) return;
    context.save();
    context.font = `${10 * ratio}px system-ui, sans-serif`;
    context.textAlign = 'left';
    context.textBaseline = 'bottom';
    context.lineJoin = 'round';
    context.lineWidth = 3 * ratio;
    context.strokeStyle = theme.land;
    context.fillStyle = theme.muted;
    [context.strokeText, context.fillText].forEach((write) => {
      write.call(context, texts.join(' · '), 5 * ratio, context.canvas.height - 3 * ratio,
        context.canvas.width - 10 * ratio);
    });
    context.restore();
  }

  /** Returns a round length that fits 100 px at the middle of the view: {text, pixels}. */
  function scaleBar(view) {
    const ground = view.res * Math.cos(unproject(view.x, view.y)[1] * Math.PI / 180);
    const most = ground * 100;
    const power = Math.pow(10, Math.floor(Math.log10(most)));
    const length = power * (most / power >= 5 ? 5 : most / power >= 2 ? 2 : 1);
    const text = length >= 1000 ? `${FP.text.grouped(length / 1000)} km`
      : length >= 1 ? `${length} m` : `${Math.round(length * 100)} cm`;
    return { text, pixels: length / ground };
  }

  FP.mercator = {
    project, unproject,
    resolution(zoom) { return zoomZero / Math.pow(2, zoom); },
    zoom(resolution) { return Math.log2(zoomZero / resolution); },
    /** The scale's denominator at 96 dots per inch, as web maps count it. */
    scale(resolution) { return resolution * 96 / 0.0254; },
    resolutionAtScale(scale) { return scale * 0.0254 / 96; }
  };
  FP.backdrop = { draw, credits, scaleBar };
})();
