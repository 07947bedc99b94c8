/*
 * One change: what happened, its photos before and after, and the choices. fields.js adds the fields.
 *
 *   const panel = new FP.ChangePanel(host, review, decisions,
 *     {step(by), zoom(index), decide(choice), undo(), back()});
 *   panel.show(index, detail, position, total)
 *   panel.refresh()      after a decision
 */
(() => {
  'use strict';

  const FP = (window.FP ??= {});
  const element = FP.element;
  const grouped = FP.text.grouped;

  const sentences = {
    decide: 'Undecided. The merge uses {0}.', accepted: 'Accepted as merged.',
    returned: 'You chose {2}\u2019s version.', current: 'You chose the office\u2019s version.',
    mixed: 'You decided field by field.', skip: 'Skipped. The merge uses {0}.',
    crew: 'Decided for the whole crew.', package: 'You chose the version of {1}.'
  };

  const resolutions = {
    returned: '{2}\u2019s version', current: 'the office\u2019s version',
    restored: 'the restored record'
  };

  /** Longer names don't fit into a button. */
  const longName = 12;

  /** Adds a text from the data, isolated so that its direction does not affect its surroundings. */
  function text(name, className, parent, words) {
    const made = element(name, className, parent);
    element('bdi', '', made, words);
    return made;
  }

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
      if (detail.story) text('p', 'change-story', this.host, detail.story);
      // What is to decide comes first.
      this.addFields(change, detail, true);
      this.addNotes(detail.notes);
      this.addFields(change, detail, false);
      if (detail.photos) this.addPhotos(detail.photos.items);
      this.addZoom();
      if (this.review.decides) {
        this.addNote();
        this.addButtons();
      }
      this.refresh();
    }

    addHead(change, index, position, total) {
      const layer = this.review.layer(index), several = this.review.packages.length > 1;
      const steps = element('div', 'change-steps', this.host);
      const back = this.button(steps, 'change-back', '\u2039 List', () => { this.actions.back(); });
      back.setAttribute('aria-label', 'Back to the list');
      element('p', 'change-where', steps, position < 0 ? '' : `${grouped(position + 1)} of ${grouped(total)}`);
      if (this.review.decides) {
        this.undo = this.button(steps, 'change-undo', 'Undo', () => { this.actions.undo(); });
      }
      [['Previous', -1, '\u2191'], ['Next', 1, '\u2193']].forEach((step) => {
        const button = this.button(steps, 'change-step', step[2], () => { this.actions.step(step[1]); });
        button.title = step[0];
        button.setAttribute('aria-label', `${step[0]} change`);
        button.disabled = position + step[1] < 0 || position + step[1] >= total;
      });
      const head = element('h2', 'change-title', this.host);
      FP.changeMark(this.review.kind(index), head);
      element('bdi', '', head, change.title);
      text('p', 'change-of', this.host,
        layer.title + (several ? ` \u00b7 ${this.review.package(index).name}` : ''));
    }

    button(host, className, title, action) {
      const button = element('button', className, host, title);
      button.type = 'button';
      button.addEventListener('click', action);
      return button;
    }

    addNotes(notes) {
      if (!notes.length) return;
      const list = element('ul', 'change-issues', this.host);
      notes.forEach((note) => { text('li', '', list, note); });
    }

    // Photos

    /** Shows the attachments as they were on the left, and as they are on the right. */
    addPhotos(items) {
      if (!items.length) return;
      const box = element('div', 'change-photos photos', this.host);
      const before = items.filter((item) => item.was), after = items.filter((item) => !item.was || item.src);
      if (before.length) this.addPictures(box, 'Before', before, (item) => item.was);
      if (after.length) this.addPictures(box, before.length ? 'After' : '', after, (item) => item.src);
    }

    addPictures(box, title, items, sourceOf) {
      const side = element('div', 'change-side', box);
      if (title) element('h3', 'change-name', side, title);
      const list = element('ul', '', side);
      items.forEach((item) => {
        const one = element('li', '', list), source = sourceOf(item);
        // Only load pictures from the page's own folder.
        if (source && source.startsWith('photos/')) {
          const link = element('a', 'photo', one), image = element('img', '', link);
          link.href = source;
          image.loading = 'lazy';
          image.alt = (title ? `${title}: ` : '') + item.name;
          image.src = source;
        }
        text('span', 'change-photo-name', one, item.name);
        if (item.note) text('span', 'change-by', one, item.note);
      });
    }

    // Choices

    /** Adds the choices, which stay in sight at the end of the panel. */
    addButtons() {
      const bar = element('div', 'change-bar', this.host);
      this.said = element('p', 'change-said', bar);
      this.said.setAttribute('role', 'status');
      const box = element('div', 'change-buttons', bar);
      box.setAttribute('role', 'group');
      box.setAttribute('aria-label', 'Decision');
      const name = this.crewName(), crew = name && name.length <= longName ? name : 'field crew';
      this.buttons = [
        ['returned', `Use ${crew}\u2019s`, 'F'], ['current', 'Use office\u2019s', 'O'], ['skip', 'Skip', 'S']
      ].map(([choice, title, key]) => {
        const button = this.button(box, choice === 'returned' ? 'button main' : 'button', title, () => {
          this.actions.decide(choice);
        });
        button.setAttribute('aria-keyshortcuts', key.toLowerCase());
        const mark = element('kbd', '', button, key);
        mark.setAttribute('aria-hidden', 'true');
        return { choice, button };
      });
    }

    /** The crew whose version the merge has, if there are several; otherwise an empty text. */
    crewName() {
      return this.review.packages.length > 1 ? this.review.package(this.index).name : '';
    }

    addZoom() {
      const more = element('p', 'change-more', this.host);
      this.button(more, 'plain', 'Zoom to this change', () => { this.actions.zoom(this.index); });
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
      this.undo.disabled = !this.decisions.canUndo();
      const resolved = resolutions[this.detail.resolution] || 'both versions';
      this.said.textContent = sentences[status].replace('{0}', resolved)
        .replace('{1}', () => (entry.choice || '').slice(8))
        .replace('{2}', () => this.crewName() || 'the field crew');
    }
  }

  FP.isolatedText = text;
  FP.ChangePanel = Panel;
})();
