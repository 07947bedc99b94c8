/*
 * Starts the map page and adds downloads of its selections.
 */
(() => {
  'use strict';

  const FP = (window.FP ??= {});

  function find(id) { return document.getElementById(id); }

  Object.assign(FP.MapPage.prototype, {
    /** The selections that can be downloaded besides whole layers. */
    selections() {
      const page = this, filters = this.filters, id = this.active.id, result = [];
      if (filters && filters.mask) {
        result.push({
          title: 'Filtered', name: 'filtered', count: filters.shown, indexes() {
            const indexes = new Uint32Array(filters.shown);
            let at = 0;
            for (let i = 0; i < filters.mask.length; i += 1) if (filters.mask[i]) indexes[at++] = i;
            return indexes;
          }
        });
      }
      result.push({
        title: 'In view', name: 'in-view', count: this.map.countInView(id),
        indexes() { return page.map.inView(id); }
      });
      return result;
    }
  });

  FP.data.meta().then((site) => {
    FP.page = new FP.MapPage(site);
  }, (error) => {
    const problem = find('map-problem');
    problem.textContent = error.message + FP.text.dataHint;
    problem.hidden = false;
    find('count').textContent = 'No data loaded';
  });
})();
