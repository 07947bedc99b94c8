/*
 * Starts the review page.
 */
(() => {
  'use strict';

  const FP = (window.FP ??= {});

  if (FP.reviewContent) {
    FP.reviewPage = new FP.ReviewPage(new FP.Review(FP.reviewContent));
  } else {
    document.getElementById('waiting').textContent = `data/review.js is missing${FP.text.dataHint}`;
  }
})();
