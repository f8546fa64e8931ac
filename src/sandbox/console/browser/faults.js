/** The faults of the sandbox, each with a switch: those of its plan, and ready-made ones. */

import { find, make, safeText, setText } from './dom.js';
import { request } from './feed.js';
import { counted, percent } from './format.js';

const PATH = '/_sandbox/faults';
// A plan may have thousands.
const SHOWN = 100;
// The parameter that is a duration, in milliseconds.
const DURATION = 'for';

// The same rule has the same key in the plan and among the ready-made faults.
const keyOf = ({ matched, fired, enabled, ...rule }) => JSON.stringify(rule);

const isEqual = (one, other) => JSON.stringify(one) === JSON.stringify(other);

function parameterText(name, value) {
  if (name === DURATION) return `${value.toLocaleString('en-US')} ms`;
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function requestsText({ operation, pipe, after, count, probability }) {
  return [
    operation.join(', '),
    pipe === undefined ? 'any pipe' : pipe.join(', '),
    ...(probability < 1 ? [`${percent(probability)} of them`] : []),
    ...(after > 0 ? [`after the first ${after.toLocaleString('en-US')}`] : []),
    ...(count === undefined ? [] : [`at most ${counted(count, 'time')}`]),
  ].join(' · ');
}

function createRow([name, description], toggle) {
  const input = make('input', { type: 'checkbox', role: 'switch' });
  const word = make('span', { class: 'word', 'aria-hidden': 'true' });
  const requests = make('span', { class: 'quiet' });
  const counts = make('span', { class: 'quiet counts' });
  const text = make(
    'span',
    { class: 'about' },
    make('span', {}, make('strong', {}, safeText(name)), `: ${safeText(description)}`),
    requests,
  );
  const element = make('li', {}, make('label', { class: 'switch' }, input, word, text), counts);
  const row = { element, input, rule: null, position: null };
  row.update = (rule, position) => {
    Object.assign(row, { rule, position });
    const isOn = position !== null && rule.enabled;
    input.checked = isOn;
    setText(word, isOn ? 'On' : 'Off');
    element.classList.toggle('on', isOn);
    setText(requests, safeText(requestsText(rule)));
    setText(counts, position === null ? '' : `fired ${counted(rule.fired, 'time')}`);
  };
  input.addEventListener('change', () => toggle(row, input.checked));
  return row;
}

function place(list, elements) {
  if (elements.length === list.children.length && elements.every((one, index) => one === list.children[index])) return;
  list.replaceChildren(...elements);
}

// 'act' sends a request and shows its effect or error.
export function createFaults({ kinds, ready }, act) {
  const rows = new Map();
  const titles = new Map(ready.map(({ name, description, rule }) => [keyOf(rule), [name, description]]));

  // A name and a description. Only parameters that differ from their default are shown.
  const describe = (rule) => {
    const title = titles.get(keyOf(rule));
    if (title !== undefined) return title;
    const [[kind, parameters]] = Object.entries(rule.fault);
    const { description, defaults } = kinds[kind];
    const given = Object.entries(parameters).filter(([name, value]) => !isEqual(value, defaults[name]));
    const texts = given.map(([name, value]) => `${name} ${parameterText(name, value)}`);
    return [kind, texts.length > 0 ? `${description} (${texts.join(', ')})` : description];
  };
  const toggle = ({ rule, position }, enabled) => {
    if (position !== null) return act('PATCH', PATH, { fault: position, enabled });
    return act('POST', PATH, { faults: [{ ...rule, enabled }] });
  };
  const show = ({ key, rule, position }) => {
    if (!rows.has(key)) rows.set(key, createRow(describe(rule), toggle));
    rows.get(key).update(rule, position);
    return rows.get(key).element;
  };
  find('faults-off').addEventListener('click', () => act('PATCH', PATH, { enabled: false }));

  return async () => {
    const { faults } = await request(PATH);
    const planned = new Map();
    for (const [position, rule] of faults.entries()) {
      const key = keyOf(rule);
      planned.set(planned.has(key) ? `${key} ${position}` : key, { rule, position });
    }
    // A ready-made fault stays in its place when it joins the plan, so that its switch keeps the focus.
    const own = [...planned].filter(([key]) => !titles.has(key));
    place(
      find('faults-plan'),
      own.slice(0, SHOWN).map(([key, one]) => show({ key, ...one })),
    );
    const offered = ready.map(({ rule }) => ({ key: keyOf(rule), rule, position: null, ...planned.get(keyOf(rule)) }));
    place(find('faults-ready'), offered.map(show));
    find('faults-own').hidden = own.length === 0;
    const on = faults.filter(({ enabled }) => enabled).length;
    find('faults-off').disabled = on === 0;
    const cut =
      own.length > SHOWN ? ` The plan has ${counted(own.length, 'fault')}; the first ${SHOWN} are shown.` : '';
    setText(find('faults-count'), `${on === 0 ? 'No fault is on.' : `${counted(on, 'fault')} on.`}${cut}`);
  };
}
