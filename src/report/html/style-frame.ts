/** The page: type, landmarks, the verdict, facts, problems and the controls. */
export const FRAME_STYLE = `
*, ::before, ::after { box-sizing: border-box; }
[hidden] { display: none !important; }
html { background: var(--paper); scroll-padding-top: 14rem; }
body {
  margin: 0 auto;
  padding: 0 clamp(0.9rem, 4vw, 2.5rem) 3rem;
  max-width: 74rem;
  color: var(--ink);
  font: 1rem/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif;
  font-variant-numeric: tabular-nums;
  overflow-wrap: anywhere;
  text-size-adjust: 100%;
}
code, pre, .value { font-family: ui-monospace, "SF Mono", "Cascadia Code", Menlo, Consolas, "DejaVu Sans Mono", monospace; font-size: 0.875em; }
h1, h2, h3, h4, p, ul, ol, dl, dd, figure, pre, fieldset { margin: 0; padding: 0; }
ul { list-style: none; }
fieldset { min-width: 0; border: 0; }
h2 { margin-bottom: 1rem; font-size: 1.2rem; font-weight: 650; letter-spacing: -0.01em; }
main > section { margin-top: 2.25rem; }
a { color: var(--accent); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; border-radius: 4px; }
h2:focus-visible { outline-offset: 6px; }
.quiet { color: var(--soft); }
.num { text-align: right; white-space: nowrap; }
.field { overflow-wrap: break-word; }
.skip { position: absolute; left: -100vw; top: 0.5rem; padding: 0.5rem 0.9rem; border-radius: 8px; background: var(--ink); color: var(--paper); }
.skip:focus { left: 0.9rem; z-index: 1; }
.sheet, .pipe, .names, .figures > figure, .verdict, .controls {
  background: var(--sheet);
  border: 1px solid var(--line);
  border-radius: 14px;
}
.sheet { padding: clamp(1.1rem, 3vw, 1.75rem); }

.top { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: 0.6rem 1.5rem; padding: 1.1rem 0 0; }
.mark { display: flex; align-items: center; gap: 0.6rem; font-weight: 680; letter-spacing: -0.01em; }
.mark path { fill: none; stroke: var(--accent); stroke-width: 4; }
.mark .flange { stroke-width: 3; stroke-linecap: round; }
.theme { display: flex; align-items: center; padding: 3px; border: 1px solid var(--line); border-radius: 999px; background: var(--sunk); font-size: 0.82rem; }
.theme legend, .theme input { position: absolute; width: 1px; height: 1px; margin: -1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.theme label { padding: 0.15rem 0.75rem; border-radius: 999px; color: var(--soft); cursor: pointer; }
.theme input:checked + label { background: var(--sheet); color: var(--ink); box-shadow: 0 1px 3px var(--shade); font-weight: 600; }
.theme input:focus-visible + label { outline: 3px solid var(--accent); outline-offset: 1px; }

.verdict { position: relative; overflow: hidden; padding: clamp(1.3rem, 4vw, 2.4rem); box-shadow: 0 12px 32px -20px var(--shade); }
main > .verdict { margin-top: 1.1rem; }
.verdict .kind { display: flex; flex-wrap: wrap; align-items: center; gap: 0.6rem; margin-bottom: 0.55rem; color: var(--word); font-weight: 650; }
.environment { padding: 0.05rem 0.65rem; border-radius: 999px; background: var(--tint); font-size: 0.875rem; }
.verdict h1 { max-width: 36ch; font-size: clamp(1.5rem, 1.1rem + 2vw, 2.3rem); font-weight: 680; line-height: 1.2; letter-spacing: -0.022em; text-wrap: balance; }
.verdict .lead { margin-top: 0.6rem; color: var(--soft); font-size: 1.08rem; }

.facts { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(15rem, 100%), 1fr)); gap: 1.05rem 2rem; }
.facts dt { color: var(--soft); font-size: 0.82rem; }
.facts dd code { font-size: 0.82rem; }
.facts.small { display: flex; flex-wrap: wrap; gap: 0.15rem 1.6rem; font-size: 0.88rem; }
.facts.small > div { display: flex; flex-wrap: wrap; align-items: baseline; gap: 0 0.5rem; }

.badge { display: inline-flex; align-items: center; gap: 0.4em; padding: 0.08rem 0.6rem 0.08rem 0.5rem; border-radius: 999px; background: var(--tint); color: var(--word); font-size: 0.78rem; font-weight: 620; line-height: 1.5; white-space: nowrap; }
.sign { font-family: ui-monospace, Menlo, Consolas, "DejaVu Sans Mono", monospace; font-weight: 700; }

.problems { display: grid; gap: 0.7rem; }
.problem { padding: 0.75rem 1rem 0.8rem; border-left: 3px solid var(--fill); border-radius: 4px 10px 10px 4px; background: var(--tint); font-size: 0.94rem; }
.problem .summary { font-weight: 600; }
.problem .badge { margin-right: 0.3rem; padding-left: 0; background: none; }
.problem .detail { color: var(--ink); }
.problem .hint { margin-top: 0.25rem; }
.problem .source code + code { margin-left: 0.6rem; }
.problem .source { margin-top: 0.25rem; color: var(--soft); font-size: 0.85rem; }

.controls { position: sticky; z-index: 1; top: 0; display: grid; gap: 0.5rem; margin-bottom: 1rem; padding: 0.85rem 1.15rem; box-shadow: 0 10px 24px -18px var(--shade); }
.search label { display: block; margin-bottom: 0.3rem; color: var(--soft); font-size: 0.82rem; }
.controls legend { float: left; min-width: 3.4rem; padding: 0.25rem 0 0; color: var(--soft); font-size: 0.82rem; }
.search input { width: 100%; padding: 0.55rem 0.8rem; border: 1px solid var(--edge); border-radius: 9px; background: var(--paper); color: var(--ink); font: inherit; }
.chip { display: inline-flex; align-items: center; gap: 0.4rem; margin: 0 0.4rem 0.3rem 0; padding: 0.1rem 0.75rem 0.1rem 0.55rem; border: 1px solid var(--line); border-radius: 999px; font-size: 0.88rem; cursor: pointer; }
.chip:has(:checked) { border-color: var(--word); background: var(--tint); color: var(--word); font-weight: 600; }
.chip:has(:focus-visible) { outline: 3px solid var(--accent); outline-offset: 2px; }
.chip input { margin: 0; accent-color: var(--fill); outline: none; }
.count { color: var(--soft); font-weight: 450; }
.outcome-line { display: flex; flex-wrap: wrap; align-items: center; gap: 0.5rem; font-size: 0.9rem; }
.outcome-line span { margin-right: auto; font-weight: 600; }
button { padding: 0.25rem 0.8rem; border: 1px solid var(--edge); border-radius: 8px; background: var(--sheet); color: var(--ink); font: inherit; font-size: 0.86rem; cursor: pointer; }
button:hover { background: var(--sunk); }
footer { margin-top: 3rem; color: var(--soft); font-size: 0.85rem; }
@media (max-width: 44rem), (max-height: 40rem) {
  html { scroll-padding-top: 1rem; }
  .controls { position: static; }
}
@media print {
  .theme, .controls, .skip { display: none !important; }
  body { max-width: none; padding: 0; font-size: 10pt; }
  .verdict, .controls { box-shadow: none; }
  .problem, .badge, svg { print-color-adjust: exact; }
}
@media (forced-colors: active) {
  .bar rect, .move line, .move circle { forced-color-adjust: none; }
}
`;
