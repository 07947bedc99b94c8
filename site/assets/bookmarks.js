/*
 * bookmarks.html: draws the area of each bookmark on its card. In the dark theme, it draws each again in
 * light colors, for paper: when the browser prints, there is no time for it.
 */
(() => {
  'use strict';

  const FP = window.FP;
  const cards = Array.from(document.querySelectorAll('.card-map'));
  if (!cards.length) return;

  function draw(locator, canvases) {
    canvases.forEach((canvas) => {
      const extent = canvas.dataset.extent.trim().split(' ').map(Number);
      if (extent.length === 4) locator.extent(canvas, extent);
    });
  }

  FP.data.meta().then((site) => {
    draw(new FP.Locator(site), cards);
    if (!matchMedia('(prefers-color-scheme: dark)').matches) return;
    draw(new FP.Locator(site, { paper: true }), cards.map((card) => {
      const light = card.cloneNode();
      light.classList.add('on-paper');
      card.after(light);
      return light;
    }));
  }).catch(() => {
    cards.forEach((card) => { card.hidden = true; });
  });
})();
