/*
 * Input on a map: drag, pinch, wheel, double-click, keys, and buttons.
 */
(() => {
  'use strict';

  const FP = (window.FP ??= {});

  /** A press that moves less than this is a click. */
  const stillness = 5;

  const icons = {
    'in': 'M3 9h12M9 3v12', out: 'M3 9h12', all: 'M3 7V3h4M15 7V3h-4M3 11v4h4M15 11v4h-4',
    here: 'M9 1v3M9 14v3M1 9h3M14 9h3M9 5a4 4 0 1 0 0 8a4 4 0 1 0 0-8'
  };

  function button(parent, icon, title, action) {
    const made = document.createElement('button');
    made.type = 'button';
    made.title = title;
    made.setAttribute('aria-label', title);
    made.innerHTML = '<svg width="18" height="18" viewBox="0 0 18 18" aria-hidden="true"><path d="' +
      icons[icon] + '" fill="none" stroke="currentColor" stroke-width="1.8" stroke-linecap="round"/></svg>';
    made.addEventListener('click', action);
    parent.appendChild(made);
  }

  function addButtons(map, surface) {
    const box = document.createElement('div');
    box.className = 'map-buttons';
    button(box, 'in', 'Zoom in', () => { map.zoomBy(1); });
    button(box, 'out', 'Zoom out', () => { map.zoomBy(-1); });
    button(box, 'all', 'Show the whole map', () => { map.fit(map.site.extent); });
    map.locate = () => { locate(map); };
    button(box, 'here', 'Show my location', map.locate);
    surface.after(box);
    map.note = document.createElement('div');
    map.note.className = 'map-note';
    map.note.setAttribute('role', 'status');
    box.after(map.note);
  }

  function say(map, text) {
    if (!map.note) return;
    map.note.textContent = text;
    clearTimeout(map.noteTimer);
    if (text) map.noteTimer = setTimeout(() => { map.note.textContent = ''; }, 6000);
  }

  function locate(map) {
    if (!navigator.geolocation) {
      say(map, 'This device does not share its location.');
      return;
    }
    say(map, 'Finding your location.');
    navigator.geolocation.getCurrentPosition((position) => {
      const at = position.coords;
      say(map, '');
      map.setView(at.longitude, at.latitude, Math.max(17, map.where().zoom));
      map.mark(at.longitude, at.latitude, at.accuracy);
    }, () => {
      say(map, 'Your location is not available. Check that location access is allowed.');
    }, { enableHighAccuracy: true, timeout: 15000, maximumAge: 60000 });
  }

  /** The position of an event on the map in CSS pixels. */
  function positionOf(surface, event) {
    const box = surface.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  }

  function pick(map, x, y, keyboard) {
    if (map.options.onPick) map.options.onPick(map.identify(x, y), { keyboard: Boolean(keyboard) });
  }

  // Pointers

  function addPointers(map, surface) {
    const pointers = new Map();
    let start = null;
    let moved = false;

    function settle() {
      map.moving = pointers.size > 0;
      surface.classList.toggle('dragging', map.moving && moved);
      if (!map.moving) map.invalidate();
    }

    surface.addEventListener('pointerdown', (event) => {
      if (event.button > 0) return;
      if (map.options.onHover) map.options.onHover(null);
      surface.setPointerCapture(event.pointerId);
      pointers.set(event.pointerId, positionOf(surface, event));
      if (pointers.size === 1) {
        start = positionOf(surface, event);
        moved = false;
      } else {
        moved = true;
      }
      settle();
    });

    surface.addEventListener('pointermove', (event) => {
      const at = positionOf(surface, event);
      const before = pointers.get(event.pointerId);
      if (!before) {
        hover(map, surface, at, event.pointerType === 'mouse');
        return;
      }
      if (!moved && Math.hypot(at.x - start.x, at.y - start.y) < stillness) return;
      if (!moved) {
        moved = true;
        settle();
      }
      if (pointers.size === 2) {
        pinch(map, pointers, event.pointerId, at);
      } else {
        map.panBy(before.x - at.x, before.y - at.y);
      }
      pointers.set(event.pointerId, at);
    });

    function release(event) {
      if (!pointers.delete(event.pointerId)) return;
      settle();
      if (event.type === 'pointerup' && !moved && pointers.size === 0) pick(map, start.x, start.y);
    }
    surface.addEventListener('pointerleave', () => { if (map.options.onHover) map.options.onHover(null); });
    surface.addEventListener('pointerup', release);
    surface.addEventListener('pointercancel', release);
    surface.addEventListener('dblclick', (event) => {
      const at = positionOf(surface, event);
      map.zoomBy(event.shiftKey ? -1 : 1, at.x, at.y);
    });
  }

  /** Zooms with two fingers. The points under them stay under them. */
  function pinch(map, pointers, moving, at) {
    let other = null;
    pointers.forEach((position, id) => { if (id !== moving) other = position; });
    const before = pointers.get(moving);
    const was = Math.hypot(before.x - other.x, before.y - other.y);
    const is = Math.hypot(at.x - other.x, at.y - other.y);
    map.panBy((before.x - at.x) / 2, (before.y - at.y) / 2);
    if (was > 10 && is > 10) {
      map.zoomBy(Math.log2(is / was), (at.x + other.x) / 2, (at.y + other.y) / 2);
    }
  }

  /** Shows a hand cursor over something that can be clicked. A mouse also asks what it is. */
  function hover(map, surface, at, isMouse) {
    if (map.hovering) return;
    map.hovering = requestAnimationFrame(() => {
      map.hovering = 0;
      const hit = map.identify(at.x, at.y).find((hit) => map.layer(hit.layer).points);
      surface.classList.toggle('over', Boolean(hit));
      if (isMouse && map.options.onHover) map.options.onHover(hit || null, at.x, at.y);
    });
  }

  function addWheel(map, surface) {
    let rest = 0;
    surface.addEventListener('wheel', (event) => {
      event.preventDefault();
      const at = positionOf(surface, event);
      const lines = event.deltaMode === 1 ? 30 : event.deltaMode === 2 ? 300 : 1;
      const levels = -event.deltaY * lines / (event.ctrlKey ? 80 : 300);
      map.moving = true;
      map.zoomBy(Math.max(-1, Math.min(1, levels)), at.x, at.y);
      clearTimeout(rest);
      rest = setTimeout(() => {
        map.moving = false;
        map.invalidate();
      }, 150);
    }, { passive: false });
  }

  // Keys

  function addKeys(map, surface) {
    surface.addEventListener('keydown', (event) => {
      if (event.altKey || event.ctrlKey || event.metaKey) return;
      const step = event.shiftKey ? 300 : 80;
      const actions = {
        ArrowLeft() { map.panBy(-step, 0); }, ArrowRight() { map.panBy(step, 0); },
        ArrowUp() { map.panBy(0, -step); }, ArrowDown() { map.panBy(0, step); },
        '+'() { map.zoomBy(1); }, '='() { map.zoomBy(1); },
        '-'() { map.zoomBy(-1); }, _() { map.zoomBy(-1); },
        Escape() { if (map.options.onPick) map.options.onPick([], { keyboard: true }); },
        Home() { map.fit(map.site.extent); },
        Enter() { pick(map, map.width / 2, map.height / 2, true); }
      };
      if (!actions[event.key]) return;
      event.preventDefault();
      actions[event.key]();
    });
  }

  FP.gestures = (map, surface) => {
    surface.tabIndex = 0;
    surface.setAttribute('role', 'application');
    surface.setAttribute('aria-label', 'Map of ' + map.site.title + '. Use the arrow keys to move, ' +
      'plus and minus to zoom, and Enter to select what is in the middle.');
    addPointers(map, surface);
    addWheel(map, surface);
    addKeys(map, surface);
    if (map.options.controls !== false) addButtons(map, surface);
  };
})();
