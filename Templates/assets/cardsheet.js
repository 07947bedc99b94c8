/*
 * The card as a sheet on phones. It lies over the lower part of the page, and the thumb drags it
 * between three stops: its title, half of the screen, and all of it. Styles show it as a sheet only
 * on narrow screens.
 *
 *   const sheet = new FP.CardSheet(host, {close(), onRest()});     host: the card
 *   sheet.top()        an element for the card's title, by which the sheet is dragged
 *   sheet.open()       shows the sheet, at its middle stop if it was closed
 *   sheet.closed()     forgets where it was
 */
(() => {
  'use strict';

  const FP = (window.FP ??= {});
  const stops = ['low', 'middle', 'high'];

  /** A drag of this many pixels below the lowest stop closes the sheet. */
  const closing = 48;
  /** A press that moves less than this is a click. */
  const stillness = 5;
  /** What else is at the top. */
  const others = 'button:not(.card-handle), a';

  class CardSheet {
    constructor(host, actions) {
      this.host = host;
      this.actions = actions;
      this.stop = null;
      window.addEventListener('resize', () => { if (this.stop) this.rest(this.stop); });
      // The keyboard reaches what the lowest stop hides.
      host.addEventListener('focusin', (event) => {
        if (this.stop === 'low' && !event.target.closest('.card-top')) this.rest('middle');
      });
    }

    top() {
      const top = FP.element('div', 'card-top', this.host);
      this.handle = FP.element('button', 'card-handle', top);
      this.handle.type = 'button';
      // The browser says that `top` was clicked, because that has captured the pointer. A click
      // without a pointer comes from a key.
      top.addEventListener('click', (event) => {
        if (event.detail && this.dragged || !this.isSheet() || event.target.closest(others)) return;
        this.rest(this.stop === 'middle' ? 'high' : 'middle');
      });
      top.addEventListener('pointerdown', (event) => { this.grasp(event, top); });
      // A mouse would select text, and drag that instead.
      ['mousedown', 'dragstart'].forEach((name) => {
        top.addEventListener(name, (event) => { if (this.isSheet()) event.preventDefault(); });
      });
      return top;
    }

    open() { this.rest(this.stop || 'middle'); }

    closed() { this.stop = null; }

    /** The height of a stop in pixels. */
    height(stop) {
      if (stop === 'high') return window.innerHeight - 42;
      if (stop === 'middle') return Math.round(window.innerHeight * 0.46);
      const last = this.host.querySelector('.card-subtitle') || this.host.querySelector('.card-top');
      return last ? last.offsetTop + last.offsetHeight + 11 : 96;
    }

    rest(stop) {
      this.stop = stop;
      this.size(this.height(stop));
      this.handle.setAttribute('aria-label', stop === 'high' ? 'Make the card smaller' : 'Make the card larger');
      this.handle.setAttribute('aria-expanded', String(stop === 'high'));
      this.actions.onRest();
    }

    isSheet() { return getComputedStyle(this.host).position === 'fixed'; }

    size(height) { this.host.style.setProperty('--sheet', `${height}px`); }

    grasp(event, top) {
      this.dragged = false;
      if (event.button > 0 || !this.isSheet()) return;
      if (event.target.closest(others)) return;
      const from = event.clientY, height = this.host.offsetHeight;
      const move = (event) => {
        const by = from - event.clientY;
        if (!this.dragged && Math.abs(by) < stillness) return;
        this.dragged = true;
        this.host.classList.add('dragged');
        this.size(Math.min(this.height('high'), height + by));
      };
      const end = (event) => {
        top.removeEventListener('pointermove', move);
        top.removeEventListener('pointerup', end);
        top.removeEventListener('pointercancel', end);
        this.host.classList.remove('dragged');
        if (this.dragged) this.settle(height + from - event.clientY);
      };
      top.setPointerCapture(event.pointerId);
      top.addEventListener('pointermove', move);
      top.addEventListener('pointerup', end);
      top.addEventListener('pointercancel', end);
    }

    /** Goes to the nearest stop. */
    settle(height) {
      if (height < this.height('low') - closing) {
        this.actions.close();
        return;
      }
      const away = stops.map((stop) => Math.abs(this.height(stop) - height));
      this.rest(stops[away.indexOf(Math.min(...away))]);
    }
  }

  FP.CardSheet = CardSheet;
})();
