/*
 * Page elements made by scripts.
 *
 *   FP.element('p', 'note', host, 'No record is selected')    class, parent and text are optional
 */
(() => {
  'use strict';

  const FP = (window.FP ??= {});

  /** The text is always set as text, never as markup. */
  FP.element = (name, className, parent, text) => {
    const made = document.createElement(name);
    if (className) made.className = className;
    if (text !== undefined) made.textContent = text;
    if (parent) parent.appendChild(made);
    return made;
  };
})();
