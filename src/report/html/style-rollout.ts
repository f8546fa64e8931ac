/** The waves of a rollout and the health checks that guarded it. */
export const ROLLOUT_STYLE = `
.rollout { display: grid; grid-template-columns: minmax(0, 1fr); gap: 1.1rem; }
.rollout h2 { margin: 0; }
.waves { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(15rem, 100%), 1fr)); gap: 0.7rem; padding: 0; list-style: none; }
.wave { padding: 0.75rem 1rem 0.8rem; border-top: 4px solid var(--fill); border-radius: 4px 4px 10px 10px; background: var(--sunk); }
.wave > p:first-child { display: flex; flex-wrap: wrap; align-items: baseline; gap: 0.2rem 0.6rem; }
.wave summary { color: var(--accent); cursor: pointer; font-size: 0.92rem; }
.members { margin-top: 0.3rem; font-size: 0.9rem; }
.why { margin-top: 0.3rem; color: var(--soft); font-size: 0.88rem; }
.gates { width: 100%; border-collapse: collapse; table-layout: fixed; font-size: 0.93rem; }
.gates tbody :is(th, td) { padding: 0.6rem 0.9rem 0.6rem 0; border-top: 1px solid var(--line); vertical-align: top; }
.gates th:nth-child(-n+2) { width: 29%; }
.gates tbody td:last-child { padding-right: 0; }
.spark { display: block; max-width: 100%; overflow: visible; }
.spark path { fill: none; stroke: var(--fill); stroke-width: 2; stroke-linecap: round; stroke-linejoin: round; }
.spark circle { fill: var(--word); }
.arithmetic { color: var(--soft); font-size: 0.88rem; }
.names li .arithmetic { flex: 1 1 18rem; }
.problem .facts { margin-top: 0.35rem; }
.problems + .declared { margin-top: 0.9rem; }
@media print {
  .wave, .gates tr { break-inside: avoid; }
}
`;
