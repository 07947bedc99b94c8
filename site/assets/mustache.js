/*
 * Mustache in the browser: the same language as Sources/Markup/Mustache, with the same output byte
 * for byte, so that the program and the page render the same pop-ups. Core, inheritance and dynamic
 * names; no lambdas.
 *
 *   FP.template("popup", "…")                 stores a template (assets/templates.js calls it)
 *   const render = FP.mustache(templates)       templates: {name: source}; by default the stored ones
 *   render("popup", view)                     → text; throws an Error with the location
 */
(() => {
  'use strict';

  const FP = (window.FP ??= {});
  const deepest = 400;
  const kept = Object.create(null);
  const references = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

  const odd = /[\0-\x08\x0b-\x1f\x7f-\x9f\ufdd0-\ufdef\ufffe\uffff]|[\ud800-\udfff]/;

  /** Removes what pages must not contain, like Sources/Markup/HTML/HTMLCharacters.swift. */
  function repaired(text) {
    return text.replace(/\r\n?/g, '\n').replace(/\f/g, ' ').replace(/[\0-\x08\x0b\x0e-\x1f\x7f]/g, '')
      .replace(/[\x80-\x9f\ufdd0-\ufdef\ufffe\uffff]/g, '\ufffd')
      .replace(/[\u{1fffe}\u{1ffff}\u{2fffe}\u{2ffff}\u{10fffe}\u{10ffff}]/gu, '\ufffd')
      .replace(/\p{Surrogate}/gu, '\ufffd');
  }

  function escaped(text) {
    if (odd.test(text)) text = repaired(text);
    return text.replace(/[&<>"]/g, (character) => references[character]);
  }

  // Reading

  const kinds = {
    '#': 'section', '^': 'inverted', '$': 'block', '<': 'parent', '>': 'partial', '/': 'close',
    '&': 'raw', '{': 'raw', '!': 'comment', '=': 'delimiters'
  };
  const opens = { section: true, inverted: true, block: true, parent: true };

  /** The tags of a template, paired: {kind, name, start, end, before, behind, partner, alone}. */
  function outline(source, file) {
    const tags = [], open = [];
    let opening = '{{', closing = '}}', position = 0, start;

    function fail(at, text) {
      throw new Error(`${file}, line ${source.slice(0, at).split('\n').length}: ${text}`);
    }
    while ((start = source.indexOf(opening, position)) >= 0) {
      let from = start + opening.length;
      while (/[ \t\r\n]/.test(source.charAt(from))) from += 1;
      const sigil = source.charAt(from), kind = kinds[sigil] || 'value';
      if (kind !== 'value') from += 1;
      const mark = (sigil === '{' ? '}' : sigil === '=' ? '=' : '') + closing;
      const to = source.indexOf(mark, from);
      if (to < 0) fail(start, 'the tag has no closing `' + mark + '`');
      const end = to + mark.length;
      let name = source.slice(from, to).replace(/^[ \t\r\n]+|[ \t\r\n]+$/g, '');
      if (kind === 'delimiters') {
        const pair = name.split(/[ \t\r\n]+/);
        if (pair.length !== 2 || name.includes('=')) fail(start, 'two delimiters are expected');
        opening = pair[0];
        closing = pair[1];
      } else if (kind !== 'comment') {
        if (/partial|parent|close/.test(kind)) name = name.replace(/^\*[ \t\r\n]+/, '*');
        if (!/^[^ \t\r\n]+$/.test(name)) fail(start, 'one name is expected');
      }
      const tag = { kind, name, start, end, before: start, behind: end };
      if (opens[kind]) open.push(tag);
      if (kind === 'close') {
        tag.partner = open.pop();
        if (!tag.partner) fail(start, '`' + name + '` is closed here but was not opened');
        if (tag.partner.name !== name) {
          fail(start, '`' + name + '` is closed here, but `' + tag.partner.name + '` is open');
        }
        tag.partner.partner = tag;
      }
      tag.index = tags.push(tag) - 1;
      position = end;
    }
    if (open.length) fail(open[open.length - 1].start, 'this section is never closed');
    tags.forEach(settleLine);
    tags.forEach((tag) => { if (tag.kind === 'parent') settleParent(tag); });
    return tags;

    /** The start of the tag's line; −1 if there is more than white space before the tag. */
    function lineStart(tag) {
      const floor = tag.index ? tags[tag.index - 1].end : 0;
      let at = tag.start;
      while (at > floor && /[ \t]/.test(source.charAt(at - 1))) at -= 1;
      return at === 0 || (at > floor && source.charAt(at - 1) === '\n') ? at : -1;
    }
    /** The start of the next line; −1 if there is more than white space after the tag. */
    function nextLine(tag) {
      const blank = /[ \t]*(\r?\n|$)/y;
      blank.lastIndex = tag.end;
      return blank.test(source) ? blank.lastIndex : -1;
    }
    function settleLine(tag) {
      tag.lineStart = lineStart(tag);
      tag.nextLine = nextLine(tag);
      tag.alone = !/value|raw/.test(tag.kind) && tag.lineStart >= 0 && tag.nextLine >= 0;
      if (!tag.alone) return;
      tag.before = tag.lineStart;
      tag.behind = tag.nextLine;
    }
    function settleParent(tag) {
      const end = tag.partner;
      tag.alone = end.alone = tag.lineStart >= 0 && end.nextLine >= 0;
      tag.before = tag.alone ? tag.lineStart : tag.start;
      end.behind = tag.alone ? end.nextLine : end.end;
      for (let at = tag.index + 1; at < end.index; at += 1) {
        const child = tags[at];
        if (child.kind === 'block') {
          child.behind = child.nextLine >= 0 ? child.nextLine : child.end;
          child.partner.before = child.partner.lineStart >= 0 ? child.partner.lineStart
            : child.partner.start;
        }
        if (opens[child.kind]) at = child.partner.index;
      }
    }
  }

  function path(name) { return name === '.' ? [] : name.split('.'); }

  /** A template as a tree of operations: {kind, text, path, name, dynamic, indent, body, …}. */
  function compiled(source, file) {
    const tags = outline(source, file);
    let lineStarts = true, dedent = 0;
    return body(0, tags.length, 0, source.length);

    function body(first, last, start, end) {
      const operations = [];
      for (let index = first; index < last; index += 1) {
        const tag = tags[index];
        literal(start, tag.before, operations);
        if (lineStarts && !tag.alone) startLine(operations);
        operation(tag, operations);
        if (opens[tag.kind]) index = tag.partner.index;
        start = tags[index].behind;
      }
      literal(start, end, operations);
      return operations;
    }
    function startLine(operations) {
      operations.push({ kind: 'lineStart' });
      lineStarts = false;
    }
    function literal(start, end, operations) {
      if (start >= end) return;
      let text = source.slice(start, end);
      if (dedent) {
        const atStart = start === 0 || source.charAt(start - 1) === '\n';
        const margin = `[ \\t]{0,${dedent}}`;
        text = text.replace(new RegExp(`\\n${margin}`, 'g'), '\n');
        if (atStart) text = text.replace(new RegExp(`^${margin}`), '');
      }
      if (!text) return;
      operations.push({ kind: 'text', text, startsLine: lineStarts });
      lineStarts = text.charAt(text.length - 1) === '\n';
    }
    function operation(tag, operations) {
      const made = { kind: tag.kind, name: tag.name, path: path(tag.name) };
      if (tag.kind === 'section' || tag.kind === 'inverted') {
        made.body = inner(tag);
      } else if (tag.kind === 'block') {
        const own = tag.alone ? firstIndent(tag) : null;
        made.indent = own !== null ? own
          : source.slice(tag.lineStart >= 0 ? tag.lineStart : tag.start, tag.start);
        made.indent = made.indent.slice(dedent);
        made.alone = tag.alone;
        made.body = inner(tag);
      } else if (tag.kind === 'partial' || tag.kind === 'parent') {
        if (tag.name.charAt(0) === '*') made.dynamic = path(tag.name.slice(1));
        made.indent = tag.alone ? source.slice(tag.before, tag.start).slice(dedent) : null;
        if (tag.kind === 'parent') made.given = given(tag);
      } else if (tag.kind !== 'value' && tag.kind !== 'raw') {
        return;
      }
      operations.push(made);
    }
    function inner(tag) {
      const operations = body(tag.index + 1, tag.partner.index, tag.behind, tag.partner.before);
      if (lineStarts && !tag.partner.alone) startLine(operations);
      return operations;
    }
    /** The blocks inside a parent; everything else in it is ignored. */
    function given(parent) {
      const blocks = [], outside = [dedent, lineStarts];
      for (let at = parent.index + 1; at < parent.partner.index; at += 1) {
        const tag = tags[at];
        if (tag.kind === 'block') {
          const startsLine = (lineStarts = tag.behind > tag.end);
          dedent = startsLine ? (firstIndent(tag) || '').length : 0;
          blocks.push({
            name: tag.name, startsLine,
            body: body(at + 1, tag.partner.index, tag.behind, tag.partner.before)
          });
        }
        if (opens[tag.kind]) at = tag.partner.index;
      }
      dedent = outside[0];
      lineStarts = outside[1];
      return blocks;
    }
    /** The white space before the first non-blank line of a block. */
    function firstIndent(tag) {
      const found = /^(?:[ \t\r]*\n)*([ \t]*)[^ \t\r\n]/.exec(
        source.slice(tag.behind, tag.partner.before));
      return found ? found[1] : null;
    }
  }

  // Rendering

  function has(view, key) {
    return view !== null && typeof view === 'object' && !Array.isArray(view) &&
      Object.prototype.hasOwnProperty.call(view, key);
  }
  function isTrue(value) {
    return Array.isArray(value) ? value.length > 0
      : value !== undefined && value !== null && value !== false && value !== '' && value !== 0;
  }
  function written(value) {
    return typeof value === 'string' ? value
      : typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
  }

  function rendered(find, name, view) {
    let out = '';
    const stack = [view], given = [];
    let indent = '', lineIsIndented = false, depth = 0;
    include(name, indent);
    return out;

    function value(path) {
      if (!path.length) return stack[stack.length - 1];
      for (let at = stack.length - 1; at >= 0; at -= 1) {
        if (!has(stack[at], path[0])) continue;
        let found = stack[at][path[0]];
        for (let key = 1; key < path.length; key += 1) {
          if (!has(found, path[key])) return undefined;
          found = found[path[key]];
        }
        return found;
      }
      return undefined;
    }
    function startLine() {
      if (!lineIsIndented) out += indent;
      lineIsIndented = false;
    }
    function text(operation) {
      if (!indent) { out += operation.text; return; }
      operation.text.match(/[^\n]*\n|[^\n]+/g).forEach((line, index) => {
        if (index || operation.startsLine) startLine();
        out += line;
      });
    }
    function include(name, inner) {
      const template = typeof name === 'string' ? find(name) : null;
      if (!template) return;
      const outside = indent;
      indent = inner;
      run(template, name);
      indent = outside;
    }
    function within(view, body, name) {
      stack.push(view);
      run(body, name);
      stack.pop();
    }
    function block(operation, file) {
      let other = null;
      given.some((blocks) => {
        other = blocks.find((each) => each.name === operation.name);
        return other;
      });
      if (!other) { run(operation.body, file); return; }
      const outside = indent;
      indent += operation.indent;
      if (indent && other.body.length) {
        if (other.startsLine && !operation.alone) lineIsIndented = true;
        if (!other.startsLine && operation.alone) startLine();
      }
      run(other.body, file);
      lineIsIndented = false;
      indent = outside;
    }
    function run(operations, file) {
      if (depth >= deepest) throw new Error(`${file}: partials and sections go too deep`);
      depth += 1;
      operations.forEach((operation) => {
        let found;
        switch (operation.kind) {
        case 'text': text(operation); break;
        case 'lineStart': startLine(); break;
        case 'value': out += escaped(written(value(operation.path))); break;
        case 'raw': out += written(value(operation.path)); break;
        case 'section':
          found = value(operation.path);
          if (!isTrue(found)) break;
          if (!Array.isArray(found)) found = [found];
          found.forEach((each) => { within(each, operation.body, file); });
          break;
        case 'inverted':
          if (!isTrue(value(operation.path))) run(operation.body, file);
          break;
        case 'block': block(operation, file); break;
        default:
          if (operation.given) given.push(operation.given);
          include(operation.dynamic ? value(operation.dynamic) : operation.name,
            operation.indent === null ? '' : indent + operation.indent);
          if (operation.given) given.pop();
        }
      });
      depth -= 1;
    }
  }

  FP.template = (name, source) => { kept[name] = source; };

  FP.mustache = (templates) => {
    const sources = templates || kept, programs = Object.create(null);
    function find(name) {
      if (!programs[name] && Object.prototype.hasOwnProperty.call(sources, name)) {
        programs[name] = compiled(sources[name], name);
      }
      return programs[name];
    }
    return (name, view) => {
      if (!find(name)) throw new Error('there is no template `' + name + '`');
      return rendered(find, name, view);
    };
  };
})();
