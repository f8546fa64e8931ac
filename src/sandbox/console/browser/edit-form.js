/** The form that edits a pipe by hand. What is live goes on coming in; what a person has typed stays. */

import { find, make, safeText, setHidden, setText } from './dom.js';
import { Refused, send } from './feed.js';
import { counted, size } from './format.js';

const UNITS = { milliseconds: 'ms', millicores: 'millicores', gigabytes: 'GB' };

const show = (value) => (value === null ? 'unset' : String(value));

function rangeText({ type, range, unit }) {
  if (type === 'boolean') return 'true or false';
  if (unit === 'bytes') return `${size(range[0])} to ${size(range[1])}, in bytes`;
  const [least, most] = range.map((value) => value.toLocaleString('en-US'));
  return `${least} to ${most}${unit in UNITS ? ` ${UNITS[unit]}` : ''}`;
}

function createInput({ type, range }, attributes) {
  if (type !== 'boolean') {
    const [min, max] = range;
    return make('input', {
      type: 'number',
      min,
      max,
      step: type === 'integer' ? '1' : 'any',
      placeholder: 'unset',
      autocomplete: 'off',
      ...attributes,
    });
  }
  const choices = [
    ['', 'unset'],
    ['true', 'true'],
    ['false', 'false'],
  ];
  return make('select', attributes, ...choices.map(([value, text]) => make('option', { value }, text)));
}

// One field: 'live' is the value that the pipe has, 'value()' the one that the form asks for, both null when unset.
function createField(rule) {
  const path = `${rule.section}.${rule.key}`;
  const input = createInput(rule, {
    id: path,
    'aria-describedby': ['note', 'range', 'hint'].map((part) => `${path}-${part}`).join(' '),
  });
  const note = make('p', { class: 'note', id: `${path}-note` });
  const hint = make('p', { class: 'hint', id: `${path}-hint` }, rule.meaning);
  const range = make('span', { class: 'hint', id: `${path}-range` }, rangeText(rule));
  const label = make('label', { for: path }, make('code', {}, rule.key));
  const element = make('div', { class: 'field' }, make('div', { class: 'names' }, label, range), input, note, hint);
  const field = { path, rule, input, element, live: null };

  field.value = () => {
    if (input.value === '') return null;
    return rule.type === 'boolean' ? input.value === 'true' : Number(input.value);
  };
  field.isChanged = () => input.validity.badInput || field.value() !== field.live;
  field.problem = () => {
    const { validity } = input;
    if (validity.badInput) return 'This is no number.';
    if (validity.stepMismatch) return 'A whole number is needed.';
    return validity.valid ? '' : `It must be ${rangeText(rule)}.`;
  };
  field.undo = () => {
    input.value = field.live === null ? '' : String(field.live);
    field.mark('');
  };
  field.mark = (problem) => {
    const changed = field.isChanged();
    element.classList.toggle('changed', changed);
    if (problem === '') input.removeAttribute('aria-invalid');
    else input.setAttribute('aria-invalid', 'true');
    setText(note, problem !== '' ? problem : changed ? `Live: ${show(field.live)}` : '');
  };
  // A value of another type than the contract's cannot stand in the field; it must not be sent as a change either.
  field.receive = (value) => {
    const live = typeof value === (rule.type === 'boolean' ? 'boolean' : 'number') ? value : null;
    if (live === field.live) return;
    const untouched = !field.isChanged();
    field.live = live;
    if (untouched) field.undo();
    else field.mark('');
  };
  return field;
}

function announce(changes) {
  const list = make(
    'ul',
    {},
    ...changes.map(({ path, from, to }) => make('li', {}, make('code', {}, path), ` ${show(from)} → ${show(to)}`)),
  );
  return [
    make('p', {}, `Changed by hand: ${counted(changes.length, 'value')}.`),
    list,
    make('p', {}, 'Now run ', make('code', {}, 'pipeform plan'), ' or ', make('code', {}, 'pipeform drift'), '.'),
  ];
}

// 'rules' are the contract's rows; 'refresh' reads the fleet again after a change.
export function createEditForm(rules, refresh) {
  const [form, error, done] = [find('edit'), find('edit-error'), find('edit-done')];
  let [id, fields] = [null, []];

  const count = () => {
    const changed = fields.filter((field) => field.isChanged()).length;
    setText(find('edit-count'), changed === 0 ? '' : counted(changed, 'change'));
  };
  const fail = (text) => {
    setText(error, safeText(text));
    setHidden(error, text === '');
  };
  const quiet = () => {
    fail('');
    done.className = '';
    done.replaceChildren();
  };
  const succeed = (...children) => {
    done.className = 'says t-good';
    done.replaceChildren(...children);
  };
  const open = (pipe) => {
    id = pipe.id;
    const own = rules.filter(({ kinds }) => kinds.includes(pipe.kind));
    fields = own.map(createField);
    const groups = ['scaling', 'settings'].map((section) => {
      const inputs = fields.filter(({ rule }) => rule.section === section).map(({ element }) => element);
      const title = section === 'scaling' ? 'Scaling' : 'Settings';
      const none = make('p', { class: 'quiet' }, 'None for this kind of pipe.');
      return make('fieldset', {}, make('legend', {}, title), ...(inputs.length > 0 ? inputs : [none]));
    });
    find('edit-fields').replaceChildren(...groups);
    quiet();
  };
  const showOthers = ({ settings }) => {
    const known = new Set(fields.filter(({ rule }) => rule.section === 'settings').map(({ rule }) => rule.key));
    const others = Object.entries(settings).filter(([key]) => !known.has(key));
    const text = others.map(([key, value]) => `${safeText(key)}: ${safeText(JSON.stringify(value))}`).join('; ');
    setText(find('edit-others'), text === '' ? '' : `Outside the contract, carried as it is: ${text}`);
  };
  const submit = async () => {
    quiet();
    const changed = fields.filter((field) => field.isChanged());
    for (const field of fields) field.mark(field.problem());
    const wrong = changed.find((field) => field.problem() !== '');
    if (wrong !== undefined) return wrong.input.focus();
    if (changed.length === 0) return succeed(make('p', {}, 'Nothing to change: every value is the live one.'));
    const body = {};
    for (const { rule, value } of changed) body[rule.section] = { ...body[rule.section], [rule.key]: value() };
    const changes = changed.map(({ path, live, value }) => ({ path, from: live, to: value() }));
    const asked = id;
    try {
      await send('PATCH', `/_sandbox/pipes/${encodeURIComponent(asked)}`, body);
    } catch (problem) {
      if (asked === id)
        fail(
          problem instanceof Refused
            ? problem.message
            : 'The sandbox did not answer: whether it has changed the pipe is not known.',
        );
      return;
    }
    await refresh();
    if (asked === id) succeed(...announce(changes));
  };

  form.addEventListener('submit', (event) => {
    event.preventDefault();
    submit();
  });
  form.addEventListener('reset', (event) => {
    event.preventDefault();
    quiet();
    for (const field of fields) field.undo();
    count();
  });
  form.addEventListener('input', (event) => {
    fields.find(({ input }) => input === event.target)?.mark('');
    count();
  });

  return (pipe) => {
    if (pipe.id !== id) open(pipe);
    for (const field of fields) field.receive(pipe[field.rule.section][field.rule.key]);
    showOthers(pipe);
    count();
  };
}
