/** Browser module: the panel of the one pipe that the address names, as in `#pipe=ID&window=6h`. */
export const PIPE_PANEL_MODULE = `
import { createCharts } from './charts.js';
import { alertBadge, find, make, safeText, setHidden, setText } from './dom.js';
import { createEditForm } from './edit-form.js';
import { ask, Refused } from './feed.js';
import { dayAndTime, NOTHING } from './format.js';

const windows = [...document.querySelectorAll('input[name=window]')];
// What stands in the charts until the series of another pipe are there.
const NO_SERIES = { at: [], stepMs: 0, metrics: {} };

export function readAddress() {
  const wanted = new URLSearchParams(location.hash.slice(1));
  const window =
    windows.find(({ value }) => value === wanted.get('window')) ?? windows.find(({ defaultChecked }) => defaultChecked);
  return { id: wanted.get('pipe'), window: window.value };
}

export function createPipePanel(rules, refresh) {
  const badge = alertBadge();
  find('pipe-alert').append(badge.element);
  const draw = createCharts();
  const edit = createEditForm(rules, refresh);
  const facts = ['Id', 'Service', 'Kind', 'State', 'Alert', 'Alert evaluated'].map((title) => {
    const value = make('dd', {});
    find('pipe-facts').append(make('div', {}, make('dt', {}, title), value));
    return value;
  });

  for (const input of windows)
    input.addEventListener('change', () => {
      const address = new URLSearchParams({ pipe: readAddress().id, window: input.value });
      history.replaceState(null, '', '#' + address);
      refresh();
    });

  let drawn = null;
  const showSeries = async (pipe, window) => {
    try {
      const series = await ask('/_sandbox/pipes/' + encodeURIComponent(pipe.id) + '/series?window=' + window);
      const now = readAddress();
      if (now.id === pipe.id && now.window === window) draw(series, window, pipe.alert.threshold);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      setText(find('series-note'), 'No series: ' + safeText(error.message));
    }
  };

  return async (pipe, { id, window }) => {
    const missing = pipe === undefined;
    setHidden(find('pipe-missing'), !missing);
    setHidden(find('pipe-body'), missing);
    setHidden(badge.element, missing);
    setText(find('pipe-name'), safeText(missing || pipe.name.trim() === '' ? id : pipe.name));
    if (missing) return;
    badge.set(pipe.alert.state);
    const { service, kind, state, alert } = pipe;
    const values = [id, service, kind ?? NOTHING, state, alert.id, dayAndTime(Date.parse(alert.updatedAt)) + ' UTC'];
    for (const [index, value] of values.entries()) setText(facts[index], safeText(value));
    for (const input of windows) if (input.value === window) input.checked = true;
    edit(pipe);
    if (drawn !== id) {
      drawn = id;
      draw(NO_SERIES, window, alert.threshold);
    }
    await showSeries(pipe, window);
  };
}
`;
