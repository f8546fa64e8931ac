import { expect, test } from 'vitest';
import script from '../../../src/sandbox/console/browser/next-command.js?raw';

interface NextCommandModule {
  chooseNext(fleet: object, pipe: object | undefined, origin: string): readonly [command: string, reason: string];
}

const { chooseNext } = (await import(`data:text/javascript,${encodeURIComponent(script)}`)) as NextCommandModule;

const ORIGIN = 'http://127.0.0.1:4010';
const PIPE = { id: 'p-1', service: 'analytics', changedBy: null, isRequested: true, alert: { state: 'OK' } };
const FLEET = {
  organization: 'o-1',
  services: { analytics: 's-1' },
  requests: { total: 1, lastStatus: 200 },
  pipes: [PIPE],
};
const fleetOf = (pipe: object) => ({ ...FLEET, pipes: [{ ...PIPE, ...pipe }, PIPE] });

test.each([
  ['no request has arrived', { ...FLEET, requests: { total: 0, lastStatus: null } }, 'pipeform init'],
  [
    'credentials are wrong',
    { ...fleetOf({ changedBy: 'hand' }), requests: { total: 9, lastStatus: 401 } },
    'pipeform doctor',
  ],
  ['a pipe was changed by hand', fleetOf({ changedBy: 'hand', alert: { state: 'ALERT' } }), 'pipeform drift'],
  ['an alert fires', fleetOf({ alert: { state: 'ALERT' } }), 'pipeform check'],
  ['an apply has changed a pipe', fleetOf({ changedBy: 'api' }), 'pipeform plan'],
])('for the fleet when %s', (_, fleet, command) => {
  const [found, reason] = chooseNext(fleet, undefined, ORIGIN);
  expect(found.split(' --')[0]).toBe(command);
  expect(reason).toMatch(/^[A-Z\d].*\.$/);
});

test('init gets the addresses and ids of this sandbox', () => {
  const [command] = chooseNext({ ...FLEET, requests: { total: 0, lastStatus: null } }, undefined, ORIGIN);
  expect(command).toBe(
    `pipeform init --url ${ORIGIN} --organization o-1 --service analytics=s-1 --observability ${ORIGIN}`,
  );
});

test.each([
  ['no command has read it', { isRequested: false }, 'pipeform pull p-1 --service analytics'],
  ['it was changed by hand', { changedBy: 'hand', alert: { state: 'ALERT' } }, 'pipeform drift'],
  ['its alert fires', { alert: { state: 'ALERT' } }, 'pipeform check'],
  ['nothing is wrong', {}, 'pipeform plan'],
])('for a pipe when %s', (_, pipe, command) => {
  expect(chooseNext(FLEET, { ...PIPE, ...pipe }, ORIGIN)[0]).toBe(command);
});

test.each([
  ["a'b $(id)", `pipeform pull p-1 --service 'a'\\''b $(id)'`],
  ['--all', `pipeform pull p-1 --service '--all'`],
  ['', `pipeform pull p-1 --service ''`],
  ['a\nid', 'pipeform plan'],
  ['\u001b[2J', 'pipeform plan'],
  ['\u202egnp', 'pipeform plan'],
])('a service named %j cannot run anything else', (service, command) => {
  expect(chooseNext(FLEET, { ...PIPE, service, isRequested: false }, ORIGIN)[0]).toBe(command);
});
