/** The fleet as one pipe, and the figures under it. */
export const FIGURE_STYLE = `
.fleet { margin-top: 1.8rem; }
.fleet-bar { position: relative; height: 26px; margin: 0 5px; }
.fleet-bar .bar { border-radius: 3px; background: var(--sunk); }
.fleet-bar::before, .fleet-bar::after { content: ""; position: absolute; top: -5px; bottom: -5px; width: 8px; border-radius: 3px; background: var(--edge); }
.fleet-bar::before { left: -5px; }
.fleet-bar::after { right: -5px; }
.bar { display: block; overflow: hidden; border-radius: 3px; }
.fleet-bar rect { stroke: var(--sheet); stroke-width: 2px; }
.counts { display: flex; flex-wrap: wrap; gap: 0.45rem 1.6rem; margin-top: 1.05rem; }
.counts li { color: var(--ink); }
.counts .sign { display: inline-grid; place-content: center; width: 1.45em; height: 1.45em; margin-right: 0.5em; border-radius: 5px; background: var(--tint); color: var(--word); font-size: 0.85em; }

.figures { columns: 2 24rem; column-gap: 1rem; margin-bottom: -1rem; }
.figures > figure { margin-bottom: 1rem; padding: 1.15rem 1.35rem 1.25rem; break-inside: avoid; }
.figures table { width: 100%; border-collapse: collapse; font-size: 0.93rem; }
caption { margin-bottom: 0.55rem; color: var(--ink); font-weight: 620; text-align: left; }
thead th { padding: 0 0.8rem 0.3rem 0; color: var(--soft); font-size: 0.78rem; font-weight: 450; text-align: left; vertical-align: bottom; }
thead th.num { text-align: right; }
tbody th { font-weight: 450; text-align: left; }
.figures tbody :is(th, td) { padding: 0.42rem 0.8rem 0.42rem 0; border-top: 1px solid var(--line); vertical-align: middle; }
.figures :is(th, td):last-child { padding-right: 0; }
.pair { display: grid; gap: 2px; max-width: 11rem; margin: 0.3rem 0 0.15rem; }
.pair > div { height: 6px; }
.with-bar { display: grid; grid-template-columns: 4.2rem minmax(3.5rem, 1fr); align-items: center; gap: 0.8rem; }
.with-bar.stacked { grid-template-columns: 1fr; gap: 0.15rem; }
.with-bar.stacked .num { text-align: left; white-space: normal; }
.with-bar > div { height: 12px; display: grid; align-items: center; }
.ranking tbody th { width: 56%; }
.ranking thead th:last-child { text-align: left; }
.move { overflow: visible; }
.ranking tbody th code { font-size: 0.8rem; }
.move .track { stroke: var(--line); stroke-width: 2; }
.move line { stroke-width: 3; }
.move .from { fill: var(--sheet); stroke: var(--edge); stroke-width: 2.5; }
figcaption.quiet { margin-top: 0.6rem; font-size: 0.86rem; }
@media (max-width: 30rem) {
  .capacity th { overflow-wrap: normal; }
  .capacity :is(th, td) { padding-right: 0.5rem; font-size: 0.86rem; }
  .capacity .num .quiet { display: block; }
  .figures > figure { padding: 1rem; }
  .with-bar:not(.stacked) { grid-template-columns: auto minmax(2.5rem, 1fr); }
}
`;
