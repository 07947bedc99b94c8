/*
  * bookmarks.html: draws the area of each bookmark on its card.
 */
(function () {
  'use strict';

  var FP = window.FP;
  var cards = Array.from(document.querySelectorAll('.card-map'));
  if (!cards.length) return;
  FP.data.meta().then(function (site) {
    var locator = new FP.Locator(site);
    cards.forEach(function (card) {
      var extent = card.dataset.extent.trim().split(' ').map(Number);
      if (extent.length === 4) locator.extent(card, extent);
    });
  }).catch(function () {
    cards.forEach(function (card) { card.hidden = true; });
  });
})();
