/*
  * The review on paper: the listed changes, in their order, with decisions and notes.
 *
  *   FP.reviewReport(host, review, decisions, indexes)   fills the host
  *   FP.reviewReport.empty(host)                         empties it
 */
(function () {
  'use strict';

  var FP = (window.FP = window.FP || {});
  var element = FP.element;

  /** The maximum number of rows; more would delay the print dialog. */
  var maximumRows = 5000;

  function cell(row, text) { element('bdi', '', element('td', '', row), text); }

  function report(host, review, decisions, indexes) {
    host.textContent = '';
    element('h2', '', host, FP.text.grouped(indexes.length) + (indexes.length === 1 ? ' change' : ' changes') + (review.decides
      ? ', ' + FP.text.grouped(decisions.decided) + ' of ' + FP.text.grouped(review.changes.length) + ' decided'
      : ''));
    var table = element('table', 'report-table', host);
    var head = element('tr', '', element('thead', '', table));
    ['', 'Record', 'Change', 'Layer', 'Package'].concat(
      review.decides ? ['Decision', 'Note'] : []
    ).forEach(function (title) {
      element('th', '', head, title);
    });
    var body = element('tbody', '', table);
    indexes.slice(0, maximumRows).forEach(function (index) {
      var row = element('tr', '', body), change = review.changes[index];
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
      element('p', '', host, 'and ' + FP.text.grouped(indexes.length - maximumRows) + ' more');
    }
    host.hidden = false;
  }

  report.empty = function (host) {
    host.hidden = true;
    host.textContent = '';
  };

  FP.reviewReport = report;
})();
