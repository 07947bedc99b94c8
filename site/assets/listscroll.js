/*
 * How far a list is scrolled: in its own frame, or with the page, as styles have it on phones.
 *
 *   const scroll = new FP.ListScroll(host, onScroll);
 *   scroll.isOwn()      whether the list scrolls in its own frame
 *   scroll.top()        pixels of the list above what is visible
 *   scroll.height()     pixels of the list that can be visible
 *   scroll.to(top)      scroll.toStart()
 */
(() => {
  'use strict';

  const FP = (window.FP ??= {});

  class ListScroll {
    constructor(host, onScroll) {
      this.host = host;
      host.addEventListener('scroll', onScroll, { passive: true });
      window.addEventListener('scroll', () => { if (!this.isOwn()) onScroll(); }, { passive: true });
      window.addEventListener('resize', onScroll);
    }

    isOwn() { return getComputedStyle(this.host).overflowY !== 'visible'; }

    /** Where the list begins on the screen, below what stays at the top of a scrolled page. */
    start() {
      const above = this.host.previousElementSibling;
      const isSticky = above && getComputedStyle(above).position === 'sticky';
      return isSticky ? above.getBoundingClientRect().bottom : 0;
    }

    top() {
      if (this.isOwn()) return this.host.scrollTop;
      return Math.max(0, this.start() - this.host.getBoundingClientRect().top);
    }

    height() {
      return this.isOwn() ? this.host.clientHeight : Math.max(0, window.innerHeight - this.start());
    }

    to(top) {
      if (this.isOwn()) this.host.scrollTop = top;
      else window.scrollBy(0, top - this.top());
    }

    /** A page keeps its place: above the list, the reader may look at the map. */
    toStart() {
      if (this.isOwn()) this.host.scrollTop = 0;
      else if (this.top() > 0) this.to(0);
    }
  }

  FP.ListScroll = ListScroll;
})();
