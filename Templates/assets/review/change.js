/*
 * One change: what happened, each field with its three values, and the choices.
 *
 *   const panel = new FP.ChangePanel(host, review, decisions, {step(by), zoom(index), decide(choice)});
 *   panel.show(index, detail, position, total)
 *   panel.refresh()      after a decision
 */
(() => {
  'use strict';

  const FP = (window.FP ??= {});
  const element = FP.element;
  const grouped = FP.text.grouped;

  /** The tints of the cells as issued, office, field crew. */
  const tints = {
    conflict: ['both', 'both', 'both'], taken: ['old', '', 'new'], kept: ['old', 'new', ''],
    same: ['old', 'new', 'new'], refused: ['', '', 'refused']
  };

  const sentences = {
    decide: 'Not decided yet. The merge uses {0}.', accepted: 'Accepted as merged.',
    returned: 'You chose the field crew\u2019s version.', current: 'You chose the office\u2019s version.',
    mixed: 'You decided field by field.', skip: 'Skipped. The merge uses {0}.',
    crew: 'Decided for the whole crew.'
  };

  const resolutions = {
    returned: 'the field crew\u2019s version', current: 'the office\u2019s version',
    restored: 'the restored record'
  };

  class Panel {
    constructor(host, review, decisions, actions) {
      this.host = host;
      this.review = review;
      this.decisions = decisions;
      this.actions = actions;
      this.index = null;
    }

    clear(text) {
      this.index = null;
      this.host.textContent = '';
      element('p', 'loading', this.host, text);
    }

    show(index, detail, position, total) {
      const change = this.review.changes[index];
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
    }

    addHead(change, index, position, total) {
      const layer = this.review.layer(index), several = this.review.packages.length > 1;
      const steps = element('div', 'change-steps', this.host);
      const words = layer.title + (several ? ` \u00b7 ${this.review.package(index).name}` : '') +
        (position >= 0 ? ` \u00b7 ${grouped(position + 1)} of ${grouped(total)}` : '');
      text('p', 'change-where', steps, words);
      [['Previous', -1, '\u2191'], ['Next', 1, '\u2193']].forEach((step) => {
        const button = element('button', 'change-step', steps, step[2]);
        button.type = 'button';
        button.title = step[0];
        button.setAttribute('aria-label', `${step[0]} change`);
        button.addEventListener('click', () => { this.actions.step(step[1]); });
      });
      const head = element('h2', 'change-title', this.host);
      FP.changeMark(this.review.kind(index), head);
      element('bdi', '', head, change.title);
    }

    addWords(detail) {
      const host = this.host;
      if (detail.story) text('p', 'change-story', host, detail.story);
      if (!detail.notes.length) return;
      const list = element('ul', 'change-issues', host);
      detail.notes.forEach((note) => { text('li', '', list, note); });
    }

    // The table

    addTable(change, detail) {
      if (!detail.fields.length && !detail.photos) return;
      const name = this.review.package(this.index).name;
      const table = element('table', 'change-fields', this.host);
      element('caption', 'unseen', table, 'Changed fields');
      const head = element('tr', '', element('thead', '', table));
      this.titles().forEach((title) => {
        const cell = element('th', '', head, title);
        cell.scope = 'col';
        if (title === 'Field crew' && name && name !== title) text('span', 'change-crew', cell, name);
      });
      const body = element('tbody', '', table);
      detail.fields.forEach((field, row) => { this.addField(body, change, field, row); });
      if (detail.photos) this.addCounts(body, detail.photos);
    }

    /** The columns. Without a merge there is no office column. */
    titles() {
      return ['Field', 'As issued'].concat(this.review.decides ? ['Office'] : [], ['Field crew']);
    }

    addField(body, change, field, row) {
      const whole = field.field === null, layer = this.review.layer(this.index);
      const title = whole ? 'Record' : layer.fields[field.field].title;
      const line = element('tr', field.state, body), tint = tints[field.state] || ['', '', ''];
      text('th', '', line, title).scope = 'row';
      const decides = this.review.decides;
      const cells = tint.map((name, column) => {
        if (column === 1 && !decides) return null;
        return element('td', change.action === 'updated' || column > 0 && name === 'both' ? name : '', line);
      });
      value(cells[0], field.base);
      // If a side added or deleted the record, it is decided as a whole.
      const isWhole = this.detail.fields.some((each) => each.field === null);
      const canChoose = decides && !isWhole && (field.state === 'conflict' ||
        field.state === 'taken' && change.action === 'updated');
      const kept = change.action === 'updated' && field.state === 'taken';
      const left = change.action === 'updated' && field.state === 'kept';
      if (cells[1]) {
        const shown = kept ? undefined : field.current;
        this.side(cells[1], 'current', title, row, shown, field.currentBy, canChoose);
      }
      const sides = canChoose && field.sides || [];
      if (sides.length) {
        this.addSides(cells[2], sides, title, row);
      } else {
        const shown = left ? undefined : field.returned;
        this.side(cells[2], 'returned', title, row, shown, field.returnedBy, canChoose);
      }
      if (field.message && !sides.length) text('p', 'change-message', cells[2], field.message);
      const other = canChoose && field.state === 'conflict' ? this.addOther(cells[2], title, row) : null;
      if (canChoose) {
        this.radios.push({
          name: layer.fields[field.field].name, inputs: line.querySelectorAll('input[type="radio"]'),
          field, other, last: sides.length ? this.sideChoice(sides[sides.length - 1]) : 'returned'
        });
      }
    }

    /** Adds a side's value, with a radio button if there is a choice; undefined means unchanged. */
    side(cell, choice, title, row, shown, by, canChoose, name) {
      let host = cell;
      if (canChoose) {
        host = element('label', 'change-choice', cell);
        const input = element('input', '', host);
        input.type = 'radio';
        input.name = `field-${row}`;
        input.value = choice;
        input.addEventListener('change', () => { this.chosen(row, choice); });
      }
      value(host, shown);
      if (canChoose) {
        const owner = name ? `${name}: ` : choice === 'current'
          ? 'the office\u2019s ' : 'the field crew\u2019s ';
        element('span', 'unseen', host, `, ${owner}${title}`);
      }
      if (by && shown !== undefined) text('p', 'change-by', cell, by);
    }

    sideChoice(side) {
      return `package:${this.review.packages[side.package].name}`;
    }

    /** Adds the values that several crews entered, with their names. */
    addSides(cell, sides, title, row) {
      sides.forEach((side) => {
        const name = this.review.packages[side.package].name;
        const by = side.by && side.by.startsWith(name) ? side.by : name + (side.by ? `, ${side.by}` : '');
        this.side(cell, this.sideChoice(side), title, row, side.value, by, true, name);
      });
    }

    /** Adds a field for another value. The merge checks it by the rules of the field. */
    addOther(cell, title, row) {
      const box = element('div', 'change-choice', cell);
      const radio = element('input', '', box), field = element('input', 'change-other', box);
      radio.type = 'radio';
      radio.name = `field-${row}`;
      radio.value = 'value:';
      radio.setAttribute('aria-label', `another value of ${title}`);
      field.type = 'text';
      field.dir = 'auto';
      field.placeholder = 'Another value';
      field.setAttribute('aria-label', `Another value of ${title}`);
      radio.addEventListener('change', () => { field.focus(); });
      field.addEventListener('input', () => {
        if (field.value) this.chosen(row, `value:${field.value}`);
      });
      return field;
    }

    chosen(row, choice) {
      const field = this.detail.fields[row];
      this.decisions.chooseField(this.index, this.review.fieldName(this.index, field.field), choice);
    }

    addCounts(body, photos) {
      const line = element('tr', '', body);
      element('th', '', line, 'Attachments').scope = 'row';
      value(element('td', '', line), photos.base);
      if (this.review.decides) value(element('td', '', line), photos.current ?? undefined);
      const crew = element('td', photos.returned === null ? '' : 'new', line);
      value(crew, photos.returned === null ? undefined : photos.returned);
    }

    addPhotos(items) {
      if (!items.length) return;
      const list = element('ul', 'change-photos', this.host);
      items.forEach((photo) => {
        const item = element('li', '', list);
        let host = item;
        // Only load pictures from the page's own folder.
        if (photo.src && photo.src.startsWith('photos/')) {
          host = element('a', '', item);
          host.href = photo.src;
          host.target = '_blank';
          host.rel = 'noopener';
          const image = element('img', '', host);
          image.loading = 'lazy';
          image.alt = '';
          image.src = photo.src;
        }
        text('span', 'change-photo-name', host, photo.name);
        if (photo.note) text('span', 'change-by', item, photo.note);
      });
    }

    // Choices

    addButtons() {
      const box = element('div', 'change-buttons', this.host);
      box.setAttribute('role', 'group');
      box.setAttribute('aria-label', 'Decision');
      this.buttons = [
        ['returned', 'Use field crew\u2019s', 'F'], ['current', 'Use office\u2019s', 'O'], ['skip', 'Skip', 'S']
      ].map(([choice, title, key]) => {
        const button = element('button', choice === 'returned' ? 'button main' : 'button', box, `${title} `);
        button.type = 'button';
        element('kbd', '', button, key);
        button.addEventListener('click', () => { this.actions.decide(choice); });
        return { choice, button };
      });
      this.said = element('p', 'change-said', this.host);
      this.said.setAttribute('role', 'status');
    }

    addZoom() {
      const more = element('p', 'change-more', this.host);
      this.zoom = element('button', 'plain', more, 'Zoom to this change');
      this.zoom.type = 'button';
      this.zoom.addEventListener('click', () => { this.actions.zoom(this.index); });
    }

    addNote() {
      const label = element('label', 'change-note', this.host, 'Note on this decision');
      const field = element('textarea', '', label);
      field.rows = 2;
      field.dir = 'auto';
      field.value = this.decisions.of(this.index).note;
      field.addEventListener('input', () => { this.decisions.setNote(this.index, field.value); });
    }

    /** Shows the current decision. */
    refresh() {
      if (this.index === null) return;
      const entry = this.decisions.of(this.index), status = this.decisions.status(this.index);
      this.radios.forEach((row) => {
        let own = entry.fields[row.name] || (entry.choice === 'skip' ? null : entry.choice) ||
          (row.field.state === 'taken' ? 'returned' : null);
        if (own === 'returned') own = row.last;
        const typed = own && own.startsWith('value:');
        row.inputs.forEach((input) => {
          input.checked = input.value === own || Boolean(typed) && input.value === 'value:';
        });
        if (row.other && document.activeElement !== row.other) row.other.value = typed ? own.slice(6) : '';
      });
      if (!this.review.decides) return;
      this.buttons.forEach((each) => {
        each.button.setAttribute('aria-pressed', String(status === each.choice));
      });
      const resolved = resolutions[this.detail.resolution] || 'both versions';
      this.said.textContent = sentences[status].replace('{0}', resolved);
    }
  }

  // Words

  /** A text from the data, isolated so that its direction does not affect its surroundings. */
  function text(name, className, parent, words) {
    const made = element(name, className, parent);
    element('bdi', '', made, words);
    return made;
  }

  function value(host, shown) {
    if (shown === undefined) element('span', 'none', host, 'unchanged');
    else if (shown === null) element('span', 'none', host, '\u2013');
    else if (shown === '') element('span', 'none', host, 'empty');
    else element('bdi', 'value', host, shown);
  }

  FP.ChangePanel = Panel;
})();
