/*
  * Starts the map page and adds downloads of its selections.
 */
(function () {
  'use strict';

  var FP = (window.FP = window.FP || {});

  function find(id) { return document.getElementById(id); }

  /** The selections that can be downloaded besides whole layers. */
  FP.MapPage.prototype.selections = function () {
    var page = this, filters = this.filters, id = this.active.id, result = [];
    if (filters && filters.mask) {
      result.push({
        title: 'Filtered', name: 'filtered', count: filters.shown, indexes: function () {
          var indexes = new Uint32Array(filters.shown), at = 0;
          for (var i = 0; i < filters.mask.length; i += 1) if (filters.mask[i]) indexes[at++] = i;
          return indexes;
        }
      });
    }
    result.push({
      title: 'In view', name: 'in-view', count: this.map.countInView(id),
      indexes: function () { return page.map.inView(id); }
    });
    return result;
  };

  FP.data.meta().then(function (site) {
    FP.page = new FP.MapPage(site);
  }, function (error) {
    var problem = find('map-problem');
    problem.textContent = error.message + FP.text.dataHint;
    problem.hidden = false;
    find('count').textContent = 'No data loaded';
  });
})();
