import type { Hono } from 'hono';
import type { JsonObject } from '../../model/json.ts';
import { parseDuration } from '../../model/units.ts';
import { Refusal } from '../pipes-api/answer.ts';
import { parseUpdate, readBody, requireJson } from '../pipes-api/body.ts';
import type { SandboxEnv } from '../pipes-api/exchange.ts';
import { requirePipe } from '../pipes-api/require-pipe.ts';
import type { Service } from '../service.ts';
import { MOST_ADVANCE_MS, type SimulationClock } from '../simulation/clock.ts';
import { MOST_SPEED } from '../switches.ts';
import { showFleet } from './fleet-view.ts';
import { showSeries } from './series-view.ts';

/** What the console shows and a test steps: the fleet with its load, the load of one pipe, and the simulated time. */
export function addSimulationRoutes(app: Hono<SandboxEnv>, service: Service): void {
  const { clock } = service.simulation;
  app.get('/_sandbox/fleet', (context) => context.json(showFleet(service)));
  app.get('/_sandbox/pipes/:id/series', (context) =>
    context.json(
      showSeries(service.simulation, requirePipe(service, context), readWindow(context.req.query('window'))),
    ),
  );
  app.get('/_sandbox/clock', (context) => context.json(showClock(clock)));
  app.post('/_sandbox/clock', async (context) => {
    requireJson(context.env.incoming.headers['content-type']);
    const { advance, speed } = readClockChange(parseUpdate(await readBody(context.env.incoming)));
    if (advance !== undefined) clock.advance(advance);
    if (speed !== undefined) clock.setSpeed(speed);
    return context.json(showClock(clock));
  });
}

/** `now` in epoch milliseconds; a clock that does not run by itself is stepped. */
function showClock(clock: SimulationClock): JsonObject {
  const speed = clock.speed();
  return { now: clock.now(), speed, mode: speed === 0 ? 'stepped' : 'running' };
}

interface ClockChange {
  /** Milliseconds. */
  readonly advance?: number;
  readonly speed?: number;
}

function readClockChange(body: JsonObject): ClockChange {
  const problems: string[] = [];
  const { advance, speed, ...others } = body;
  for (const key of Object.keys(others)) problems.push(`${key} is not about the clock`);
  const advanceMs = typeof advance === 'string' ? readDuration(advance, MOST_ADVANCE_MS) : undefined;
  if (advance !== undefined && advanceMs === undefined) {
    problems.push('advance must be a duration such as "10m", up to 31d');
  }
  if (speed !== undefined && !(typeof speed === 'number' && speed >= 0 && speed <= MOST_SPEED)) {
    problems.push(`speed must be a number from 0 to ${MOST_SPEED}`);
  }
  if (problems.length > 0) throw new Refusal('BAD_REQUEST', `${problems.join('; ')}.`);
  return {
    ...(advanceMs !== undefined && { advance: advanceMs }),
    ...(speed !== undefined && { speed: Number(speed) }),
  };
}

const DAY_MS = 86_400_000;

function readWindow(text = '1h'): number {
  const window = readDuration(text, DAY_MS);
  if (window !== undefined && window > 0) return window;
  throw new Refusal('BAD_REQUEST', 'window must be a duration such as 15m, up to 24h.');
}

function readDuration(text: string, most: number): number | undefined {
  const duration = parseDuration(text);
  return duration.ok && duration.value <= most ? duration.value : undefined;
}
