/*
 * Photos in full size: a click on a photo opens a dialog, and arrows show the record's other photos.
 *
 *   FP.photos(element)     all `a.photo` in the element, now and later
 */
(() => {
  'use strict';

  const FP = (window.FP ??= {});

  const element = FP.element;

  function button(parent, className, label, text, action) {
    const made = element('button', `button ${className}`, parent, text);
    made.type = 'button';
    made.setAttribute('aria-label', label);
    made.addEventListener('click', action);
    return made;
  }

  class Lightbox {
    constructor() {
      this.dialog = element('dialog', 'lightbox', document.body);
      this.image = element('img', '', this.dialog);
      this.caption = element('p', 'lightbox-caption', this.dialog);
      this.caption.setAttribute('role', 'status');
      this.caption.id = 'lightbox-caption';
      this.dialog.setAttribute('aria-labelledby', this.caption.id);
      const bar = element('div', 'lightbox-bar', this.dialog);
      this.back = button(bar, '', 'Previous photo', '←', () => { this.step(-1); });
      this.forth = button(bar, '', 'Next photo', '→', () => { this.step(1); });
      this.whole = element('a', 'button', bar, 'Open file');
      button(bar, 'main', 'Close', 'Close', () => { this.dialog.close(); });
      this.dialog.addEventListener('keydown', (event) => {
        if (event.key === 'ArrowLeft') this.step(-1);
        if (event.key === 'ArrowRight') this.step(1);
      });
      // A click beside the photo closes the dialog.
      this.dialog.addEventListener('click', (event) => {
        if (event.target === this.dialog) this.dialog.close();
      });
    }

    open(links, at) {
      this.links = links;
      this.show(at);
      this.dialog.showModal();
    }

    show(at) {
      const link = this.links[at], image = link.querySelector('img');
      this.at = at;
      this.image.src = link.href;
      this.image.alt = image.alt;
      this.whole.href = link.href;
      this.caption.textContent = image.alt +
        (this.links.length > 1 ? ` · ${at + 1} of ${this.links.length}` : '');
      this.back.hidden = this.forth.hidden = this.links.length < 2;
    }

    step(by) {
      this.show((this.at + by + this.links.length) % this.links.length);
    }
  }

  FP.photos = (host) => {
    let box = null;
    host.addEventListener('click', (event) => {
      const link = event.target.closest('a.photo');
      if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
      event.preventDefault();
      box = box || new Lightbox();
      const links = Array.from(link.closest('.photos').querySelectorAll('a.photo'));
      box.open(links, links.indexOf(link));
    });
  };
})();
