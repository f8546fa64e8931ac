/** The pipes: groups, folded cards, their tables and requests, and the plain list of those with nothing to say. */
export const CARD_STYLE = `
.legend { margin: 0 0 1rem; font-size: 0.92rem; }
.legend > summary, .requests > summary { color: var(--accent); cursor: pointer; }
.legend dl { display: grid; gap: 0.5rem; margin-top: 0.6rem; }
.legend dl > div { display: grid; grid-template-columns: minmax(12rem, auto) 1fr; gap: 0 1rem; justify-items: start; }
.origin { display: inline-block; padding: 0 0.5rem; border-radius: 5px; background: var(--tint); color: var(--word); font-size: 0.8rem; white-space: nowrap; }

.group { margin-top: 1.6rem; }
.group h3 { margin-bottom: 0.6rem; font-size: 1.02rem; font-weight: 640; }
.pipe { position: relative; margin-bottom: 0.6rem; overflow: hidden; content-visibility: auto; contain-intrinsic-size: auto 60px; }
.pipe::before { content: ""; position: absolute; inset: 0 auto 0 0; width: 4px; background: var(--fill); }
.pipe > summary { display: flex; flex-wrap: wrap; align-items: baseline; justify-content: space-between; gap: 0.2rem 1.5rem; padding: 0.8rem 1.15rem 0.8rem 1.4rem; cursor: pointer; list-style: none; }
.pipe > summary::-webkit-details-marker { display: none; }
.pipe > summary:hover { background: var(--tint); }
.pipe > summary:focus-visible { outline-offset: -3px; border-radius: 14px; }
.pipe h4 { display: flex; flex-wrap: wrap; align-items: baseline; gap: 0.2rem 0.75rem; font-size: 1rem; font-weight: 630; }
.name .quiet { font-weight: 450; }
.glimpse { color: var(--soft); font-size: 0.88rem; }
.glimpse b { color: var(--ink); font-weight: 600; }
.glimpse span:not(:last-child) { margin-right: 0.6rem; }
.pipe[open] .glimpse { visibility: hidden; height: 0; }
.body { display: grid; grid-template-columns: minmax(0, 1fr); gap: 1.1rem; padding: 0.1rem 1.4rem 1.4rem; }

.body table { width: 100%; border-collapse: collapse; font-size: 0.93rem; }
.body tbody :is(th, td) { padding: 0.55rem 0.9rem 0.55rem 0; border-top: 1px solid var(--line); vertical-align: top; }
.body tbody th { width: 50%; }
.where { display: flex; flex-wrap: wrap; gap: 0.2rem 0.6rem; align-items: baseline; margin-top: 0.15rem; font-size: 0.85rem; }
.place { color: var(--soft); font-size: 0.82rem; }
.changes tbody th > code { font-weight: 600; }
.before .value { color: var(--soft); }
.after .value { font-weight: 650; }
.remark { display: block; color: var(--soft); font-size: 0.82rem; }
.reason { margin-top: 0.3rem; padding-left: 0.7rem; border-left: 2px solid var(--edge); font-size: 0.9rem; }
.records tbody th { width: auto; }
.outcome { color: var(--word); font-weight: 600; }

.requests { font-size: 0.92rem; }
.requests ol { display: grid; gap: 0.9rem; margin-top: 0.8rem; padding: 0; list-style: none; }
.requests .line { font-size: 0.92rem; }
.requests pre { margin: 0.35rem 0; padding: 0.7rem 0.95rem; border-radius: 9px; background: var(--sunk); line-height: 1.6; white-space: pre-wrap; }
.requests pre code { color: var(--soft); }
.requests pre b { color: var(--ink); font-weight: 680; }

.names { overflow: hidden; }
.names > summary { padding: 0.8rem 1.15rem 0.8rem 1.4rem; cursor: pointer; }
.names > summary:hover { background: var(--sunk); }
.names ul { padding: 0.2rem 1.4rem 1rem; }
.names li { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 1.5rem; padding: 0.3rem 0; border-top: 1px solid var(--line); content-visibility: auto; contain-intrinsic-size: auto 2.2rem; }
.names li code { color: var(--soft); font-size: 0.8rem; }
@media (max-width: 44rem) {
  .legend dl > div { grid-template-columns: 1fr; }
  .body { padding: 0.2rem 1rem 1.1rem 1.15rem; }
  .pipe > summary { padding-right: 1rem; }
  .body tbody :is(th, td) { padding-right: 0.6rem; }
  .records { display: block; overflow-x: auto; }
}
@media (prefers-reduced-motion: no-preference) {
  .chip, button, .theme label { transition: background-color 120ms, border-color 120ms, color 120ms; }
}
@media print {
  details::details-content { content-visibility: visible; block-size: auto; }
  .pipe, .names li { content-visibility: visible; }
  .pipe { break-inside: avoid-page; }
  .glimpse { display: none; }
}
`;
