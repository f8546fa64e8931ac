const TITLE = 'Pipeform sandbox';

interface Column {
  readonly key: string;
  readonly title: string;
  readonly type: 'text' | 'number';
}

const COLUMNS: readonly Column[] = [
  { key: 'name', title: 'Name', type: 'text' },
  { key: 'service', title: 'Service', type: 'text' },
  { key: 'kind', title: 'Kind', type: 'text' },
  { key: 'state', title: 'State', type: 'text' },
  { key: 'scale', title: 'Scale', type: 'number' },
  { key: 'lag', title: 'Lag', type: 'number' },
  { key: 'throughput', title: 'Throughput', type: 'number' },
  { key: 'utilization', title: 'Utilization', type: 'number' },
  { key: 'alert', title: 'Lag alert', type: 'text' },
];

const CHARTS: readonly (readonly [key: string, title: string])[] = [
  ['lag', 'Lag'],
  ['rate', 'Arrivals and throughput'],
  ['utilization', 'Utilization'],
  ['errors', 'Errors'],
];

const WINDOWS = ['15m', '1h', '6h', '24h'] as const;
const FIRST_WINDOW = '1h';

/** The console's only page. It holds no data: its script asks for all of it, so the text is the same for every sandbox. */
export const CONSOLE_PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${TITLE}</title>
<link rel="icon" type="image/svg+xml" href="/_sandbox/console/icon.svg">
<link rel="stylesheet" href="/_sandbox/console/uplot.css">
<link rel="stylesheet" href="/_sandbox/console/console.css">
<script src="/_sandbox/console/uplot.js" defer></script>
<script src="/_sandbox/console/main.js" type="module"></script>
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<header class="top">
  <div class="brand">
    <svg viewBox="0 0 32 32" width="32" height="32" aria-hidden="true"><path d="M3 11h13a5 5 0 0 1 5 5v13"/><path class="flange" d="M3 6v10M16 29h10"/></svg>
    <h1>${TITLE}</h1>
  </div>
  <div class="clock">
    <p class="label">Simulated time</p>
    <p class="time"><time id="now">–</time> <abbr title="Coordinated Universal Time">UTC</abbr></p>
  </div>
  <div class="speed" role="group" aria-label="Simulated time">
    <div class="segments">
      <button type="button" data-speed="0" aria-pressed="false">Pause</button>
      <button type="button" data-speed="1" aria-pressed="false">1×</button>
      <button type="button" data-speed="60" aria-pressed="false">60×</button>
    </div>
    <button type="button" data-advance="10m">Advance 10 min</button>
    <p class="quiet" id="speed" role="status"></p>
  </div>
</header>
<main id="content" tabindex="-1">
  <noscript><p class="sheet">The console needs JavaScript. The control address under <code>/_sandbox/</code> works without it.</p></noscript>
  <dl class="totals" aria-label="Totals of the fleet">
    <div><dt>Pipes</dt><dd id="total-pipes">–</dd></div>
    <div id="total-firing-box"><dt>Alerts firing</dt><dd id="total-firing">–</dd></div>
    <div><dt>Messages waiting</dt><dd id="total-lag">–</dd></div>
    <div><dt>Messages per second</dt><dd id="total-throughput">–</dd></div>
  </dl>
  <section id="fleet" aria-labelledby="fleet-title">
    <div class="tools">
      <h2 id="fleet-title">Fleet</h2>
      <div class="filter"><label for="filter">Filter</label><input id="filter" type="search" autocomplete="off" spellcheck="false" placeholder="name, service, kind, state"></div>
      <label class="chip"><input id="only-firing" type="checkbox"> Only firing</label>
      <p class="quiet" id="count" role="status"></p>
    </div>
    <div class="sheet table">
      <table role="table" aria-labelledby="fleet-title">
        <thead role="rowgroup"><tr role="row">
${COLUMNS.map(header).join('\n')}
        </tr></thead>
        <tbody role="rowgroup" id="rows"></tbody>
      </table>
      <p class="empty" id="no-rows" hidden>No pipe matches.</p>
    </div>
    <nav class="pages" id="pages" aria-label="Pages of the fleet" hidden>
      <button type="button" id="previous">Previous</button>
      <span id="page"></span>
      <button type="button" id="next">Next</button>
    </nav>
  </section>
  <section id="pipe" aria-labelledby="pipe-name" hidden>
    <p class="back"><a href="#">← Fleet</a></p>
    <div class="head">
      <h2 id="pipe-name" tabindex="-1"></h2>
      <span id="pipe-alert"></span>
    </div>
    <p class="empty" id="pipe-missing" hidden>No pipe that the console shows has this id.</p>
    <div id="pipe-body">
      <dl class="facts" id="pipe-facts"></dl>
      <div class="panel">
        <div>
          <div class="tools">
            <h3>Series</h3>
            <fieldset class="segments" id="windows"><legend>Window</legend>
${WINDOWS.map(windowChoice).join('\n')}
            </fieldset>
            <p class="quiet" id="series-note"></p>
          </div>
          <div class="charts">
${CHARTS.map(chart).join('\n')}
          </div>
          <p class="quiet axis-note">Times are simulated and in UTC. Gaps are times without data.</p>
        </div>
        <form id="edit" class="sheet" novalidate aria-labelledby="edit-title">
          <h3 id="edit-title">Edit by hand</h3>
          <p class="quiet">As someone would in the service's own console, behind git's back. Empty means unset.</p>
          <div id="edit-fields"></div>
          <div id="edit-others"></div>
          <div class="submit">
            <p id="edit-error" class="says t-bad" role="alert" hidden></p>
            <div id="edit-done" role="status"></div>
            <div class="buttons">
              <button type="submit" class="primary">Change the pipe</button>
              <button type="reset">Undo</button>
              <span class="quiet" id="edit-count"></span>
            </div>
          </div>
        </form>
      </div>
    </div>
  </section>
</main>
<div id="notice" class="notice" role="status"></div>
</body>
</html>
`;

function header({ key, title, type }: Column): string {
  const sorted = key === 'name' ? 'ascending' : 'none';
  return `          <th role="columnheader" scope="col" class="${type} c-${key}" aria-sort="${sorted}"><button type="button" data-column="${key}" data-type="${type}">${title}<span class="arrow" aria-hidden="true"></span></button></th>`;
}

function windowChoice(window: string): string {
  const checked = window === FIRST_WINDOW ? ' checked' : '';
  return `              <label><input type="radio" name="window" value="${window}"${checked}><span>${window}</span></label>`;
}

function chart([key, title]: readonly [string, string]): string {
  return `            <figure class="sheet" data-chart="${key}">
              <figcaption><h4>${title}</h4><p class="readout" aria-hidden="true"></p><ul class="legend"></ul></figcaption>
              <div class="plot" aria-hidden="true"></div>
            </figure>`;
}
