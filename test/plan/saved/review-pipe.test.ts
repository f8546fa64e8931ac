import { describe, expect, it } from 'vitest';
import type { Acknowledgement, DesiredPipe } from '../../../src/model/fleet.ts';
import type { Change, Plan, PlannedPipe } from '../../../src/model/plan.ts';
import { codes, desiredPipe, fleetOf, idOf, livePipe, onlyPipe, pair, place, planOf, statusesOf } from '../samples.ts';
import { fleet, live, reviewed, saved, wanted } from './review.ts';

/** The plan with its only pipe edited and a valid digest. */
function tamper(saved: Plan, change: (pipe: PlannedPipe) => Partial<PlannedPipe>): Plan {
  return { ...saved, pipes: saved.pipes.map((pipe) => ({ ...pipe, ...change(pipe) })) };
}

/** The plan with all its changes edited, and a valid digest. */
function withChange(saved: Plan, edit: Partial<Change>): Plan {
  return tamper(saved, ({ changes }) => ({ changes: changes.map((change) => ({ ...change, ...edit })) }));
}

describe('the requests in a saved plan', () => {
  it('are never sent: requests are built again', () => {
    const evil = tamper(saved, ({ requests }) => ({
      requests: requests.map((request) => ({
        ...request,
        path: '/v1/organizations/evil/services/evil/pipes/evil/settings',
        body: { db_max_threads: 64, evil: true },
      })),
    }));
    expect(onlyPipe(reviewed(evil, fleet)).requests).toEqual(onlyPipe(saved).requests);
  });

  it('include the basis that a read must confirm before anything is sent', () => {
    const evil = tamper(saved, ({ live: basis }) => ({
      live: { settings: { ...basis?.settings, future: 'mine' }, scaling: basis?.scaling ?? {} },
    }));
    expect(onlyPipe(reviewed(evil, fleet)).live?.settings).toMatchObject({ future: 'mine' });
  });

  it('do not update a pipe that is marked unchanged but has changes', () => {
    const evil = tamper(saved, () => ({ status: 'unchanged', requests: [] }));
    expect(onlyPipe(reviewed(evil, fleet))).toMatchObject({ status: 'unchanged', requests: [] });
  });
});

describe('a value that the contract does not allow', () => {
  const kafkaOnly = desiredPipe({ settings: { object_storage_concurrency: 2 } });
  const memory = desiredPipe({ scaling: { replicaMemoryGb: 0.25 } });

  it.each<[string, DesiredPipe, Partial<Change>]>([
    ['above the range', desiredPipe({ settings: { db_max_threads: 65 } }), { after: 65 }],
    ['below the range', desiredPipe({ settings: { db_max_threads: -1 } }), { after: -1 }],
    ['not a whole number', desiredPipe({ settings: { db_max_threads: 4.5 } }), { after: 4.5 }],
    ['a boolean for a number', wanted, { after: true }],
    ['a number for a boolean', wanted, { path: 'settings.db_parallel_view_processing', after: 1, before: null }],
    ['an unknown setting', wanted, { path: 'settings.future', before: 'kept', after: 1 }],
    ['an Object.prototype key', wanted, { path: 'settings.__proto__', before: null, after: 1 }],
    ['an unknown scaling key', wanted, { path: 'scaling.constructor', before: null, after: 1 }],
    ['a field of another kind', kafkaOnly, { path: 'settings.object_storage_concurrency', before: null, after: 2 }],
    ['a fraction below the range', memory, { path: 'scaling.replicaMemoryGb', before: null, after: 0.25 }],
  ])('is refused and nothing is sent: %s', (_, desired, edit) => {
    const evil = withChange(saved, edit);
    const first = tamper(evil, ({ changes }) => ({ changes: changes.slice(0, 1) }));
    const pipe = onlyPipe(reviewed(first, fleetOf([{ ...desired, id: wanted.id }])));
    expect(pipe).toMatchObject({ status: 'refused', requests: [] });
    expect(codes(pipe.diagnostics)).toContain('out-of-range');
  });

  it('is reported together with all others', () => {
    const pipe = onlyPipe(reviewed(withChange(saved, { after: 1000 }), fleet));
    expect(codes(pipe.diagnostics)).toEqual(['out-of-range', 'out-of-range']);
  });
});

describe('an edited previous value', () => {
  const policy = { maxReplicaFactor: 2 };
  const far = desiredPipe({ scaling: { replicas: 8 } });
  const shown = livePipe({ scaling: { replicas: 2 } });
  const refused = planOf([pair(far, shown)], { policy });
  const farFleet = fleetOf([far], policy);

  it('cannot bypass a policy', () => {
    expect(onlyPipe(reviewed(refused, farFleet)).status).toBe('refused');
    expect(onlyPipe(reviewed(withChange(refused, { before: 5 }), farFleet))).toMatchObject({
      status: 'refused',
      requests: [],
    });
  });

  it('cannot be left out of the basis', () => {
    const evil = tamper(withChange(refused, { before: null }), () => ({ live: { settings: {}, scaling: {} } }));
    expect(onlyPipe(reviewed(evil, farFleet))).toMatchObject({ status: 'refused', requests: [] });
  });

  it('may be unknown for a size that was settling when the other was changed', () => {
    const sized = desiredPipe({ scaling: { replicaCpuMillicores: 500, replicaMemoryGb: 2 } });
    const settling = livePipe({ state: 'Modifying', scaling: { replicaCpuMillicores: 250 } });
    const plan = planOf([pair(sized, settling)]);
    expect(onlyPipe(plan).changes).toHaveLength(2);
    expect(onlyPipe(reviewed(plan, fleetOf([sized])))).toEqual(onlyPipe(plan));
  });
});

describe('a changed configuration', () => {
  const known: Acknowledgement = {
    path: 'settings.db_max_threads',
    reason: 'by hand',
    until: '2026-12-01',
    location: place(9),
  };
  const scaling = { replicas: 4 };

  it.each<[string, readonly DesiredPipe[], string]>([
    [
      'another value',
      [desiredPipe({ settings: { db_max_threads: 6 }, scaling })],
      'settings.db_max_threads: the plan sets 8, the configuration asks for 6',
    ],
    ['unset now', [desiredPipe({ settings: { db_max_threads: null }, scaling })], 'asks for unset'],
    ['no longer managed', [desiredPipe({ scaling })], 'the configuration does not manage it'],
    ['another name is declared', [{ ...wanted, liveName: 'orders-prod' }], 'orders-prod'],
    ['another kind is declared', [{ ...wanted, source: 'kinesis' as const }], 'kinesis'],
    ['acknowledged since', [{ ...wanted, acknowledge: [known] }], 'acknowledge'],
    [
      'a band that includes live',
      [desiredPipe({ settings: { db_max_threads: 8 }, scaling: { replicas: { min: 2, max: 6 } } })],
      'asks for 2 to 6',
    ],
    ['a removed pipe', [], idOf('orders')],
    ['another id', [{ ...wanted, id: idOf('other') }], idOf('orders')],
    ['another service', [{ ...wanted, serviceId: 'other' }], idOf('orders')],
    ['another name in the configuration', [{ ...wanted, name: 'renamed' }], idOf('orders')],
  ])('makes the pipe stale: %s', (_, pipes, words) => {
    const pipe = onlyPipe(reviewed(saved, fleetOf(pipes)));
    expect(pipe).toMatchObject({ status: 'stale', requests: [] });
    const problem = pipe.diagnostics.find(({ code }) => code === 'plan-outdated');
    expect(problem).toMatchObject({ severity: 'error' });
    expect(problem?.detail).toContain(words);
  });

  it('is detected when the band was widened', () => {
    const band = (max: number) => desiredPipe({ scaling: { replicas: { min: 2, max } } });
    const plan = planOf([pair(band(6), livePipe({ scaling: { replicas: 9 } }))]);
    expect(onlyPipe(plan).changes).toMatchObject([{ before: 9, after: 6 }]);
    expect(onlyPipe(reviewed(plan, fleetOf([band(6)]))).status).toBe('update');
    expect(onlyPipe(reviewed(plan, fleetOf([band(8)]))).status).toBe('stale');
    // The limit that applies is the same, so a plan made now would be too.
    const lower = desiredPipe({ scaling: { replicas: { min: 1, max: 6 } } });
    expect(onlyPipe(reviewed(plan, fleetOf([lower]))).status).toBe('update');
  });

  it('is not detected when only an acknowledgement expired', () => {
    const over = { ...wanted, acknowledge: [{ ...known, until: '2026-11-19' }] };
    expect(onlyPipe(reviewed(saved, fleetOf([over]))).status).toBe('update');
  });

  it('reports every change, and other pipes continue', () => {
    const other = pair(desiredPipe({ name: 'other', settings: { db_max_threads: 8 } }), livePipe({ name: 'other' }));
    const plan = planOf([pair(wanted, live), other]);
    const moved = desiredPipe({ settings: { db_max_threads: 6 }, scaling: { replicas: 3 } });
    const result = reviewed(plan, fleetOf([moved, other.desired]));
    expect(statusesOf(result)).toEqual({ orders: 'stale', other: 'update' });
    expect(result.pipes[0]?.diagnostics[0]?.detail?.split('\n')).toHaveLength(2);
    expect(result.summary).toMatchObject({ total: 2, update: 1 });
  });
});
