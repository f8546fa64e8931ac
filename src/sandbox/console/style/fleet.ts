/** The fleet: a table where there is room for one, a card for each pipe where there is not. */
export const FLEET_STYLE = `
.table { overflow: hidden; }
table { width: 100%; border-collapse: collapse; font-size: 0.9rem; table-layout: fixed; }
th, td { padding: 0.45rem 0.55rem; text-align: left; vertical-align: middle; }
:is(th, td):first-child { padding-left: 1.15rem; }
thead { background: var(--sunk); }
thead th { padding-block: 0.3rem; border-bottom: 1px solid var(--line); white-space: nowrap; }
thead button { display: inline-flex; align-items: baseline; gap: 0.35rem; margin-inline: -0.5rem; padding: 0.2rem 0.5rem; border: 0; background: none; color: var(--soft); font-size: 0.82rem; font-weight: 600; }
thead button:hover:not(:disabled) { background: var(--line); }
thead [aria-sort="ascending"] button, thead [aria-sort="descending"] button { color: var(--ink); }
.arrow { width: 0.55rem; }
thead .number button { flex-direction: row-reverse; }
thead .c-utilization button { flex-direction: row; }
[aria-sort="ascending"] .arrow::before { content: "▲"; font-size: 0.6rem; }
[aria-sort="descending"] .arrow::before { content: "▼"; font-size: 0.6rem; }
tbody tr { position: relative; }
tbody tr + tr > * { border-top: 1px solid var(--line); }
tbody tr:hover > * { background: var(--sunk); }
tbody th { font-weight: 600; unicode-bidi: isolate; }
tbody th a { text-decoration: none; }
tbody th a::after { content: ""; position: absolute; inset: 0; }
tbody tr:hover th a { text-decoration: underline; }
tbody th a:focus-visible { outline: none; }
tbody tr:has(a:focus-visible) { outline: 3px solid var(--accent); outline-offset: -3px; border-radius: 6px; }
.c-kind, .c-service, .c-scale { color: var(--soft); }
.c-scale { white-space: nowrap; }
.c-lag, .c-throughput, .c-scale { text-align: right; }
.c-service { width: 9%; }
.c-kind { width: 12%; }
.c-state, .c-scale { width: 9%; }
.c-lag { width: 8%; }
.c-throughput { width: 10%; }
.c-utilization { width: 13.5%; padding-left: 1.5rem; white-space: nowrap; }
.c-alert { width: 9.5%; }
.bar { display: inline-block; overflow: hidden; width: calc(100% - 3.6rem); height: 0.5rem; margin-right: 0.6rem; border-radius: 4px; background: var(--line); vertical-align: 0.05rem; }
.bar span { display: block; height: 100%; border-radius: 4px; background: var(--line-first); }
.bar.busy span { background: var(--line-threshold); }
.share { display: inline-block; min-width: 2.6rem; text-align: right; }
.pages { display: flex; align-items: center; justify-content: center; gap: 1rem; margin-top: 0.9rem; font-size: 0.9rem; }

@media (max-width: 60rem) {
  .table { overflow: visible; border: 0; background: none; }
  table, thead, tbody { display: block; }
  thead { background: none; }
  thead tr { display: flex; flex-wrap: wrap; gap: 0.3rem; margin-bottom: 0.8rem; }
  thead tr > :is(th, :first-child) { width: auto; padding: 0; border: 0; }
  thead tr button { flex-direction: row; margin: 0; padding: 0.15rem 0.6rem; border: 1px solid var(--line); border-radius: 999px; background: var(--sheet); }
  [aria-sort="none"] .arrow { display: none; }
  tbody { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(19rem, 100%), 1fr)); gap: 0.7rem; }
  tbody tr { display: grid; grid-template-columns: 1fr 1fr; align-content: start; gap: 0.15rem 1rem; padding: 0.8rem 1rem; border: 1px solid var(--line); border-radius: 12px; background: var(--sheet); }
  tbody tr:hover > * { background: none; }
  tbody tr > :is(th, td, :first-child) { width: auto; padding: 0; border: 0; font-size: 0.875rem; text-align: left; }
  tbody tr > .c-name { grid-column: 1 / -1; font-size: 1rem; }
  tbody tr > .c-alert { grid-column: 1 / -1; margin-top: 0.35rem; }
  tbody tr > .c-utilization { display: flex; grid-column: 1 / -1; align-items: center; }
  .c-lag::before, .c-throughput::before { content: attr(data-label) " "; color: var(--soft); }
  .bar { flex: 1; }
}
`;
