/*
  * One change: what happened, each field with its three values, and the choices.
 *
 *   var panel = new FP.ChangePanel(host, review, decisions, {step(by), zoom(index), decide(choice)});
 *   panel.show(index, detail, position, total)
 *   panel.refresh()      after a decision
 */
(function () {
  'use strict';

  var FP = (window.FP = window.FP || {});
  var element = FP.element;
  var grouped = FP.text.grouped;

  function Panel(host, review, decisions, actions) {
    this.host = host;
    this.review = review;
    this.decisions = decisions;
    this.actions = actions;
    this.index = null;
  }

  Panel.prototype.clear = function (text) {
    this.index = null;
    this.host.textContent = '';
    element('p', 'loading', this.host, text);
  };

  Panel.prototype.show = function (index, detail, position, total) {
    var change = this.review.changes[index];
    this.index = index;
    this.detail = detail;
    this.radios = [];
    this.host.textContent = '';
    this.host.scrollTop = 0;
    this.addHead(change, index, position, total);
    this.addWords(detail);
    this.addTable(change, detail);
    if (detail.photos) this.addPhotos(detail.photos.items);
    if (this.review.decides) this.addButtons();
    this.addZoom();
    if (this.review.decides) this.addNote();
    this.refresh();
  };

  // Words

  /** A text from the data, isolated so that its direction does not affect its surroundings. */
  function text(name, className, parent, words) {
    var made = element(name, className, parent);
    element('bdi', '', made, words);
    return made;
  }

  Panel.prototype.addHead = function (change, index, position, total) {
    var panel = this, layer = this.review.layer(index), several = this.review.packages.length > 1;
    var steps = element('div', 'change-steps', this.host);
    var words = layer.title + (several ? ' \u00b7 ' + this.review.package(index).name : '') +
      (position >= 0 ? ' \u00b7 ' + grouped(position + 1) + ' of ' + grouped(total) : '');
    text('p', 'change-where', steps, words);
    [['Previous', -1, '\u2191'], ['Next', 1, '\u2193']].forEach(function (step) {
      var button = element('button', 'change-step', steps, step[2]);
      button.type = 'button';
      button.title = step[0];
      button.setAttribute('aria-label', step[0] + ' change');
      button.addEventListener('click', function () { panel.actions.step(step[1]); });
    });
    var head = element('h2', 'change-title', this.host);
    FP.changeMark(this.review.kind(index), head);
    element('bdi', '', head, change.title);
  };

  Panel.prototype.addWords = function (detail) {
    var host = this.host;
    if (detail.story) text('p', 'change-story', host, detail.story);
    if (!detail.notes.length) return;
    var list = element('ul', 'change-issues', host);
    detail.notes.forEach(function (note) { text('li', '', list, note); });
  };

  // The table

  Panel.prototype.addTable = function (change, detail) {
    if (!detail.fields.length && !detail.photos) return;
    var panel = this, name = this.review.package(this.index).name;
    var table = element('table', 'change-fields', this.host);
    element('caption', 'unseen', table, 'Changed fields');
    var head = element('tr', '', element('thead', '', table));
    this.titles().forEach(function (title) {
      var cell = element('th', '', head, title);
      cell.scope = 'col';
      if (title === 'Field crew' && name && name !== title) text('span', 'change-crew', cell, name);
    });
    var body = element('tbody', '', table);
    detail.fields.forEach(function (field, row) { panel.addField(body, change, field, row); });
    if (detail.photos) this.addCounts(body, detail.photos);
  };

  /** The columns. Without a merge there is no office column. */
  Panel.prototype.titles = function () {
    return ['Field', 'As issued'].concat(this.review.decides ? ['Office'] : [], ['Field crew']);
  };

  /** The tints of the cells as issued, office, field crew. */
  var tints = {
    conflict: ['both', 'both', 'both'], taken: ['old', '', 'new'], kept: ['old', 'new', ''],
    same: ['old', 'new', 'new'], refused: ['', '', 'refused']
  };

  Panel.prototype.addField = function (body, change, field, row) {
    var whole = field.field === null, layer = this.review.layer(this.index);
    var title = whole ? 'Record' : layer.fields[field.field].title;
    var line = element('tr', field.state, body), tint = tints[field.state] || ['', '', ''];
    text('th', '', line, title).scope = 'row';
    var decides = this.review.decides;
    var cells = tint.map(function (name, column) {
      if (column === 1 && !decides) return null;
      return element('td', change.action === 'updated' || column > 0 && name === 'both' ? name : '', line);
    });
    value(cells[0], field.base);
    // If a side added or deleted the record, it is decided as a whole.
    var isWhole = this.detail.fields.some(function (each) { return each.field === null; });
    var canChoose = decides && !isWhole && (field.state === 'conflict' ||
      field.state === 'taken' && change.action === 'updated');
    var kept = change.action === 'updated' && field.state === 'taken';
    var left = change.action === 'updated' && field.state === 'kept';
    if (cells[1]) this.side(cells[1], 'current', title, row, kept ? undefined : field.current, field.currentBy, canChoose);
    var sides = canChoose && field.sides || [];
    if (sides.length) this.addSides(cells[2], sides, title, row);
    else this.side(cells[2], 'returned', title, row, left ? undefined : field.returned, field.returnedBy, canChoose);
    if (field.message && !sides.length) text('p', 'change-message', cells[2], field.message);
    var other = canChoose && field.state === 'conflict' ? this.addOther(cells[2], title, row) : null;
    if (canChoose) {
      this.radios.push({
        name: layer.fields[field.field].name, inputs: line.querySelectorAll('input[type="radio"]'),
        field: field, other: other, last: sides.length ? this.sideChoice(sides[sides.length - 1]) : 'returned'
      });
    }
  };

  /** Adds a side's value, with a radio button if there is a choice; undefined means unchanged. */
  Panel.prototype.side = function (cell, choice, title, row, shown, by, canChoose, name) {
    var panel = this, host = cell;
    if (canChoose) {
      host = element('label', 'change-choice', cell);
      var input = element('input', '', host);
      input.type = 'radio';
      input.name = 'field-' + row;
      input.value = choice;
      input.addEventListener('change', function () { panel.chosen(row, choice); });
    }
    value(host, shown);
    if (canChoose) {
      element('span', 'unseen', host, ', ' + (name ? name + ': ' : choice === 'current' ? 'the office\u2019s ' : 'the field crew\u2019s ') + title);
    }
    if (by && shown !== undefined) text('p', 'change-by', cell, by);
  };

  Panel.prototype.sideChoice = function (side) {
    return 'package:' + this.review.packages[side.package].name;
  };

  /** Adds the values that several crews entered, with their names. */
  Panel.prototype.addSides = function (cell, sides, title, row) {
    var panel = this;
    sides.forEach(function (side) {
      var name = panel.review.packages[side.package].name;
      var by = side.by && side.by.indexOf(name) === 0 ? side.by : name + (side.by ? ', ' + side.by : '');
      panel.side(cell, panel.sideChoice(side), title, row, side.value, by, true, name);
    });
  };

  /** Adds a field for another value. The merge checks it by the rules of the field. */
  Panel.prototype.addOther = function (cell, title, row) {
    var panel = this, box = element('div', 'change-choice', cell);
    var radio = element('input', '', box), field = element('input', 'change-other', box);
    radio.type = 'radio';
    radio.name = 'field-' + row;
    radio.value = 'value:';
    radio.setAttribute('aria-label', 'another value of ' + title);
    field.type = 'text';
    field.dir = 'auto';
    field.placeholder = 'Another value';
    field.setAttribute('aria-label', 'Another value of ' + title);
    radio.addEventListener('change', function () { field.focus(); });
    field.addEventListener('input', function () {
      if (field.value) panel.chosen(row, 'value:' + field.value);
    });
    return field;
  };

  function value(host, shown) {
    if (shown === undefined) element('span', 'none', host, 'unchanged');
    else if (shown === null) element('span', 'none', host, '\u2013');
    else if (shown === '') element('span', 'none', host, 'empty');
    else element('bdi', 'value', host, shown);
  }

  Panel.prototype.chosen = function (row, choice) {
    var field = this.detail.fields[row];
    this.decisions.chooseField(this.index, this.review.fieldName(this.index, field.field), choice);
  };

  Panel.prototype.addCounts = function (body, photos) {
    var line = element('tr', '', body);
    element('th', '', line, 'Attachments').scope = 'row';
    value(element('td', '', line), photos.base);
    if (this.review.decides) value(element('td', '', line), photos.current === null ? undefined : photos.current);
    var crew = element('td', photos.returned === null ? '' : 'new', line);
    value(crew, photos.returned === null ? undefined : photos.returned);
  };

  Panel.prototype.addPhotos = function (items) {
    if (!items.length) return;
    var list = element('ul', 'change-photos', this.host);
    items.forEach(function (photo) {
      var item = element('li', '', list), host = item;
      // Only load pictures from the page's own folder.
      if (photo.src && photo.src.indexOf('photos/') === 0) {
        host = element('a', '', item);
        host.href = photo.src;
        host.target = '_blank';
        host.rel = 'noopener';
        var image = element('img', '', host);
        image.loading = 'lazy';
        image.alt = '';
        image.src = photo.src;
      }
      text('span', 'change-photo-name', host, photo.name);
      if (photo.note) text('span', 'change-by', item, photo.note);
    });
  };

  // Choices

  Panel.prototype.addButtons = function () {
    var panel = this, box = element('div', 'change-buttons', this.host);
    box.setAttribute('role', 'group');
    box.setAttribute('aria-label', 'Decision');
    this.buttons = [
      ['returned', 'Use field crew\u2019s', 'F'], ['current', 'Use office\u2019s', 'O'], ['skip', 'Skip', 'S']
    ].map(function (each) {
      var button = element('button', 'button' + (each[0] === 'returned' ? ' main' : ''), box, each[1] + ' ');
      button.type = 'button';
      element('kbd', '', button, each[2]);
      button.addEventListener('click', function () { panel.actions.decide(each[0]); });
      return { choice: each[0], button: button };
    });
    this.said = element('p', 'change-said', this.host);
    this.said.setAttribute('role', 'status');
  };

  Panel.prototype.addZoom = function () {
    var panel = this;
    var more = element('p', 'change-more', this.host);
    this.zoom = element('button', 'plain', more, 'Zoom to this change');
    this.zoom.type = 'button';
    this.zoom.addEventListener('click', function () { panel.actions.zoom(panel.index); });
  };

  Panel.prototype.addNote = function () {
    var panel = this, label = element('label', 'change-note', this.host, 'Note on this decision');
    var field = element('textarea', '', label);
    field.rows = 2;
    field.dir = 'auto';
    field.value = this.decisions.of(this.index).note;
    field.addEventListener('input', function () { panel.decisions.setNote(panel.index, field.value); });
  };

  var sentences = {
    decide: 'Not decided yet. The merge uses {0}.', accepted: 'Accepted as merged.',
    returned: 'You chose the field crew\u2019s version.', current: 'You chose the office\u2019s version.',
    mixed: 'You decided field by field.', skip: 'Skipped. The merge uses {0}.',
    crew: 'Decided for the whole crew.'
  };
  var resolutions = {
    returned: 'the field crew\u2019s version', current: 'the office\u2019s version',
    restored: 'the restored record'
  };

  /** Shows the current decision. */
  Panel.prototype.refresh = function () {
    if (this.index === null) return;
    var entry = this.decisions.of(this.index), status = this.decisions.status(this.index);
    this.radios.forEach(function (row) {
      var own = entry.fields[row.name] || (entry.choice === 'skip' ? null : entry.choice) ||
        (row.field.state === 'taken' ? 'returned' : null);
      if (own === 'returned') own = row.last;
      var typed = own && own.indexOf('value:') === 0;
      row.inputs.forEach(function (input) {
        input.checked = input.value === own || Boolean(typed) && input.value === 'value:';
      });
      if (row.other && document.activeElement !== row.other) row.other.value = typed ? own.slice(6) : '';
    });
    if (!this.review.decides) return;
    this.buttons.forEach(function (each) {
      each.button.setAttribute('aria-pressed', String(status === each.choice));
    });
    this.said.textContent = sentences[status].replace('{0}', resolutions[this.detail.resolution] || 'both versions');
  };

  FP.ChangePanel = Panel;
})();
