// What the pointer is on, in the timeline. The script only sets `hidden`, text and the place of the hint; the page is complete without it.
(() => {
  const [lanes, tip, named] = ['lanes', 'tip', 'named'].map((id) => document.getElementById(id));
  if (lanes === null) return;

  const [from, unit, length] = ['from', 'unit', 'length'].map((key) => Number(lanes.dataset[key]));
  const fields = [...named.children].map((field) => field.textContent);
  const marksOf = new WeakMap();
  const readMarks = (lane) => {
    const marks = [...lane.querySelectorAll('path')].flatMap((path) => {
      const about = path.dataset.about.split(' ');
      return [...path.getAttribute('d').matchAll(/M(-?\d+) 0h(\d+)/g)].map(([, start, long], index) => {
        const [, number = '1', listed = '', more = '0'] = /^(?:(\d+)x)?([\d.]*)(?:\+(\d+))?$/.exec(about[index]) ?? [];
        const names = listed === '' ? [] : listed.split('.').map((place) => fields[Number(place)]);
        return {
          start: Number(start),
          end: Number(start) + Number(long),
          isOpen: path.dataset.words === 'still open',
          words: path.dataset.words,
          drifts: Number(number),
          fields: `${names.join(', ')}${more === '0' ? '' : ` and ${more} more`}`,
        };
      });
    });
    marksOf.set(lane, marks);
    return marks;
  };

  const formatTime = (units) => new Date(from + units * unit).toISOString().slice(0, 16).replace('T', ' ');
  /** Rounded as in the lists: to minutes below a day, to hours beyond. */
  const formatSpan = (units) => {
    const [minute, hour, day] = [60_000, 3_600_000, 86_400_000];
    const exact = units * unit;
    const step = exact < hour ? 1_000 : exact < day ? minute : hour;
    const rounded = Math.round(exact / step) * step;
    const parts = [
      [Math.floor(rounded / day), 'd'],
      [Math.floor(rounded / hour) % 24, 'h'],
      [Math.floor(rounded / minute) % 60, 'm'],
      [Math.floor(rounded / 1_000) % 60, 's'],
    ].filter(([number]) => number > 0);
    return parts.length === 0 ? '0s' : parts.flat().join('');
  };
  const describe = (name, { start, end, isOpen, words, drifts, fields: names }) => {
    const since = `since ${formatTime(start)} UTC`;
    const long = formatSpan(end - start);
    const time = isOpen ? `${since} (${long})` : `${formatTime(start)} to ${formatTime(end)} UTC (${long})`;
    const what = drifts === 1 ? `${time}, ${words}` : `${drifts} drifts ${since}, ${long} in all, the last ${words}`;
    return `${name}: ${what}; ${names}`;
  };

  /** Pixels beside a mark that still find it. */
  const NEAR = 4;
  const show = (event) => {
    const lane = event.target.closest('.lane svg');
    tip.hidden = true;
    if (lane === null) return;
    const box = lane.getBoundingClientRect();
    const at = ((event.clientX - box.left) / box.width) * length;
    const near = (NEAR / box.width) * length;
    const distance = ({ start, end }) => Math.max(start - at, at - end, 0);
    const marks = marksOf.get(lane) ?? readMarks(lane);
    const mark = marks.reduce((best, one) => (best === null || distance(one) < distance(best) ? one : best), null);
    if (mark === null || distance(mark) > near) return;
    tip.textContent = describe(lane.parentElement.querySelector('.name').textContent, mark);
    tip.hidden = false;
    const { width, height } = tip.getBoundingClientRect();
    const left = Math.max(8, Math.min(event.clientX - width / 2, document.documentElement.clientWidth - width - 8));
    const top = box.top - height - 6 < 0 ? box.bottom + 6 : box.top - height - 6;
    tip.style.transform = `translate(${Math.round(left)}px, ${Math.round(top)}px)`;
  };

  lanes.addEventListener('pointermove', show);
  lanes.addEventListener('pointerdown', show);
  lanes.addEventListener('pointerleave', () => {
    tip.hidden = true;
  });
})();
