/*
  * Photos in full size: a click on a photo opens a dialog, and arrows show the record's other photos.
 *
  *   FP.photos(element)     all `a.photo` in the element, now and later
 */
(function () {
  'use strict';

  var FP = (window.FP = window.FP || {});

  var element = FP.element;

  function button(parent, className, label, text, action) {
    var made = element('button', 'button ' + className, parent, text);
    made.type = 'button';
    made.setAttribute('aria-label', label);
    made.addEventListener('click', action);
    return made;
  }

  function Lightbox() {
    var box = this;
    this.dialog = element('dialog', 'lightbox', document.body);
    this.dialog.setAttribute('aria-label', 'Photo');
    this.image = element('img', '', this.dialog);
    this.caption = element('p', 'lightbox-caption', this.dialog);
    this.caption.setAttribute('role', 'status');
    var bar = element('div', 'lightbox-bar', this.dialog);
    this.back = button(bar, '', 'Previous photo', '←', function () { box.step(-1); });
    this.forth = button(bar, '', 'Next photo', '→', function () { box.step(1); });
    this.whole = element('a', 'button', bar, 'Open file');
    button(bar, 'main', 'Close', 'Close', function () { box.dialog.close(); });
    this.dialog.addEventListener('keydown', function (event) {
      if (event.key === 'ArrowLeft') box.step(-1);
      if (event.key === 'ArrowRight') box.step(1);
    });
    // A click beside the photo closes the dialog.
    this.dialog.addEventListener('click', function (event) {
      if (event.target === box.dialog) box.dialog.close();
    });
  }

  Lightbox.prototype.open = function (links, at) {
    this.links = links;
    this.show(at);
    this.dialog.showModal();
  };

  Lightbox.prototype.show = function (at) {
    var link = this.links[at], image = link.querySelector('img');
    this.at = at;
    this.image.src = link.href;
    this.image.alt = image.alt;
    this.whole.href = link.href;
    this.caption.textContent = image.alt +
      (this.links.length > 1 ? ' · ' + (at + 1) + ' of ' + this.links.length : '');
    this.back.hidden = this.forth.hidden = this.links.length < 2;
  };

  Lightbox.prototype.step = function (by) {
    this.show((this.at + by + this.links.length) % this.links.length);
  };

  FP.photos = function (host) {
    var box = null;
    host.addEventListener('click', function (event) {
      var link = event.target.closest('a.photo');
      if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
      event.preventDefault();
      box = box || new Lightbox();
      var links = Array.from(link.closest('.photos').querySelectorAll('a.photo'));
      box.open(links, links.indexOf(link));
    });
  };
})();
