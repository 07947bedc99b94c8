/*
 * The reader's decisions, and the decision file.
 *
 *   const decisions = new FP.Decisions(review, onChange);
 *   decisions.choose([index, …], choice)         for the record as a whole:
 *                                                returned|current|skip|package:NAME
 *   decisions.chooseField(index, name, choice)   for one field: returned|current|package:NAME|value:TEXT
 *   decisions.chooseCrew(name, choice)           for all changes of a crew: accept|refuse|null
 *   decisions.setNote(index, text)
 *   decisions.undo()                             undoes the last change: [index, …], or null
 *   decisions.canUndo()
 *   decisions.of(index)                          {choice, fields: {name: choice}, note}
 *   decisions.status(index)                      decide|accepted|returned|current|package|mixed|
 *                                                skip|crew
 *   decisions.text()                             the file; decisions.read([text, …]) loads some
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
(() => {
  'use strict';

  const FP = (window.FP ??= {});

  const format = 'fieldpack.decisions/1';
  const choices = ['returned', 'current', 'skip'];
  const crewChoices = ['accept', 'refuse'];
  const maximumUndo = 1000;

  const none = Object.freeze({ choice: null, fields: Object.freeze({}), note: '' });

  class Decisions {
    constructor(review, onChange) {
      this.review = review;
      this.onChange = onChange;
      this.entries = new Map();
      this.crews = new Map();
      this.undone = [];
      this.count();
      this.storageKey = `fieldpack.decisions/${review.content.inputs}`;
      this.restore();
    }

    count() {
      this.decided = 0;
      for (let i = 0; i < this.review.changes.length; i += 1) if (this.isSettled(i)) this.decided += 1;
    }

    of(index) { return this.entries.get(index) || none; }

    status(index) {
      const entry = this.of(index), change = this.review.changes[index], review = this.review;
      const isMixed = Object.keys(entry.fields).length > 0;
      if (entry.choice && (entry.choice === 'skip' || !isMixed)) return entry.choice.replace(/:.*/s, '');
      if (entry.choice) return 'mixed';
      if (this.crews.has(review.package(index).name) && !isMixed) return 'crew';
      if (!change.open) return isMixed ? 'mixed' : 'accepted';
      const isWhole = change.conflicts.length > 0 && change.conflicts.every((number) => {
        return number !== null && entry.fields[review.fieldName(index, number)];
      });
      return isWhole ? 'mixed' : 'decide';
    }

    isSettled(index) {
      const status = this.status(index);
      return status !== 'decide' && status !== 'skip';
    }

    // Changing

    /** Sets entries, [[index, entry or null], …], and returns the former ones. */
    put(entries) {
      return entries.map((pair) => {
        const index = pair[0], before = this.entries.get(index) || null;
        const was = this.isSettled(index);
        if (pair[1]) this.entries.set(index, pair[1]);
        else this.entries.delete(index);
        this.decided += Number(this.isSettled(index)) - Number(was);
        return [index, before];
      });
    }

    change(entries) {
      this.undone.push(this.put(entries));
      if (this.undone.length > maximumUndo) this.undone.shift();
      this.changed(entries.map((pair) => pair[0]));
    }

    changed(indexes) {
      clearTimeout(this.timer);
      this.timer = setTimeout(() => { this.keep(); }, 300);
      this.onChange(indexes);
    }

    choose(indexes, choice) {
      this.change(indexes.map((index) => {
        return [index, { choice, fields: {}, note: this.of(index).note }];
      }));
    }

    chooseField(index, name, choice) {
      const entry = this.of(index), fields = Object.assign({}, entry.fields);
      const whole = entry.choice === 'skip' ? null : entry.choice;
      if (whole === choice) delete fields[name];
      else fields[name] = choice;
      this.change([[index, { choice: whole, fields, note: entry.note }]]);
    }

    /** Decides on all changes of a crew. A decision on a record takes precedence. */
    chooseCrew(name, choice) {
      const before = this.crews.get(name) || null;
      if (before === choice) return;
      this.undone.push({ crew: name, before });
      if (this.undone.length > maximumUndo) this.undone.shift();
      this.putCrew(name, choice);
    }

    putCrew(name, choice) {
      if (choice) this.crews.set(name, choice);
      else this.crews.delete(name);
      this.count();
      this.changed(this.review.changes.map((_, index) => index));
    }

    /** U does not undo notes, because the text field has its own undo. */
    setNote(index, note) {
      const entry = this.of(index);
      this.put([[index, { choice: entry.choice, fields: entry.fields, note }]]);
      this.changed([index]);
    }

    canUndo() { return this.undone.length > 0; }

    undo() {
      const last = this.undone.pop();
      if (!last) return null;
      if (last.crew !== undefined) {
        this.putCrew(last.crew, last.before);
        return [];
      }
      // Keep a note that was written since.
      this.put(last.map((pair) => {
        const note = this.of(pair[0]).note, before = pair[1] || none;
        return [pair[0], { choice: before.choice, fields: before.fields, note }];
      }));
      const indexes = last.map((pair) => pair[0]);
      this.changed(indexes);
      return indexes;
    }

    lines() {
      const review = this.review, lines = [];
      this.entries.forEach((entry, index) => {
        const change = review.changes[index], table = review.layer(index).name;
        const note = entry.note || null;
        if (entry.choice || note) {
          lines.push(Object.assign(choiceLine(table, change.id, null, entry.choice || 'skip'), { note }));
        }
        if (entry.choice && entry.choice !== 'skip') {
          (change.attached || []).forEach((item) => {
            lines.push(choiceLine(item[0], item[1], null, entry.choice));
          });
        }
        Object.keys(entry.fields).forEach((name) => {
          lines.push(choiceLine(table, change.id, name, entry.fields[name]));
        });
      });
      const crews = Array.from(this.crews, (pair) => ({ package: pair[0], choice: pair[1] }));
      crews.sort((a, b) => a.package < b.package ? -1 : 1);
      return crews.concat(lines.sort(ordered));
    }

    text() {
      const lines = this.lines().map((each) => JSON.stringify(each));
      return '{\n"format":' + JSON.stringify(format) + ',\n"inputs":' +
        JSON.stringify(this.review.content.inputs) + ',\n"decisions":[' +
        (lines.length ? `\n${lines.join(',\n')}\n` : '') + ']\n}\n';
    }

    /** Why a file cannot be loaded, in a sentence; null if it can. */
    refusal(value) {
      if (!value || typeof value !== 'object' || typeof value.format !== 'string') {
        return 'This is not a decision file.';
      }
      if (value.format !== format) {
        return `This file has another format. This page reads ${format}.`;
      }
      if (value.inputs !== this.review.content.inputs) {
        return 'This file was made for another merge, with other packages or other office data. ' +
          'No decisions were loaded.';
      }
      return Array.isArray(value.decisions) ? null : 'This decision file has no list of decisions.';
    }

    /** The lines of a decision file. Throws an error with a message for people. */
    linesOf(text) {
      let value = null;
      try {
        value = JSON.parse(text.replace(/^\ufeff/, ''));
      } catch (error) {
        throw new Error('This is not a decision file, because it is not JSON.');
      }
      const refusal = this.refusal(value);
      if (refusal) throw new Error(refusal);
      return value.decisions;
    }

    /**
     * Loads the decisions of files: {taken, unknown, disagreements}. Where several files decide
     * differently, the last one wins, as in `merge --decisions`. Throws an error with a message
     * for people, and then loads nothing.
     */
    read(texts) {
      const all = new Map(), crews = new Map(), differing = new Set();
      let taken = 0, unknown = 0;
      texts.map((text) => this.linesOf(text)).forEach((lines) => {
        const read = this.entriesOf(lines);
        taken += lines.length - read.unknown;
        unknown += read.unknown;
        read.crews.forEach((choice, name) => {
          if (crews.has(name) && crews.get(name) !== choice) differing.add(name);
          crews.set(name, choice);
        });
        read.entries.forEach((entry, index) => {
          all.set(index, this.united(all.get(index), entry, () => {
            differing.add(this.review.changes[index].title);
          }));
        });
      });
      // Changes that no file names become undecided, so that the page shows the files.
      this.entries.forEach((entry, index) => { if (!all.has(index)) all.set(index, null); });
      this.change(Array.from(all));
      this.review.packages.forEach((each) => {
        this.chooseCrew(each.name, crews.get(each.name) || null);
      });
      return { taken, unknown, disagreements: Array.from(differing) };
    }

    /**
     * Two files' decisions about a change, where the later one wins. A field wins over the record,
     * and "skip" decides nothing.
     */
    united(earlier, later, disagree) {
      if (!earlier) return later;
      const decided = (entry) => (entry.choice === 'skip' ? null : entry.choice);
      const fields = Object.assign({}, earlier.fields, later.fields);
      const differs = (one, other) => Boolean(one) && Boolean(other) && one !== other;
      if (differs(decided(earlier), decided(later)) || Object.keys(fields).some((name) => {
        return differs(earlier.fields[name] || decided(earlier), later.fields[name] || decided(later));
      })) disagree();
      const choice = decided(later) || decided(earlier);
      return {
        choice: choice || (Object.keys(fields).length > 0 ? null : 'skip'), fields,
        note: later.note || earlier.note,
      };
    }

    entriesOf(lines) {
      const entries = new Map();
      let unknown = 0;
      const indexes = this.indexesByName();
      const crews = new Map();
      lines.forEach((each) => {
        if (this.isOfCrew(each)) {
          crews.set(each.package, each.choice);
          return;
        }
        const key = JSON.stringify([each && each.table, each && each.globalid]);
        const index = indexes.get(key);
        if (index === undefined || !this.holds(index, each)) {
          unknown += 1;
          return;
        }
        if (index < 0) return;
        const entry = entries.get(index) || { choice: null, fields: {}, note: '' };
        if (each.field === null) {
          entry.choice = choiceOf(each);
          entry.note = typeof each.note === 'string' ? each.note : '';
        } else {
          entry.fields[each.field] = choiceOf(each);
        }
        entries.set(index, entry);
      });
      entries.forEach((entry) => {
        const hasFields = Object.keys(entry.fields).length > 0;
        // "skip" beside fields or a note only carries the note.
        if (entry.choice === 'skip' && (hasFields || entry.note)) entry.choice = hasFields ? null : 'skip';
      });
      return { entries, crews, unknown };
    }

    /** The indexes of the changes by table and record; −1 for their attachments. */
    indexesByName() {
      const review = this.review, indexes = new Map();
      review.changes.forEach((change, index) => {
        indexes.set(JSON.stringify([review.layer(index).name, change.id]), index);
        (change.attached || []).forEach((item) => {
          indexes.set(JSON.stringify([item[0], item[1]]), -1);
        });
      });
      return indexes;
    }

    /** Whether a line of a file applies to all changes of a crew on this page. */
    isOfCrew(each) {
      return Boolean(each) && each.table === undefined && crewChoices.includes(each.choice) &&
        this.review.packages.some((known) => known.name === each.package);
    }

    /** Whether this page can show a line of a file. */
    holds(index, each) {
      const isNamed = each.choice === 'package' || each.choice === 'value';
      if (!choices.includes(each.choice) && !isNamed) return false;
      if (isNamed && typeof each[each.choice] !== 'string') return false;
      if (each.field === null || index < 0) return each.choice !== 'value';
      return each.choice !== 'skip' && this.review.layer(index).fields.some((field) => {
        return field.name === each.field;
      });
    }

    // Keeping

    /** Stores the decisions in this browser, if the browser allows it. */
    keep() {
      clearTimeout(this.timer);
      try {
          if (this.entries.size || this.crews.size) localStorage.setItem(this.storageKey, this.text());
          else localStorage.removeItem(this.storageKey);
        } catch (error) { /* The decisions can still be saved as a file. */ }
    }

    restore() {
      let text = null;
      try {
        text = localStorage.getItem(this.storageKey);
        if (text) {
          const read = this.entriesOf(JSON.parse(text).decisions);
          this.put(Array.from(read.entries));
          this.crews = read.crews;
          this.count();
        }
      } catch (error) { /* There are no stored decisions, or they can't be read. */ }
      this.isRestored = this.entries.size + this.crews.size > 0;
    }
  }

  // The file

  /** A line of the file. The text after the colon of a choice becomes a member. */
  function choiceLine(table, id, field, choice) {
    const colon = choice.indexOf(':'), kind = colon < 0 ? choice : choice.slice(0, colon);
    const made = { table, globalid: id, field, choice: kind, note: null };
    if (colon >= 0) made[kind] = choice.slice(colon + 1);
    return made;
  }

  /** The choice of a line in the form that entries use. */
  function choiceOf(each) {
    return each.choice === 'package' || each.choice === 'value'
      ? `${each.choice}:${each[each.choice]}` : each.choice;
  }

  /** Sorts by table, record and field; the record as a whole comes before its fields. */
  function ordered(a, b) {
    function compared(one, other) { return one < other ? -1 : one > other ? 1 : 0; }
    return compared(a.table, b.table) || compared(a.globalid, b.globalid) ||
      compared(a.field === null ? '' : ` ${a.field}`, b.field === null ? '' : ` ${b.field}`);
  }

  FP.Decisions = Decisions;
})();
