import type { CheckFinding } from '../model/check.ts';
import { DRIFT_STATUSES, type Drift, sawEverything } from '../model/drift.ts';
import { ORIGINS } from '../model/plan.ts';

type Labels = Readonly<Record<string, string>>;

interface Sample {
  readonly labels?: Labels;
  readonly value: number;
}

/** Every value is the state at one moment, so every family is a gauge. */
interface Family {
  readonly name: string;
  readonly help: string;
  readonly samples: readonly Sample[];
}

const FINDING_STATUSES: readonly CheckFinding['status'][] = ['in-sync', 'drifted', 'error'];

const SECOND_MS = 1_000;
const DAY_MS = 86_400_000;

/**
 * A drift document in the Prometheus text exposition format (0.0.4), for node_exporter's textfile collector or a PUT to a
 * Pushgateway. Every sample has the labels `environment` and `shard` (`2/4`) where the document has them, so that files of
 * several runs lie side by side. Counts by status are there when they are 0; pipes are named only while they are not in
 * sync, so that the number of series follows the trouble and not the fleet. A run that could compare nothing gives
 * `pipeform_drift_complete` 0 and no number of fields, and one that could not load its configuration no count of pipes
 * either: nobody can take a missing number for a clean one.
 */
export function renderMetrics(drift: Drift): string {
  const common: Labels = {
    ...(drift.environment === null ? {} : { environment: drift.environment }),
    ...(drift.scope?.shard ? { shard: `${drift.scope.shard.index}/${drift.scope.shard.total}` } : {}),
  };
  return [...describeRun(drift), ...describePipes(drift), ...describeAlerts(drift)]
    .filter(({ samples }) => samples.length > 0)
    .map((family) => writeFamily(family, common))
    .join('');
}

function describeRun(drift: Drift): readonly Family[] {
  return [
    {
      name: 'pipeform_build_info',
      help: 'The version of Pipeform that wrote these metrics; the value is always 1.',
      samples: [{ labels: { version: drift.tool.version }, value: 1 }],
    },
    {
      name: 'pipeform_drift_last_run_timestamp_seconds',
      help: 'When the pipes were last compared with the configuration, in seconds since the epoch.',
      samples: [{ value: Date.parse(drift.createdAt) / SECOND_MS }],
    },
    {
      name: 'pipeform_drift_complete',
      help: '1 when every selected pipe and declared alert was read and compared, else 0. Drift is known to be absent only while this is 1.',
      samples: [{ value: sawEverything(drift) ? 1 : 0 }],
    },
  ];
}

function describePipes({ base, pipes, scope, summary }: Drift): readonly Family[] {
  if (scope === null) return [];
  // What nobody compared has no number of fields that differ; 0 would be taken for none.
  const wereCompared = summary.error < summary.total || summary.total === 0;
  const changes = pipes.flatMap((pipe) => pipe.changes);
  const known = pipes.flatMap(({ name, service, acknowledged }) =>
    acknowledged.map(({ path, until }) => ({ labels: { pipe: name, service, field: path }, until })),
  );
  const origins = base === null ? [] : ORIGINS;
  return [
    {
      name: 'pipeform_drift_configured_pipes',
      help: 'Pipes in the configuration, selected or not.',
      samples: [{ value: scope.fleet }],
    },
    {
      name: 'pipeform_drift_pipes',
      help: 'Selected pipes by status; error means that a pipe could not be read or compared.',
      samples: DRIFT_STATUSES.map((status) => ({ labels: { status }, value: summary[status] })),
    },
    {
      name: 'pipeform_drift_fields',
      help: 'Fields that differ from the configuration and are not acknowledged.',
      samples: wereCompared ? [{ value: summary.changes }] : [],
    },
    {
      name: 'pipeform_drift_fields_by_origin',
      help: 'The fields of pipeform_drift_fields by where the difference comes from, when compared with a git base.',
      samples: (wereCompared ? origins : []).map((origin) => ({
        labels: { origin },
        value: changes.filter((change) => change.origin === origin).length,
      })),
    },
    {
      name: 'pipeform_drift_acknowledged_fields',
      help: 'Fields that differ from the configuration and are acknowledged until a date.',
      samples: wereCompared ? [{ value: known.length }] : [],
    },
    {
      name: 'pipeform_drift_pipe_status',
      help: 'The status of each pipe that is not in sync; the value is always 1.',
      samples: pipes
        .filter(({ status }) => status !== 'in-sync')
        .map(({ name, service, status }) => ({ labels: { pipe: name, service, status }, value: 1 })),
    },
    {
      name: 'pipeform_drift_acknowledgement_expiry_timestamp_seconds',
      help: 'When an acknowledged difference counts as drift again, in seconds since the epoch.',
      samples: known.map(({ labels, until }) => ({ labels, value: endOfDay(until) / SECOND_MS })),
    },
  ];
}

/** Nothing without a declared definition: most fleets have none. An alert that could not be read is neither 0 nor 1. */
function describeAlerts({ checks }: Drift): readonly Family[] {
  const read = checks.filter(({ status }) => status !== 'error');
  const statuses = checks.length === 0 ? [] : FINDING_STATUSES;
  return [
    {
      name: 'pipeform_drift_alert_definitions',
      help: 'Alerts whose definition is declared by status; error means that an alert could not be read.',
      samples: statuses.map((status) => ({
        labels: { status },
        value: checks.filter((finding) => finding.status === status).length,
      })),
    },
    {
      name: 'pipeform_drift_alert_definition_drifted',
      help: '1 while the definition of the alert of a check is not as declared, else 0; not there when it could not be read.',
      samples: read.map(({ name, alert, status }) => ({
        labels: { check: name, alert },
        value: status === 'drifted' ? 1 : 0,
      })),
    },
  ];
}

/** An acknowledgement holds to the end of its last day, in UTC (config.md, `acknowledge`). */
function endOfDay(day: string): number {
  return Date.parse(`${day}T00:00:00Z`) + DAY_MS;
}

function writeFamily({ name, help, samples }: Family, common: Labels): string {
  const lines = samples.map(({ labels = {}, value }) => {
    const pairs = Object.entries({ ...common, ...labels }).map(([label, text]) => `${label}="${escapeLabel(text)}"`);
    return `${name}${pairs.length === 0 ? '' : `{${pairs.join(',')}}`} ${value}`;
  });
  return [`# HELP ${name} ${help}`, `# TYPE ${name} gauge`, ...lines, ''].join('\n');
}

/** What the format asks to escape in a label's value; a lone surrogate has no UTF-8 and becomes U+FFFD. */
function escapeLabel(text: string): string {
  return text
    .replace(/\p{Surrogate}/gu, '\ufffd')
    .replaceAll('\\', '\\\\')
    .replaceAll('"', '\\"')
    .replaceAll('\n', '\\n');
}
