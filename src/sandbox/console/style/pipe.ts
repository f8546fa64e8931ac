/** The panel of one pipe: facts, charts and the form. */
export const PIPE_STYLE = `
.back { margin-bottom: 0.5rem; font-size: 0.9rem; }
.head { display: flex; flex-wrap: wrap; align-items: center; gap: 0.4rem 1rem; }
.head h2 { unicode-bidi: isolate; }
.head h2:focus { outline: none; }
.head h2:focus-visible { outline: 3px solid var(--accent); outline-offset: 4px; }
.facts { display: flex; flex-wrap: wrap; gap: 0.2rem 1.6rem; margin: 0.5rem 0 1.5rem; font-size: 0.875rem; }
.facts > div { display: flex; flex-wrap: wrap; gap: 0 0.45rem; }
.facts dt { color: var(--soft); }
.panel { display: grid; gap: 1.5rem; }
.panel > * { min-width: 0; }
.panel .tools { min-height: 2.2rem; }

.charts { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(24rem, 100%), 1fr)); gap: 1rem; }
.charts figure { min-width: 0; padding: 0.85rem 0.9rem 0.5rem; }
figcaption { position: relative; padding: 0 0.3rem 0.35rem; }
.readout { position: absolute; top: 0; right: 0.3rem; padding-left: 0.5rem; background: var(--sheet); color: var(--soft); font-size: 0.82rem; }
.legend { min-height: 3rem; margin-top: 0.15rem; font-size: 0.875rem; }
.legend li { display: flex; flex-wrap: wrap; align-items: center; gap: 0 0.5rem; }
.legend .quiet { font-size: 0.82rem; }
.key { flex: none; width: 1.5rem; height: 0.5rem; }
.key path { fill: none; stroke-width: 2.5; }
.key.first path { stroke: var(--line-first); }
.key.second path { stroke: var(--line-second); stroke-dasharray: 6 4; }
.key.threshold path { stroke: var(--line-threshold); stroke-dasharray: 2 4; }
.plot { height: 190px; overflow: hidden; }
.u-hz .u-cursor-x { border-right-color: var(--edge); }
.axis-note { margin-top: 0.7rem; }

form { padding: 1.1rem 1.25rem 0; }
form h3 + .quiet { margin-top: 0.25rem; }
form fieldset { margin-top: 1.1rem; }
form legend { margin-bottom: 0.5rem; font-size: 0.95rem; font-weight: 640; }
form .field { margin: 0 0 0.5rem -0.7rem; padding: 0.15rem 0 0.25rem 0.7rem; border-left: 3px solid transparent; }
.field .hint { margin-top: 0.15rem; }
.field.changed { border-left-color: var(--line-second); }
.names { display: flex; flex-wrap: wrap; align-items: baseline; justify-content: space-between; gap: 0 0.75rem; margin-bottom: 0.2rem; }
.field label { overflow-wrap: anywhere; }
.hint, .note { color: var(--soft); font-size: 0.8rem; line-height: 1.4; }
.note:not(:empty) { margin-top: 0.2rem; color: var(--ink); font-weight: 600; }
[aria-invalid="true"] { border-color: var(--line-threshold) !important; box-shadow: 0 0 0 1px var(--line-threshold); }
[aria-invalid="true"] + .note::before { content: "▲ "; color: var(--line-threshold); }
#edit-others { color: var(--soft); font-size: 0.82rem; }
.submit { position: sticky; bottom: 0; display: grid; gap: 0.6rem; margin: 1rem -1.25rem 0; padding: 0.8rem 1.25rem 0.9rem; border-top: 1px solid var(--line); border-radius: 0 0 14px 14px; background: var(--sheet); }
#edit-done:empty { display: none; }
#edit-done ul { margin: 0.15rem 0; }
.buttons { display: flex; flex-wrap: wrap; align-items: center; gap: 0.6rem; }

@media (min-width: 70rem) {
  .panel { grid-template-columns: minmax(0, 1fr) 24rem; align-items: start; }
}
/* Only where all of the charts can be seen while the form beside them is scrolled. */
@media (min-width: 70rem) and (min-height: 50rem) {
  .panel > :first-child { position: sticky; top: 1rem; }
}
@media (min-width: 44rem) and (max-width: 69.99rem) {
  form fieldset { display: grid; grid-template-columns: 1fr 1fr; gap: 0 1.5rem; }
  form legend { grid-column: 1 / -1; }
  form .field { margin-left: 0; }
}
`;
