/*
 * Buttons that share a link: phones ask whom to send it to, other devices copy it.
 *
 *   FP.shareButton(host, className, label, () => ({ title, url }))
 *
 * The label is a text, or null for a sign.
 */
(() => {
  'use strict';

  const FP = (window.FP ??= {});

  /** How long a button says that it has copied. */
  const shown = 2500;

  const sign = '<svg width="18" height="18" viewBox="0 0 18 18" aria-hidden="true"><path ' +
    'd="M9 11V2M5.5 5L9 1.5L12.5 5M5 8H3v8h12V8h-2" fill="none" stroke="currentColor" ' +
    'stroke-width="1.6" stroke-linecap="round" stroke-linejoin="round"/></svg>';

  let heard = null;

  FP.shareButton = (host, className, label, given) => {
    const button = FP.element('button', className, host), said = FP.element('span', '', button);
    button.type = 'button';
    // Screen readers hear it here, because the button may have a name of its own.
    heard = heard || FP.element('p', 'unseen', document.body, '');
    heard.setAttribute('role', 'status');
    button.addEventListener('click', () => {
      const shared = given();
      if (isPhone() && navigator.share) {
        navigator.share(shared).catch(() => { /* The reader changed their mind. */ });
        return;
      }
      copied(shared.url).then((done) => {
        said.textContent = heard.textContent = done ? 'Copied' : 'Copy it from the address bar';
        button.classList.add('said');
        setTimeout(rest, shown);
      });
    });
    function rest() {
      button.classList.remove('said');
      heard.textContent = '';
      if (label) said.textContent = label;
      else said.innerHTML = sign;
    }
    rest();
    return button;
  };

  function isPhone() { return matchMedia('(pointer: coarse)').matches; }

  /** Copies a text; a promise of whether that worked. */
  function copied(text) {
    if (!navigator.clipboard) return Promise.resolve(copiedByField(text));
    return navigator.clipboard.writeText(text).then(() => true, () => copiedByField(text));
  }

  /** The older way to copy, for pages without https. */
  function copiedByField(text) {
    const active = document.activeElement, field = FP.element('textarea', 'unseen', document.body);
    field.value = text;
    field.select();
    const done = document.execCommand('copy');
    field.remove();
    active.focus({ preventScroll: true });
    return done;
  }
})();
