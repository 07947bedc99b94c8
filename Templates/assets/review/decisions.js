/*
  * The reader's decisions, and the decision file.
 *
 *   var decisions = new FP.Decisions(review, onChange);
 *   decisions.choose([index, …], choice)         for the record as a whole: returned|current|skip
 *   decisions.chooseField(index, name, choice)   for one field: returned|current|package:NAME|value:TEXT
  *   decisions.chooseCrew(name, choice)           for all changes of a crew: accept|refuse|null
 *   decisions.setNote(index, text)
  *   decisions.undo()                             undoes the last change: [index, …], or null
 *   decisions.of(index)                          {choice, fields: {name: choice}, note}
 *   decisions.status(index)                      decide|accepted|returned|current|mixed|skip|crew
  *   decisions.text()                             the file; decisions.read(text) loads one
 *
  * The file, `fieldpack.decisions/1`, is sorted. The same decisions always give the same bytes:
 *
 *   {"format": …, "inputs": …, "decisions": [{table, globalid, field, choice, note}]}
 *
  * The choice "package" has the member package, the choice "value" the member value. A line with only
  * package and choice applies to all changes of a crew.
  *
  * `field` null is the record as a whole; its attachments are named one by one. The choice "skip"
  * leaves the merge's result. A decision on a field takes precedence over one on its record.
 */
(function () {
  'use strict';

  var FP = (window.FP = window.FP || {});

  var format = 'fieldpack.decisions/1';
  var choices = ['returned', 'current', 'skip'];
  var crewChoices = ['accept', 'refuse'];
  var maximumUndo = 1000;

  function Decisions(review, onChange) {
    this.review = review;
    this.onChange = onChange;
    this.entries = new Map();
    this.crews = new Map();
    this.undone = [];
    this.count();
    this.storageKey = 'fieldpack.decisions/' + review.content.inputs;
    this.restore();
  }

  Decisions.prototype.count = function () {
    this.decided = 0;
    for (var i = 0; i < this.review.changes.length; i += 1) if (this.isSettled(i)) this.decided += 1;
  };

  var none = Object.freeze({ choice: null, fields: Object.freeze({}), note: '' });

  Decisions.prototype.of = function (index) { return this.entries.get(index) || none; };

  Decisions.prototype.status = function (index) {
    var entry = this.of(index), change = this.review.changes[index], review = this.review;
    var isMixed = Object.keys(entry.fields).length > 0;
    if (entry.choice && (entry.choice === 'skip' || !isMixed)) return entry.choice;
    if (entry.choice) return 'mixed';
    if (this.crews.has(review.package(index).name) && !isMixed) return 'crew';
    if (!change.open) return isMixed ? 'mixed' : 'accepted';
    var isWhole = change.conflicts.length > 0 && change.conflicts.every(function (number) {
      return number !== null && entry.fields[review.fieldName(index, number)];
    });
    return isWhole ? 'mixed' : 'decide';
  };

  Decisions.prototype.isSettled = function (index) {
    var status = this.status(index);
    return status !== 'decide' && status !== 'skip';
  };

  // Changing

  /** Sets entries, [[index, entry or null], …], and returns the former ones. */
  Decisions.prototype.put = function (entries) {
    var decisions = this;
    return entries.map(function (pair) {
      var index = pair[0], before = decisions.entries.get(index) || null;
      var was = decisions.isSettled(index);
      if (pair[1]) decisions.entries.set(index, pair[1]);
      else decisions.entries.delete(index);
      decisions.decided += Number(decisions.isSettled(index)) - Number(was);
      return [index, before];
    });
  };

  Decisions.prototype.change = function (entries) {
    this.undone.push(this.put(entries));
    if (this.undone.length > maximumUndo) this.undone.shift();
    this.changed(entries.map(function (pair) { return pair[0]; }));
  };

  Decisions.prototype.changed = function (indexes) {
    var decisions = this;
    clearTimeout(this.timer);
    this.timer = setTimeout(function () { decisions.keep(); }, 300);
    this.onChange(indexes);
  };

  Decisions.prototype.choose = function (indexes, choice) {
    var decisions = this;
    this.change(indexes.map(function (index) {
      return [index, { choice: choice, fields: {}, note: decisions.of(index).note }];
    }));
  };

  Decisions.prototype.chooseField = function (index, name, choice) {
    var entry = this.of(index), fields = Object.assign({}, entry.fields);
    var whole = entry.choice === 'skip' ? null : entry.choice;
    if (whole === choice) delete fields[name];
    else fields[name] = choice;
    this.change([[index, { choice: whole, fields: fields, note: entry.note }]]);
  };

  /** Decides on all changes of a crew. A decision on a record takes precedence. */
  Decisions.prototype.chooseCrew = function (name, choice) {
    var before = this.crews.get(name) || null;
    if (before === choice) return;
    this.undone.push({ crew: name, before: before });
    if (this.undone.length > maximumUndo) this.undone.shift();
    this.putCrew(name, choice);
  };

  Decisions.prototype.putCrew = function (name, choice) {
    if (choice) this.crews.set(name, choice);
    else this.crews.delete(name);
    this.count();
    this.changed(this.review.changes.map(function (_, index) { return index; }));
  };

  /** U does not undo notes, because the text field has its own undo. */
  Decisions.prototype.setNote = function (index, note) {
    var entry = this.of(index);
    this.put([[index, { choice: entry.choice, fields: entry.fields, note: note }]]);
    this.changed([index]);
  };

  Decisions.prototype.undo = function () {
    var last = this.undone.pop();
    if (!last) return null;
    if (last.crew !== undefined) {
      this.putCrew(last.crew, last.before);
      return [];
    }
    // Keep a note that was written since.
    var decisions = this;
    this.put(last.map(function (pair) {
      var note = decisions.of(pair[0]).note, before = pair[1] || none;
      return [pair[0], { choice: before.choice, fields: before.fields, note: note }];
    }));
    var indexes = last.map(function (pair) { return pair[0]; });
    this.changed(indexes);
    return indexes;
  };

  // The file

  function line(table, id, field, choice, note) {
    return { table: table, globalid: id, field: field, choice: choice, note: note };
  }

  /** The line of a field. The text after the colon of a choice becomes a member. */
  function fieldLine(table, id, name, choice) {
    var colon = choice.indexOf(':'), kind = colon < 0 ? choice : choice.slice(0, colon);
    var made = line(table, id, name, kind, null);
    if (colon >= 0) made[kind] = choice.slice(colon + 1);
    return made;
  }

  /** The choice of a line in the form that entries use. */
  function fieldChoice(each) {
    return each.choice === 'package' || each.choice === 'value'
      ? each.choice + ':' + each[each.choice] : each.choice;
  }

  /** Sorts by table, record and field; the record as a whole comes before its fields. */
  function ordered(a, b) {
    function compared(one, other) { return one < other ? -1 : one > other ? 1 : 0; }
    return compared(a.table, b.table) || compared(a.globalid, b.globalid) ||
      compared(a.field === null ? '' : ' ' + a.field, b.field === null ? '' : ' ' + b.field);
  }

  Decisions.prototype.lines = function () {
    var review = this.review, lines = [];
    this.entries.forEach(function (entry, index) {
      var change = review.changes[index], table = review.layer(index).name;
      var note = entry.note || null;
      if (entry.choice || note) {
        lines.push(line(table, change.id, null, entry.choice || 'skip', note));
      }
      if (entry.choice && entry.choice !== 'skip') {
        (change.attached || []).forEach(function (item) {
          lines.push(line(item[0], item[1], null, entry.choice, null));
        });
      }
      Object.keys(entry.fields).forEach(function (name) {
        lines.push(fieldLine(table, change.id, name, entry.fields[name]));
      });
    });
    var crews = Array.from(this.crews, function (pair) { return { package: pair[0], choice: pair[1] }; });
    crews.sort(function (a, b) { return a.package < b.package ? -1 : 1; });
    return crews.concat(lines.sort(ordered));
  };

  Decisions.prototype.text = function () {
    var lines = this.lines().map(function (each) { return JSON.stringify(each); });
    return '{\n"format":' + JSON.stringify(format) + ',\n"inputs":' +
      JSON.stringify(this.review.content.inputs) + ',\n"decisions":[' +
      (lines.length ? '\n' + lines.join(',\n') + '\n' : '') + ']\n}\n';
  };

  /** Why a file cannot be loaded, in a sentence; null if it can. */
  Decisions.prototype.refusal = function (value) {
    if (!value || typeof value !== 'object' || typeof value.format !== 'string') {
      return 'This is not a decision file.';
    }
    if (value.format !== format) {
      return 'This file has another format. This page reads ' + format + '.';
    }
    if (value.inputs !== this.review.content.inputs) {
      return 'This file was made for another merge, with other packages or other office data. ' +
        'No decisions were loaded.';
    }
    return Array.isArray(value.decisions) ? null : 'This decision file has no list of decisions.';
  };

  /** Loads the decisions of a file: {taken, unknown}. Throws an error with a message for people. */
  Decisions.prototype.read = function (text) {
    var value = null;
    try {
      value = JSON.parse(text.replace(/^\ufeff/, ''));
    } catch (error) {
      throw new Error('This is not a decision file, because it is not JSON.');
    }
    var refusal = this.refusal(value);
    if (refusal) throw new Error(refusal);
    var read = this.entriesOf(value.decisions), all = new Map(read.entries), decisions = this;
    // Changes that the file does not name become undecided, so that the page shows the file.
    this.entries.forEach(function (entry, index) { if (!all.has(index)) all.set(index, null); });
    this.change(Array.from(all));
    this.review.packages.forEach(function (each) {
      decisions.chooseCrew(each.name, read.crews.get(each.name) || null);
    });
    return { taken: value.decisions.length - read.unknown, unknown: read.unknown };
  };

  Decisions.prototype.entriesOf = function (lines) {
    var decisions = this, entries = new Map(), unknown = 0, indexes = this.indexesByName();
    var crews = new Map();
    lines.forEach(function (each) {
      if (decisions.isOfCrew(each)) {
        crews.set(each.package, each.choice);
        return;
      }
      var key = JSON.stringify([each && each.table, each && each.globalid]);
      var index = indexes.get(key);
      if (index === undefined || !decisions.holds(index, each)) {
        unknown += 1;
        return;
      }
      if (index < 0) return;
      var entry = entries.get(index) || { choice: null, fields: {}, note: '' };
      if (each.field === null) {
        entry.choice = each.choice;
        entry.note = typeof each.note === 'string' ? each.note : '';
      } else {
        entry.fields[each.field] = fieldChoice(each);
      }
      entries.set(index, entry);
    });
    entries.forEach(function (entry) {
      var hasFields = Object.keys(entry.fields).length > 0;
      // "skip" beside fields or a note only carries the note.
      if (entry.choice === 'skip' && (hasFields || entry.note)) entry.choice = hasFields ? null : 'skip';
    });
    return { entries: entries, crews: crews, unknown: unknown };
  };

  /** The indexes of the changes by table and record; −1 for their attachments. */
  Decisions.prototype.indexesByName = function () {
    var review = this.review, indexes = new Map();
    review.changes.forEach(function (change, index) {
      indexes.set(JSON.stringify([review.layer(index).name, change.id]), index);
      (change.attached || []).forEach(function (item) {
        indexes.set(JSON.stringify([item[0], item[1]]), -1);
      });
    });
    return indexes;
  };

  /** Whether a line of a file applies to all changes of a crew on this page. */
  Decisions.prototype.isOfCrew = function (each) {
    return Boolean(each) && each.table === undefined && crewChoices.indexOf(each.choice) >= 0 &&
      this.review.packages.some(function (known) { return known.name === each.package; });
  };

  /** Whether this page can show a line of a file. */
  Decisions.prototype.holds = function (index, each) {
    var isOfField = each.choice === 'package' || each.choice === 'value';
    if (choices.indexOf(each.choice) < 0 && !isOfField) return false;
    if (isOfField && typeof each[each.choice] !== 'string') return false;
    if (each.field === null || index < 0) return !isOfField;
    return each.choice !== 'skip' && this.review.layer(index).fields.some(function (field) {
      return field.name === each.field;
    });
  };

  // Keeping

  /** Stores the decisions in this browser, if the browser allows it. */
  Decisions.prototype.keep = function () {
    clearTimeout(this.timer);
    try {
        if (this.entries.size || this.crews.size) localStorage.setItem(this.storageKey, this.text());
        else localStorage.removeItem(this.storageKey);
      } catch (error) { /* The decisions can still be saved as a file. */ }
  };

  Decisions.prototype.restore = function () {
    var text = null;
    try {
      text = localStorage.getItem(this.storageKey);
      if (text) {
        var read = this.entriesOf(JSON.parse(text).decisions);
        this.put(Array.from(read.entries));
        this.crews = read.crews;
        this.count();
      }
    } catch (error) { /* There are no stored decisions, or they can't be read. */ }
    this.isRestored = this.entries.size + this.crews.size > 0;
  };

  FP.Decisions = Decisions;
})();
