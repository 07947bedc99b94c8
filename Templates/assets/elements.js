/*
 * Elements of pages, made by scripts.
 *
 *   FP.element('p', 'note', host, 'Nothing is selected')    class, parent and text may be left out
 */
(function () {
  'use strict';

  var FP = (window.FP = window.FP || {});

  /** Text is always text: no markup comes through here. */
  FP.element = function (name, className, parent, text) {
    var made = document.createElement(name);
    if (className) made.className = className;
    if (text !== undefined) made.textContent = text;
    if (parent) parent.appendChild(made);
    return made;
  };
})();
