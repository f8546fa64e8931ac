import type { RolloutRecord, WaveRecord } from '../../model/rollout.ts';
import type { Run, RunPipe } from '../../model/run.ts';
import { count } from '../view-model/count.ts';
import { lookOfWave, pickWaves, sortRestored } from '../view-model/rollout-words.ts';
import { formatTook } from '../view-model/took.ts';
import { renderGates } from './gate-table.ts';
import { html, type Markup, NOTHING } from './markup.ts';
import { badge, name, sentence } from './phrases.ts';

const MOST_WAVES = 40;
const MOST_NAMES = 100;
const LONGEST_REASON = 600;

/** How updates were spread and guarded; nothing when the run had neither waves nor health checks. */
export function renderRolloutSection(run: Run): Markup {
  const { rollout, checks } = run;
  if (rollout === null && checks.length === 0) return NOTHING;
  return html`<section class="sheet rollout" aria-labelledby="rollout">
<h2 id="rollout">${rollout === null ? 'Health checks' : 'Rollout'}</h2>
${rollout === null ? null : renderWaves(rollout)}${renderRestored(run)}${renderGates(checks)}
</section>
`;
}

function renderWaves(rollout: RolloutRecord): Markup {
  const { shown, more } = pickWaves(rollout, MOST_WAVES);
  if (shown.length === 0) return NOTHING;
  return html`<ol class="waves">${shown.map(renderWave)}</ol>
${more > 0 ? html`<p class="quiet">And ${count(more, 'more wave')}.</p>` : null}`;
}

function renderWave({ wave, pipes, verdict, reason, bakedMs }: WaveRecord): Markup {
  const { tone, mark, word } = lookOfWave(verdict);
  const baked = bakedMs > 0 ? html` <span class="quiet">baked ${formatTook(bakedMs)}</span>` : null;
  return html`<li class="wave t-${tone}"><p><b>Wave ${wave}</b> ${badge(tone, mark, word)}${baked}</p>
<details><summary>${count(pipes.length, 'pipe')}</summary><p class="members">${listNames(pipes)}</p></details>
${reason === null ? null : html`<p class="why">${sentence(reason, LONGEST_REASON)}</p>`}</li>`;
}

function renderRestored(run: Run): Markup {
  const sorted = sortRestored(run);
  if (sorted === null) return NOTHING;
  const { restored, kept } = sorted;
  return html`<dl class="facts small restored">${renderPipes('Rolled back', restored)}${renderPipes('Not rolled back', kept)}</dl>`;
}

function renderPipes(term: string, pipes: readonly RunPipe[]): Markup {
  if (pipes.length === 0) return NOTHING;
  return html`<div><dt>${term}</dt><dd>${listNames(pipes.map((pipe) => pipe.name))}</dd></div>`;
}

function listNames(names: readonly string[]): Markup {
  const shown = names.slice(0, MOST_NAMES).map((each, index) => html`${index === 0 ? null : ', '}${name(each)}`);
  const more = names.length - shown.length;
  return html`${shown}${more > 0 ? ` and ${count(more, 'more pipe')}` : null}`;
}
