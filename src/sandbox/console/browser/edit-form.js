/** The form that edits a pipe by hand. Updates of live values keep the typed values. */

import { find, make, safeText, setText } from './dom.js';
import { Refused, send } from './feed.js';
import { counted, size } from './format.js';

const UNITS = { milliseconds: ' ms', millicores: ' millicores', gigabytes: ' GB' };
const SECTIONS = { scaling: 'Scaling', settings: 'Settings' };

const show = (value) => (value === null ? 'unset' : String(value));

function rangeText({ type, range, unit }) {
  if (type === 'boolean') return 'true or false';
  if (unit === 'bytes') return `${size(range[0])} to ${size(range[1])}, in bytes`;
  const [least, most] = range.map((value) => value.toLocaleString('en-US'));
  return `${least} to ${most}${UNITS[unit] ?? ''}`;
}

function createInput({ type, range }, attributes) {
  if (type === 'boolean') {
    const options = ['', 'true', 'false'].map((value) => make('option', { value }, value === '' ? 'unset' : value));
    return make('select', attributes, ...options);
  }
  const [min, max] = range;
  const step = type === 'integer' ? '1' : 'any';
  return make('input', { type: 'number', min, max, step, placeholder: 'unset', autocomplete: 'off', ...attributes });
}

// 'live' is the value of the pipe, 'value()' that of the form; both are null when unset.
function createField(rule) {
  const path = `${rule.section}.${rule.key}`;
  const isBoolean = rule.type === 'boolean';
  const described = ['note', 'range', 'hint'].map((part) => `${path}-${part}`).join(' ');
  const input = createInput(rule, { id: path, 'aria-describedby': described });
  const note = make('p', { class: 'note', id: `${path}-note` });
  const hint = make('p', { class: 'hint', id: `${path}-hint` }, rule.meaning);
  const range = make('span', { class: 'hint', id: `${path}-range` }, rangeText(rule));
  const label = make('label', { for: path }, make('code', {}, rule.key));
  const element = make('div', { class: 'field' }, make('div', { class: 'names' }, label, range), input, note, hint);
  const field = {
    ...{ path, rule, element, input, live: null },
    value() {
      if (input.value === '') return null;
      return isBoolean ? input.value === 'true' : Number(input.value);
    },
    isChanged: () => input.validity.badInput || field.value() !== field.live,
    undo() {
      input.value = field.live === null ? '' : String(field.live);
      field.mark();
    },
    mark() {
      const isChanged = field.isChanged();
      element.classList.toggle('changed', isChanged);
      setText(note, isChanged ? `Live: ${show(field.live)}` : '');
    },
    // A value of an invalid type counts as unset, so that the form does not send it back.
    receive(value) {
      const live = typeof value === (isBoolean ? 'boolean' : 'number') ? value : null;
      if (live === field.live) return;
      const isUntouched = !field.isChanged();
      field.live = live;
      if (isUntouched) field.undo();
      else field.mark();
    },
  };
  return field;
}

function announce(changes) {
  const items = changes.map(({ path, from, to }) =>
    make('li', {}, make('code', {}, path), ` ${show(from)} → ${show(to)}`),
  );
  return [make('p', {}, `Changed by hand: ${counted(changes.length, 'value')}.`), make('ul', {}, ...items)];
}

export function createEditForm(rules, refresh) {
  const [form, error, done] = [find('edit'), find('edit-error'), find('edit-done')];
  let [id, fields] = [null, []];

  const count = () => {
    const changed = fields.filter((field) => field.isChanged()).length;
    setText(find('edit-count'), changed === 0 ? '' : counted(changed, 'change'));
  };
  const report = (problem, ...success) => {
    setText(error, safeText(problem));
    error.hidden = problem === '';
    done.className = success.length === 0 ? '' : 'message t-good';
    done.replaceChildren(...success);
  };
  const open = (pipe) => {
    id = pipe.id;
    fields = rules.filter(({ kinds }) => kinds.includes(pipe.kind)).map(createField);
    const groups = Object.entries(SECTIONS).map(([section, title]) => {
      const inputs = fields.filter(({ rule }) => rule.section === section).map(({ element }) => element);
      const none = make('p', { class: 'quiet' }, 'None for this kind of pipe.');
      return make('fieldset', {}, make('legend', {}, title), ...(inputs.length > 0 ? inputs : [none]));
    });
    find('edit-fields').replaceChildren(...groups);
    report('');
  };
  const showOthers = ({ settings }) => {
    const others = Object.entries(settings).filter(([key]) => !fields.some(({ path }) => path === `settings.${key}`));
    const text = others.map(([key, value]) => `${safeText(key)}: ${safeText(JSON.stringify(value))}`).join('; ');
    setText(find('edit-others'), text === '' ? '' : `Outside the contract, kept unchanged: ${text}`);
  };
  const submit = async () => {
    report('');
    const changed = fields.filter((field) => field.isChanged());
    if (changed.length === 0) return report('', make('p', {}, 'Nothing to change: every value is live already.'));
    const body = {};
    for (const { rule, value } of changed) body[rule.section] = { ...body[rule.section], [rule.key]: value() };
    const changes = changed.map(({ path, live, value }) => ({ path, from: live, to: value() }));
    const sentId = id;
    try {
      await send('PATCH', `/_sandbox/pipes/${encodeURIComponent(sentId)}`, body);
    } catch (problem) {
      const unknown = 'The sandbox did not respond: whether it changed the pipe is unknown.';
      if (sentId === id) report(problem instanceof Refused ? problem.message : unknown);
      return;
    }
    await refresh();
    if (sentId === id) report('', ...announce(changes));
  };

  form.addEventListener('submit', (event) => {
    event.preventDefault();
    submit();
  });
  form.addEventListener('reset', (event) => {
    event.preventDefault();
    report('');
    for (const field of fields) field.undo();
    count();
  });
  form.addEventListener('input', (event) => {
    fields.find(({ input }) => input === event.target)?.mark();
    count();
  });

  return (pipe) => {
    if (pipe.id !== id) open(pipe);
    for (const field of fields) field.receive(pipe[field.rule.section][field.rule.key]);
    showOthers(pipe);
    count();
  };
}
