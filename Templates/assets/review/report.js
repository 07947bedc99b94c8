/*
 * The review on paper: the listed changes, in their order, with decisions and notes.
 *
 *   FP.reviewReport(host, review, decisions, indexes)   fills the host
 *   FP.reviewReport.empty(host)                         empties it
 */
(() => {
  'use strict';

  const FP = (window.FP ??= {});
  const element = FP.element;

  /** The maximum number of rows; more would delay the print dialog. */
  const maximumRows = 5000;

  function cell(row, text) { element('bdi', '', element('td', '', row), text); }

  function report(host, review, decisions, indexes) {
    host.textContent = '';
    const grouped = FP.text.grouped;
    element('h2', '', host, FP.counted(indexes.length, 'change') + (review.decides
      ? `, ${grouped(decisions.decided)} of ${grouped(review.changes.length)} decided` : ''));
    const table = element('table', 'report-table', host);
    const head = element('tr', '', element('thead', '', table));
    ['', 'Record', 'Change', 'Layer', 'Package'].concat(
      review.decides ? ['Decision', 'Note'] : []
    ).forEach((title) => {
      element('th', '', head, title);
    });
    const body = element('tbody', '', table);
    indexes.slice(0, maximumRows).forEach((index) => {
      const row = element('tr', '', body), change = review.changes[index];
      FP.changeMark(review.kind(index), element('td', '', row));
      cell(row, change.title);
      cell(row, change.subtitle);
      cell(row, review.layer(index).title);
      cell(row, review.package(index).name);
      if (!review.decides) return;
      cell(row, FP.decisionWords[decisions.status(index)]);
      cell(row, decisions.of(index).note);
    });
    if (indexes.length > maximumRows) {
      element('p', '', host, `and ${FP.text.grouped(indexes.length - maximumRows)} more`);
    }
    host.hidden = false;
  }

  report.empty = (host) => {
    host.hidden = true;
    host.textContent = '';
  };

  FP.reviewReport = report;
})();
