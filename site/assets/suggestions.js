/*
 * Suggestions under a search field, as a list box that the keyboard walks with the arrow keys.
 *
 *   const suggestions = new FP.Suggestions(field, list, (text) => promise of the suggestions);
 *     a suggestion: {name, kind, count, symbol, choose()}    count and symbol may be missing
 *   suggestions.close()
 *
 * The focus stays in the field (ARIA Authoring Practices, combobox with list autocomplete).
 */
(() => {
  'use strict';

  const FP = (window.FP ??= {});
  const element = FP.element;

  class Suggestions {
    constructor(field, list, suggest) {
      this.field = field;
      this.list = list;
      this.suggest = suggest;
      this.shown = [];
      this.at = -1;
      this.turn = 0;
      field.addEventListener('input', () => { this.update(); });
      field.addEventListener('keydown', (event) => { this.key(event); });
      field.addEventListener('click', () => { if (!field.value) this.update(); });
      field.addEventListener('blur', () => { this.close(); });
      // A press must not take the focus from the field before it becomes a click.
      list.addEventListener('pointerdown', (event) => { event.preventDefault(); });
      list.addEventListener('mousedown', (event) => { event.preventDefault(); });
    }

    /** Asks for the suggestions of what is in the field now, and shows them. */
    update() {
      const turn = this.turn += 1;
      return this.suggest(this.field.value.trim()).then((found) => {
        if (turn === this.turn) this.show(found);
      });
    }

    show(found) {
      this.shown = found;
      this.at = -1;
      this.list.textContent = '';
      found.forEach((one, number) => {
        const row = element('li', 'suggestion', this.list);
        row.id = `suggestion-${number}`;
        row.setAttribute('role', 'option');
        row.setAttribute('aria-selected', 'false');
        const swatch = element('span', 'suggestion-swatch', row);
        if (one.symbol) swatch.appendChild(FP.swatch(one.symbol, 14));
        element('span', 'suggestion-name', row, one.name).dir = 'auto';
        element('span', 'suggestion-count', row, one.count ? FP.text.grouped(one.count) : '');
        element('span', 'suggestion-kind', row, one.kind).dir = 'auto';
        row.addEventListener('click', () => { this.choose(number); });
      });
      this.open(found.length > 0);
    }

    open(isOpen) {
      this.list.hidden = !isOpen;
      this.field.setAttribute('aria-expanded', String(isOpen));
      this.mark(-1);
    }

    close() {
      this.turn += 1;
      this.open(false);
    }

    choose(number) {
      this.close();
      this.shown[number].choose();
    }

    /** Marks a suggestion for the Enter key; -1: none. */
    mark(number) {
      this.at = number;
      Array.from(this.list.children).forEach((row, at) => {
        row.setAttribute('aria-selected', String(at === number));
      });
      if (number < 0) {
        this.field.removeAttribute('aria-activedescendant');
        return;
      }
      this.field.setAttribute('aria-activedescendant', `suggestion-${number}`);
      this.list.children[number].scrollIntoView({ block: 'nearest' });
    }

    key(event) {
      const isOpen = !this.list.hidden;
      if (event.key === 'Escape' && isOpen) {
        // The first Escape closes the list; another clears the field.
        event.preventDefault();
        this.close();
      } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
        event.preventDefault();
        if (isOpen) this.step(event.key === 'ArrowDown' ? 1 : -1);
        else this.update();
      } else if (event.key === 'Enter' && isOpen && this.at >= 0) {
        event.preventDefault();
        this.choose(this.at);
      }
    }

    /** Marks the next or previous suggestion. Between the last and the first, none is marked. */
    step(by) {
      const places = this.shown.length + 1;
      this.mark((this.at + 1 + by + places) % places - 1);
    }
  }

  FP.Suggestions = Suggestions;
})();
