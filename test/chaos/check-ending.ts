import type { Run } from '../../src/model/run.ts';
import { gatherFacts, isLiar } from './facts.ts';
import type { CommandOutput, Evidence } from './play.ts';

const STACK = /^\s+at .+:\d+:\d+\)?$/m;

/** The exit code matches the result, stdout is complete, and no stack trace is shown. */
export function checkEnding(evidence: Evidence): readonly string[] {
  const { apply, again, rollback, plan, struck, chaos } = evidence;
  const wasKilled = struck && chaos.blow?.signal === 'SIGKILL' && apply.ended.code === 'SIGKILL';
  const commands = [
    ['apply', apply],
    ['the second apply', again.output],
    ...(rollback === null ? [] : [['rollback', rollback.output] as const]),
  ] as const satisfies readonly (readonly [string, CommandOutput])[];
  const found = commands.flatMap(([name, output]) =>
    checkStreams(output, wasKilled && output === apply).map((words) => `${name}: ${words}`),
  );
  if (STACK.test(plan.ended.stderr)) found.push('the last plan showed a stack trace');
  if (wasKilled) return found;
  if (apply.run === null) return found;
  return [...found, ...checkCode(apply.run, evidence)];
}

function checkStreams({ ended, events, run }: CommandOutput, wasKilled: boolean): readonly string[] {
  const found: string[] = [];
  if (STACK.test(ended.stderr)) found.push(`stderr shows a stack trace:\n${ended.stderr}`);
  if (ended.code === 'SIGALRM') found.push('it hung and had to be killed');
  if (wasKilled) return found;
  if (typeof ended.code === 'string') found.push(`it died of ${ended.code}`);
  if (!ended.stdout.endsWith('\n')) found.push('the last line of stdout is not whole');
  const types = events.map(({ type }) => type);
  if (types.at(-1) !== 'run_done') found.push(`the last event is ${types.at(-1)}`);
  if (types.filter((type) => type === 'run_done').length > 1) found.push('run_done came more than once');
  if (run === null) return found;
  for (const event of events) {
    if (event.type !== 'pipe_done') continue;
    const last = events.findLast((other) => other.type === 'pipe_done' && other.pipe === event.pipe);
    const { status } = run.pipes.find(({ name }) => name === event.pipe) ?? {};
    if (last === event && event.status !== status) {
      found.push(`pipe_done says that ${event.pipe} is ${event.status}, run_done that it is ${status}`);
    }
  }
  return found;
}

/** The exit codes, where "written" is what the service committed. */
function checkCode(run: Run, evidence: Evidence): readonly string[] {
  const { apply, struck, chaos } = evidence;
  const { code } = apply.ended;
  if (run.diagnostics.some((one) => one.code === 'journal-lost' || one.code === 'lock-lost'))
    return ['it says that it lost its journal or the lock, which nobody took'];
  const violation = (wanted: string) => [`apply ended with ${code}, and ${wanted}`];
  const { signal } = chaos.blow ?? {};
  if (run.interrupted !== null) {
    if (!struck || run.interrupted !== signal)
      return violation(`it says that ${run.interrupted} interrupted it, which nobody sent`);
    return code === (signal === 'SIGTERM' ? 143 : 130) ? [] : violation(`it was interrupted by ${signal}`);
  }
  if (code === 130 || code === 143) return violation('its run says that nothing interrupted it');
  const wrote = gatherFacts(evidence).some(({ own, writes }) =>
    own.some(({ place }) => !writes.some((entry) => entry.place === place && isLiar(entry))),
  );
  const has = (...wanted: readonly string[]) => run.pipes.some(({ status }) => wanted.includes(status));
  const isWhole = run.diagnostics.some(({ severity }) => severity === 'error');
  switch (code) {
    case 0:
      return has('failed', 'unknown', 'stale', 'refused', 'skipped', 'rolled-back')
        ? violation('not all is as planned')
        : [];
    case 1:
      return wrote ? violation('something was written') : [];
    case 3:
      return has('failed', 'unknown', 'rolled-back', 'skipped') ? [] : violation('no pipe failed');
    case 4:
      return has('stale') ? [] : violation('no pipe is stale');
    case 5:
      return has('refused') || isWhole ? [] : violation('nothing was refused');
    default:
      return violation('there is no such code');
  }
}
