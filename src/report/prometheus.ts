// Home-made because `prom-client` collects what a running process counts: here one report is printed once, as gauges.

import type { CheckFinding } from '../model/check.ts';
import { DAY_MS, SECOND_MS } from '../model/clock.ts';
import { ORIGINS } from '../model/origin.ts';
import { DRIFT_STATUSES, type Drift, hasReadEverything } from '../model/report.ts';
import { countFindings } from './view-model/finding.ts';

type Labels = Readonly<Record<string, string>>;

type Sample = readonly [value: number, labels?: Labels];

/** The families (without `pipeform_`) in document order. Each value is a state at one moment, so each family is a gauge. */
const HELP = {
  build_info: 'The version of Pipeform that wrote these metrics; the value is always 1.',
  drift_last_run_timestamp_seconds:
    'When the pipes were last compared with the configuration, in seconds since the epoch.',
  drift_complete:
    '1 when every selected pipe and declared alert was read and compared, else 0. Drift is known to be absent only while this is 1.',
  drift_configured_pipes: 'Pipes in the configuration, selected or not.',
  drift_pipes:
    'Selected pipes by status; gone means that the service no longer has a pipe, error that it could not be read or compared.',
  drift_fields: 'Fields that differ from the configuration and are not acknowledged, without those of late pipes.',
  drift_fields_by_origin:
    'The fields of pipeform_drift_fields by where the difference comes from, when compared with a git base.',
  drift_acknowledged_fields: 'Fields that differ from the configuration and are acknowledged until a date.',
  drift_pipe_status: 'The status of each pipe that is not in sync; the value is always 1.',
  drift_acknowledgement_expiry_timestamp_seconds:
    'When an acknowledged difference counts as drift again, in seconds since the epoch.',
  drift_managed_pipes: 'Live pipes of a listed service that are in the configuration.',
  drift_unmanaged_pipes: 'Live pipes of a listed service that are not in the configuration.',
  drift_gone_pipes: 'Pipes of the configuration that a listed service no longer has.',
  drift_alert_definitions:
    'Alerts whose definition is declared by status; error means that an alert could not be read.',
  drift_alert_definition_drifted:
    '1 while the definition of the alert of a check differs from the configuration, else 0; absent when it could not be read.',
} as const;

type Samples = Readonly<Partial<Record<keyof typeof HELP, readonly Sample[]>>>;

const FINDING_STATUSES: readonly CheckFinding['status'][] = ['in-sync', 'drifted', 'error'];

/**
 * Renders a drift report in the Prometheus text format (0.0.4), for the textfile collector or a Pushgateway. Samples have the
 * labels `environment` and `shard` (`2/4`) where they apply. Status counts include zeros; only pipes that are not in sync are
 * named, so the number of series does not grow with the fleet. Numbers that are not known are left out, never 0.
 */
export function renderMetrics(drift: Drift): string {
  const shard = drift.scope?.shard ?? null;
  const common: Labels = {
    ...(drift.environment === null ? {} : { environment: drift.environment }),
    ...(shard === null ? {} : { shard: `${shard.index}/${shard.total}` }),
  };
  const samples: Samples = {
    build_info: [[1, { version: drift.tool.version }]],
    drift_last_run_timestamp_seconds: [[Date.parse(drift.createdAt) / SECOND_MS]],
    drift_complete: [[hasReadEverything(drift) ? 1 : 0]],
    ...measurePipes(drift),
    ...measureAlerts(drift),
  };
  return Object.entries(HELP)
    .map(([name, help]) => renderFamily(name, help, samples[name as keyof typeof HELP] ?? [], common))
    .join('');
}

function measurePipes({ base, coverage, pipes, schedule, scope, summary }: Drift): Samples {
  if (scope === null) return {};
  // Without a comparison, 0 would wrongly mean that no field differs.
  const { gone = 0 } = summary;
  const wereCompared = summary.error + gone < summary.total || summary.total === 0;
  // The summary leaves late pipes out, too.
  const changes = pipes.filter(({ status }) => status !== 'late').flatMap((pipe) => pipe.changes);
  const expiries = pipes.flatMap(({ name, service, acknowledged }) =>
    acknowledged.map(({ path, until }): Sample => [endOfDay(until), { pipe: name, service, field: path }]),
  );
  const drifted = pipes.filter(({ status }) => status !== 'in-sync');
  const isScheduled = schedule !== undefined;
  const origins = base === null || !wereCompared ? [] : ORIGINS.filter((one) => isScheduled || one !== 'schedule');
  return {
    drift_configured_pipes: [[scope.fleet]],
    drift_pipes: DRIFT_STATUSES.flatMap((status): readonly Sample[] => {
      const number = status === 'gone' ? gone : summary[status];
      return number === undefined ? [] : [[number, { status }]];
    }),
    drift_fields: wereCompared ? [[summary.changes]] : [],
    drift_fields_by_origin: origins.map((origin) => {
      return [changes.filter((change) => change.origin === origin).length, { origin }];
    }),
    drift_acknowledged_fields: wereCompared ? [[expiries.length]] : [],
    drift_pipe_status: drifted.map(({ name, service, status }) => [1, { pipe: name, service, status }]),
    drift_acknowledgement_expiry_timestamp_seconds: expiries,
    drift_managed_pipes: coverage.map(({ service, managed }) => [managed, { service }]),
    drift_unmanaged_pipes: coverage.map(({ service, unmanaged }) => [unmanaged.length, { service }]),
    drift_gone_pipes: coverage.map(({ service, gone }) => [gone.length, { service }]),
  };
}

/** An alert that could not be read is neither 0 nor 1. */
function measureAlerts({ checks }: Drift): Samples {
  if (checks.length === 0) return {};
  const counts = countFindings(checks);
  const read = checks.filter(({ status }) => status !== 'error');
  return {
    drift_alert_definitions: FINDING_STATUSES.map((status) => [counts[status], { status }]),
    drift_alert_definition_drifted: read.map(({ name, alert, status }) => {
      return [status === 'drifted' ? 1 : 0, { check: name, alert }];
    }),
  };
}

/** An acknowledgement lasts to the end of its last day in UTC. In seconds since the epoch. */
function endOfDay(day: string): number {
  return (Date.parse(`${day}T00:00:00Z`) + DAY_MS) / SECOND_MS;
}

function renderFamily(name: string, help: string, samples: readonly Sample[], common: Labels): string {
  if (samples.length === 0) return '';
  const lines = samples.map(([value, labels]) => {
    const pairs = Object.entries({ ...common, ...labels }).map(([label, text]) => `${label}="${escapeLabel(text)}"`);
    return `pipeform_${name}${pairs.length === 0 ? '' : `{${pairs.join(',')}}`} ${value}`;
  });
  return [`# HELP pipeform_${name} ${help}`, `# TYPE pipeform_${name} gauge`, ...lines, ''].join('\n');
}

/** Escapes a label value as the format requires. A lone surrogate has no UTF-8 form and becomes U+FFFD. */
function escapeLabel(text: string): string {
  return text
    .replace(/\p{Surrogate}/gu, '\ufffd')
    .replaceAll('\\', '\\\\')
    .replaceAll('"', '\\"')
    .replaceAll('\n', '\\n');
}
