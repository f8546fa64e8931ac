/** The page: type, the header with the clock, totals, controls and the notice. */
export const FRAME_STYLE = `
*, ::before, ::after { box-sizing: border-box; }
[hidden] { display: none !important; }
html { background: var(--paper); scrollbar-gutter: stable; scroll-padding-bottom: 7rem; }
body {
  margin: 0 auto;
  padding: 0 clamp(0.9rem, 3vw, 2.5rem) 5rem;
  max-width: 100rem;
  color: var(--ink);
  font: 1rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif;
  font-variant-numeric: tabular-nums;
  overflow-wrap: anywhere;
  text-size-adjust: 100%;
}
code { font-family: ui-monospace, "SF Mono", "Cascadia Code", Menlo, Consolas, "DejaVu Sans Mono", monospace; font-size: 0.875em; }
h1, h2, h3, h4, p, ul, dl, dd, figure, fieldset, legend { margin: 0; padding: 0; }
ul { list-style: none; }
fieldset { min-width: 0; border: 0; }
abbr { text-decoration: none; }
h1 { font-size: 1.15rem; font-weight: 680; letter-spacing: -0.01em; }
h2 { font-size: 1.45rem; font-weight: 680; letter-spacing: -0.02em; line-height: 1.25; }
h3 { font-size: 1.1rem; font-weight: 650; letter-spacing: -0.01em; }
h4 { font-size: 0.95rem; font-weight: 640; }
a { color: var(--accent); }
main:focus { outline: none; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; border-radius: 4px; }
.quiet { color: var(--soft); font-size: 0.875rem; }
.skip { position: absolute; left: -100vw; top: 0.5rem; padding: 0.5rem 0.9rem; border-radius: 8px; background: var(--ink); color: var(--paper); }
.skip:focus { left: 0.9rem; z-index: 2; }
.sheet { background: var(--sheet); border: 1px solid var(--line); border-radius: 14px; }
.empty { padding: 2.5rem 1rem; color: var(--soft); text-align: center; }

.top { display: flex; flex-wrap: wrap; align-items: center; gap: 0.75rem 2.25rem; padding: 1.1rem 0; }
.brand { display: flex; align-items: center; gap: 0.6rem; margin-right: auto; }
.brand path { fill: none; stroke: var(--accent); stroke-width: 4; }
.brand .flange { stroke-width: 3; stroke-linecap: round; }
.clock { min-width: 15.5rem; }
.label { color: var(--soft); font-size: 0.78rem; line-height: 1.2; }
.time { font-size: 1.1rem; font-weight: 640; white-space: nowrap; }
.time abbr { color: var(--soft); font-size: 0.8rem; font-weight: 500; }
.speed { display: flex; flex-wrap: wrap; align-items: center; gap: 0.5rem 0.6rem; }
.speed .quiet { min-width: 6.2rem; }

button, .segments label span { padding: 0.32rem 0.85rem; border: 1px solid var(--edge); border-radius: 9px; background: var(--sheet); color: var(--ink); font: inherit; font-size: 0.875rem; cursor: pointer; }
button:hover:not(:disabled), .segments label:hover span { background: var(--sunk); }
button:disabled { border-color: var(--line); color: var(--soft); cursor: default; }
.primary, .primary:hover:not(:disabled) { border-color: var(--accent); background: var(--accent); color: var(--on-accent); font-weight: 620; }
.segments { display: inline-flex; }
.segments > button, .segments label span { display: block; margin-left: -1px; border-radius: 0; }
.segments > :first-child, .segments legend + label span { border-radius: 9px 0 0 9px; }
.segments > :last-child, .segments label:last-child span { border-radius: 0 9px 9px 0; }
.segments [aria-pressed="true"], .segments [aria-pressed="true"]:hover, .segments :checked + span, .segments label:hover :checked + span { border-color: var(--accent); background: var(--accent); color: var(--on-accent); font-weight: 620; }
.segments button:focus-visible { position: relative; z-index: 1; }
.segments :focus-visible + span { position: relative; z-index: 1; outline: 3px solid var(--accent); outline-offset: 2px; }
.segments label { cursor: pointer; }
.segments input, .segments legend { position: absolute; width: 1px; height: 1px; margin: -1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }

.totals { display: grid; grid-template-columns: repeat(auto-fit, minmax(9.5rem, 1fr)); overflow: hidden; gap: 1px; border: 1px solid var(--line); border-radius: 14px; background: var(--line); }
.totals > div { padding: 0.75rem 1.15rem 0.8rem; background: var(--sheet); }
.totals dt { color: var(--soft); font-size: 0.82rem; }
.totals dd { font-size: 1.55rem; font-weight: 660; line-height: 1.25; letter-spacing: -0.02em; }
.totals .firing dd { color: var(--firing); }

main > section { margin-top: 1.75rem; }
.tools { display: flex; flex-wrap: wrap; align-items: center; gap: 0.6rem 1rem; margin-bottom: 0.8rem; }
.filter { display: flex; flex: 0 1 22rem; align-items: center; gap: 0.5rem; }
label, button, .badge { overflow-wrap: normal; }
.filter label { color: var(--soft); font-size: 0.875rem; }
input:not([type="checkbox"], [type="radio"]), select { width: 100%; min-width: 0; padding: 0.36rem 0.65rem; border: 1px solid var(--edge); border-radius: 9px; background: var(--paper); color: var(--ink); font: inherit; font-size: 0.9375rem; }
::placeholder { color: var(--soft); opacity: 1; }
.chip { display: inline-flex; align-items: center; gap: 0.4rem; padding: 0.28rem 0.85rem 0.28rem 0.65rem; border: 1px solid var(--edge); border-radius: 999px; font-size: 0.875rem; cursor: pointer; }
.chip:has(:checked) { border-color: var(--accent); color: var(--accent); font-weight: 620; }
.chip:has(:focus-visible) { outline: 3px solid var(--accent); outline-offset: 2px; }
.chip input { margin: 0; accent-color: var(--accent); outline: none; }
#count { margin-left: auto; }

.badge { display: inline-flex; align-items: center; gap: 0.4em; padding: 0.1rem 0.65rem 0.1rem 0.5rem; border-radius: 999px; background: var(--tint); color: var(--word); font-size: 0.78rem; font-weight: 640; line-height: 1.5; }
.badge svg { flex: none; width: 0.85rem; height: 0.85rem; }
.badge .shape { fill: var(--fill); fill-rule: evenodd; }
.says { padding: 0.6rem 0.85rem; border-left: 3px solid var(--fill); border-radius: 3px 9px 9px 3px; background: var(--tint); color: var(--ink); font-size: 0.9rem; }

.notice { position: fixed; z-index: 3; right: 1rem; bottom: 1rem; left: 1rem; width: fit-content; max-width: 38rem; margin: 0 auto; visibility: hidden; opacity: 0; transition: opacity 0.15s; }
.notice.seen { visibility: visible; padding: 0.7rem 1.1rem; border: 1px solid var(--fill); border-radius: 11px; background: var(--tint); box-shadow: 0 10px 30px var(--shade); opacity: 1; }
.lost main, .lost .clock { filter: saturate(0.2); }
@media (max-width: 40rem) {
  .clock, .speed { flex: 1 1 100%; }
  .filter { flex: 1 1 100%; }
  .totals { grid-template-columns: 1fr 1fr; }
  .totals > div { padding: 0.55rem 0.9rem; }
  .totals dd { font-size: 1.3rem; }
}
@media (prefers-reduced-motion: reduce) { *, ::before, ::after { transition: none !important; animation: none !important; scroll-behavior: auto !important; } }
`;
