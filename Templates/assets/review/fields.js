/*
 * The fields of a change: one block per field, with a row for each value, so that long values have
 * the whole width and any number of crews fits. Rows that can be chosen have radio buttons.
 *
 * Extends FP.ChangePanel; `this.radios` collects the rows of radio buttons for `refresh()`.
 */
(() => {
  'use strict';

  const FP = (window.FP ??= {});
  const element = FP.element;
  const text = FP.isolatedText;

  /** How locations are worded that nobody changed. */
  const places = ['as issued', 'no location'];

  Object.assign(FP.ChangePanel.prototype, {
    /** Adds the fields in conflict or the others. */
    addFields(change, detail, areInConflict) {
      const fields = detail.fields.filter((field) => (field.state === 'conflict') === areInConflict);
      const photos = areInConflict ? null : detail.photos;
      if (!fields.length && !photos) return;
      const host = element('div', 'change-fields', this.host);
      this.crew = !detail.shared && this.review.package(this.index).name || 'Field crew';
      // If a side added or deleted the record, it is decided as a whole.
      this.whole = detail.fields.find((field) => field.field === null) || null;
      fields.forEach((field) => { this.addField(host, change, field, detail.fields.indexOf(field)); });
      if (photos) this.addCounts(host, photos);
    },

    addField(host, change, field, row) {
      const isRecord = field.field === null, layer = this.review.layer(this.index);
      const title = isRecord ? 'Record' : layer.fields[field.field].title;
      const canChoose = this.review.decides && (isRecord ? field.sides.length > 0 : !this.whole &&
        (field.state === 'conflict' || field.state === 'taken' && change.action === 'updated'));
      const block = element('div', `change-field ${field.state}`, host);
      block.setAttribute('role', canChoose ? 'radiogroup' : 'group');
      const name = text('h3', 'change-name', block, title);
      name.id = `field-${row}`;
      block.setAttribute('aria-labelledby', name.id);
      const lines = this.linesOf(change, field);
      if (this.whole && !isRecord) this.sayDeleted(lines);
      if (lines.length === 1 && !canChoose) block.classList.add('single');
      lines.forEach((line) => { this.addLine(block, line, row, canChoose); });
      if (!canChoose) return;
      const other = field.state === 'conflict' && !isRecord ? this.addOther(block, title, row) : null;
      const last = lines[lines.length - 1];
      this.radios.push({
        name: isRecord ? null : layer.fields[field.field].name, field, other, last: last.choice,
        inputs: block.querySelectorAll('input[type="radio"]')
      });
    },

    /** The rows of a field: {who, value, by, tint, choice, message}. */
    linesOf(change, field) {
      // A record that one side added or deleted has one value of each field.
      if (field.state === 'taken' && change.action === 'added') return [this.returnedLine(field, 'new')];
      if (field.state === 'taken' && change.action === 'deleted') {
        return [{ who: 'As issued', value: field.base, tint: 'old' }];
      }
      return this.issuedLines(change, field).concat(this.crewLines(field));
    },

    /** The values as issued and of the office: one row if they are equal. */
    issuedLines(change, field) {
      const tint = field.state === 'conflict' ? 'both' : field.state === 'refused' ? '' : 'old';
      const issued = { who: 'As issued', value: field.base, tint };
      if (!this.review.decides) return [issued];
      const office = {
        who: 'Office', value: field.current, by: field.currentBy, choice: 'current',
        tint: field.state === 'conflict' ? 'both' : 'new'
      };
      const isKept = field.state === 'taken' || field.state === 'refused' || field.current === field.base;
      if (field.state === 'same') return [issued, Object.assign(office, { who: 'Office and field crew' })];
      if (field.state === 'kept') return [Object.assign(issued, { who: `${this.crew}, as issued` }), office];
      if (!isKept || field.field === null) return [issued, office];
      // The words of a location already say that it is as issued.
      const who = places.includes(field.base) ? 'Office' : 'Office, as issued';
      return [Object.assign(office, { who, value: field.base, tint })];
    },

    crewLines(field) {
      if (field.state === 'kept' || field.state === 'same') return [];
      const tints = { conflict: 'both', refused: 'refused' };
      if (!field.sides.length) return [this.returnedLine(field, tints[field.state] || 'new')];
      return field.sides.map((side) => {
        const name = this.review.packages[side.package].name;
        return {
          who: name, value: side.value, by: withoutName(side.by, name), choice: `package:${name}`, tint: 'both'
        };
      });
    },

    returnedLine(field, tint) {
      const by = field.returnedBy;
      const known = this.review.packages.find((each) => each.name && startsWith(by, each.name));
      const who = known ? known.name : this.crew;
      return {
        who, value: field.returned, by: withoutName(by, who), choice: 'returned', tint, message: field.message
      };
    },

    /** Says that a side has no value because it deleted the record. */
    sayDeleted(lines) {
      const gone = { current: this.whole.current === 'deleted', returned: this.whole.returned === 'deleted' };
      lines.forEach((line) => { if (line.value === null && gone[line.choice]) line.value = 'deleted'; });
    },

    addLine(block, line, row, canChoose) {
      const isChoice = canChoose && line.choice, host = element(isChoice ? 'label' : 'div', 'change-row', block);
      if (line.tint) host.classList.add(line.tint);
      if (isChoice) this.addRadio(host, row, line.choice);
      const who = text('span', 'change-who', host, line.who);
      element('span', 'unseen', who, ': ');
      const what = element('span', 'change-what', host);
      value(what, line.value);
      if (line.by) text('span', 'change-by', what, line.by);
      if (line.message) text('span', 'change-message', what, line.message);
    },

    addRadio(host, row, choice) {
      const input = element('input', 'change-radio', host);
      input.type = 'radio';
      input.name = `choice-${row}`;
      input.value = choice;
      input.addEventListener('change', () => { if (choice !== 'value:') this.chosen(row, choice); });
      return input;
    },

    /** Adds a field for another value. The merge checks it by the rules of the field. */
    addOther(block, title, row) {
      const line = element('div', 'change-row both', block), label = element('label', 'change-pick', line);
      const radio = this.addRadio(label, row, 'value:');
      element('span', 'change-who', label, 'Another value');
      const field = element('input', 'change-other', element('span', 'change-what', line));
      field.type = 'text';
      field.dir = 'auto';
      field.setAttribute('aria-label', `Another value of ${title}`);
      radio.addEventListener('change', () => { field.focus(); });
      field.addEventListener('input', () => {
        if (field.value) this.chosen(row, `value:${field.value}`);
      });
      return field;
    },

    chosen(row, choice) {
      const field = this.detail.fields[row];
      if (field.field === null) this.decisions.choose([this.index], choice);
      else this.decisions.chooseField(this.index, this.review.fieldName(this.index, field.field), choice);
    },

    /** Adds how many attachments the record had, and how many were added or deleted. */
    addCounts(host, photos) {
      const block = element('div', 'change-field', host);
      block.setAttribute('role', 'group');
      const name = element('h3', 'change-name', block, 'Attachments');
      name.id = 'field-attachments';
      block.setAttribute('aria-labelledby', name.id);
      const lines = photos.base === null ? [] : [{ who: 'As issued', value: photos.base, tint: '' }];
      if (photos.current) lines.push({ who: 'Office', value: photos.current, tint: '' });
      lines.push({ who: this.crew, value: photos.returned, tint: 'new' });
      lines.forEach((line) => { this.addLine(block, line, 0, false); });
    }
  });

  function startsWith(by, name) { return Boolean(by) && (by === name || by.startsWith(`${name}, `)); }

  /** Who entered a value and when, without the name that the row begins with. */
  function withoutName(by, name) {
    if (!startsWith(by, name)) return by;
    return by.slice(name.length + 2);
  }

  function value(host, shown) {
    if (shown === null || shown === undefined) element('span', 'none', host, 'no value');
    else if (shown === '') element('span', 'none', host, 'empty');
    else element('bdi', 'value', host, shown);
  }
})();
