/*
  * Page elements made by scripts.
  *
  *   FP.element('p', 'note', host, 'No record is selected')    class, parent and text are optional
 */
(function () {
  'use strict';

  var FP = (window.FP = window.FP || {});

  /** The text is always set as text, never as markup. */
  FP.element = function (name, className, parent, text) {
    var made = document.createElement(name);
    if (className) made.className = className;
    if (text !== undefined) made.textContent = text;
    if (parent) parent.appendChild(made);
    return made;
  };
})();
