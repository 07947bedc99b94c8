/*
 * bookmarks.html: draws the area of each bookmark on its card.
 */
(() => {
  'use strict';

  const FP = window.FP;
  const cards = Array.from(document.querySelectorAll('.card-map'));
  if (!cards.length) return;
  FP.data.meta().then((site) => {
    const locator = new FP.Locator(site);
    cards.forEach((card) => {
      const extent = card.dataset.extent.trim().split(' ').map(Number);
      if (extent.length === 4) locator.extent(card, extent);
    });
  }).catch(() => {
    cards.forEach((card) => { card.hidden = true; });
  });
})();
