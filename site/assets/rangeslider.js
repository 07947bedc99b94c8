/*
 * A slider with two thumbs, for a range of numbers or days (ARIA Authoring Practices, multi-thumb slider).
 *
 *   const slider = new FP.RangeSlider(host, { name, ends: {from, to}, scale, onMove({from, to}), onRest() });
 *     scale: {snapped(value, end), moved(value, end, steps), page, text(value)}    end: "from" or "to"
 *   slider.show({from, to})
 *
 * A press takes the nearer thumb. It moves once the pointer does, so that a thumb that scrolls the page
 * changes nothing. `onRest` comes when nothing has moved for a moment.
 */
(() => {
  'use strict';

  const FP = (window.FP ??= {});
  const element = FP.element;

  /** A press that moves less than this many pixels is a click. */
  const stillness = 3;
  /** The time without moves before the slider rests, in milliseconds. */
  const pause = 250;

  class RangeSlider {
    constructor(host, options) {
      this.options = options;
      this.now = { ...options.ends };
      this.track = element('div', 'slider', host);
      this.chosen = element('span', 'slider-chosen', this.track);
      this.thumbs = { from: this.thumb('from'), to: this.thumb('to') };
      this.track.addEventListener('pointerdown', (event) => { this.grasp(event); });
      this.show(this.now);
    }

    thumb(end) {
      const thumb = element('span', 'slider-thumb', this.track);
      thumb.tabIndex = 0;
      thumb.setAttribute('role', 'slider');
      thumb.setAttribute('aria-label', `${this.options.name}, ${end === 'from' ? 'start' : 'end'}`);
      thumb.addEventListener('keydown', (event) => { this.key(event, end); });
      return thumb;
    }

    /** The lowest and the highest value of a thumb: the thumbs don't pass each other. */
    bounds(end) {
      const { ends } = this.options;
      return end === 'from' ? [ends.from, this.now.to] : [this.now.from, ends.to];
    }

    show(range) {
      this.now = { ...range };
      ['from', 'to'].forEach((end) => {
        const thumb = this.thumbs[end], bounds = this.bounds(end), value = this.now[end];
        thumb.style.setProperty('--at', `${this.part(value) * 100}%`);
        // Links and fields can name values outside the data.
        thumb.setAttribute('aria-valuemin', Math.min(bounds[0], value));
        thumb.setAttribute('aria-valuemax', Math.max(bounds[1], value));
        thumb.setAttribute('aria-valuenow', value);
        thumb.setAttribute('aria-valuetext', this.options.scale.text(value));
      });
      this.chosen.style.setProperty('--at', `${this.part(this.now.from) * 100}%`);
      this.chosen.style.setProperty('--rest', `${(1 - this.part(this.now.to)) * 100}%`);
    }

    /** Where a value is, from 0 to 1. */
    part(value) {
      const { from, to } = this.options.ends;
      return Math.max(0, Math.min(1, (value - from) / (to - from)));
    }

    move(end, value) {
      const bounds = this.bounds(end), kept = Math.max(bounds[0], Math.min(bounds[1], value));
      if (kept === this.now[end]) return;
      this.show({ ...this.now, [end]: kept });
      this.options.onMove(this.now);
      clearTimeout(this.timer);
      this.timer = setTimeout(() => { this.options.onRest(); }, pause);
    }

    isMirrored() { return getComputedStyle(this.track).direction === 'rtl'; }

    key(event, end) {
      const { scale } = this.options, value = this.now[end], ahead = this.isMirrored() ? -1 : 1;
      const steps = {
        ArrowRight: ahead, ArrowLeft: -ahead, ArrowUp: 1, ArrowDown: -1, PageUp: scale.page, PageDown: -scale.page
      }[event.key];
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (steps) this.move(end, scale.moved(value, end, steps));
      else if (event.key === 'Home') this.move(end, -Infinity);
      else if (event.key === 'End') this.move(end, Infinity);
      else return;
      event.preventDefault();
    }

    // Pointers

    /** The part of the track at a position in the window, from 0 to 1. */
    partAt(x) {
      const box = this.track.getBoundingClientRect(), part = (x - box.left) / box.width;
      return this.isMirrored() ? 1 - part : part;
    }

    grasp(event) {
      if (event.button > 0) return;
      // A mouse would select text.
      event.preventDefault();
      const track = this.track, start = event.clientX, at = this.partAt(start);
      const away = { from: at - this.part(this.now.from), to: at - this.part(this.now.to) };
      const isTie = Math.abs(away.from) === Math.abs(away.to);
      let end = isTie ? null : Math.abs(away.from) < Math.abs(away.to) ? 'from' : 'to';
      if (isTie && away.from) end = away.from < 0 ? 'from' : 'to';
      const reach = this.thumbs.from.offsetWidth / 2 / track.offsetWidth;
      let isMoving = false;
      const move = (event) => {
        if (!isMoving && Math.abs(event.clientX - start) < stillness) return;
        isMoving = true;
        const now = this.partAt(event.clientX);
        // Of two thumbs at one place, the direction says which is meant.
        end = end || (now < at ? 'from' : 'to');
        this.hold(end, now - (Math.abs(away[end]) <= reach ? away[end] : 0));
      };
      const finish = (event) => {
        track.removeEventListener('pointermove', move);
        track.removeEventListener('pointerup', finish);
        track.removeEventListener('pointercancel', finish);
        if (isMoving || event.type !== 'pointerup') return;
        end = end || 'to';
        this.thumbs[end].focus({ preventScroll: true });
        if (Math.abs(away[end]) > reach) this.hold(end, at);
      };
      track.setPointerCapture(event.pointerId);
      track.addEventListener('pointermove', move);
      track.addEventListener('pointerup', finish);
      track.addEventListener('pointercancel', finish);
    }

    /** Moves a thumb to a part of the track. At an end of the track, it has that end's value. */
    hold(end, part) {
      const { ends, scale } = this.options;
      this.thumbs[end].focus({ preventScroll: true });
      const value = ends.from + part * (ends.to - ends.from);
      this.move(end, part <= 0 || part >= 1 ? value : scale.snapped(value, end));
    }
  }

  FP.RangeSlider = RangeSlider;
})();
