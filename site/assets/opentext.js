/*
 * The whole text of a table's cell that is cut, in a panel above the table. It has the focus until the
 * reader goes elsewhere; Escape, Enter and a click close it.
 *
 *   const text = new FP.OpenText(host);       host: what scrolls
 *   text.show(button, label, headHeight)      the text of a button in a cell; label: the column's
 *   text.close()
 */
(() => {
  'use strict';

  const FP = (window.FP ??= {});

  /** The width of the panel, and its distance from the edges, in pixels. */
  const preferred = 420;
  const space = 8;

  class OpenText {
    constructor(host) {
      this.host = host;
      this.panel = null;
      // Some browsers on phones keep the focus when a finger touches another place.
      document.addEventListener('pointerdown', (event) => {
        if (this.panel && !this.panel.contains(event.target)) this.close();
      });
    }

    show(button, label, headHeight) {
      this.close();
      const panel = FP.element('div', 'grid-open', this.host, button.textContent);
      panel.tabIndex = 0;
      panel.setAttribute('role', 'group');
      panel.setAttribute('aria-label', label);
      this.panel = panel;
      this.button = button;
      button.setAttribute('aria-expanded', 'true');
      this.place(button.closest('td'), headHeight);
      panel.addEventListener('keydown', (event) => {
        if (event.key !== 'Escape' && event.key !== 'Enter') return;
        event.preventDefault();
        this.close();
        (button.isConnected ? button : this.host).focus();
      });
      panel.addEventListener('focusout', () => { this.close(); });
      // A click closes it, unless it selects a part of the text.
      panel.addEventListener('click', () => { if (getSelection().isCollapsed) this.close(); });
      panel.focus({ preventScroll: true });
    }

    /** Places the panel over its cell, inside the visible part of the table. */
    place(cell, headHeight) {
      const host = this.host, style = this.panel.style;
      const width = Math.min(Math.max(cell.offsetWidth, preferred), host.clientWidth - 2 * space);
      style.width = `${width}px`;
      style.maxHeight = `${host.clientHeight - headHeight - 2 * space}px`;
      const left = Math.min(cell.offsetLeft, host.scrollLeft + host.clientWidth - width - space);
      style.left = `${Math.max(left, host.scrollLeft + space)}px`;
      const lowest = host.scrollTop + host.clientHeight - this.panel.offsetHeight - space;
      const top = Math.min(cell.parentNode.offsetTop, lowest);
      style.top = `${Math.max(top, host.scrollTop + headHeight + space)}px`;
    }

    close() {
      if (!this.panel) return;
      const panel = this.panel;
      // Removing the panel moves the focus, which closes it, too.
      this.panel = null;
      panel.remove();
      this.button.setAttribute('aria-expanded', 'false');
    }
  }

  FP.OpenText = OpenText;
})();
