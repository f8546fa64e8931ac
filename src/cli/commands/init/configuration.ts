import { writeScalar } from '../../../edit/yaml-text.ts';
import { MODELINE } from '../../steps/find-schema.ts';
import type { InitAnswers, SandboxFleet } from './answers.ts';

/**
 * Renders a new `pipeform.yaml`. It is valid, also after its comments are uncommented.
 * @param schema the path of the schema from the folder of the file, or null: editors report a missing schema as a problem.
 */
export function renderConfiguration(answers: InitAnswers, schema: string | null, sandbox: SandboxFleet): string {
  const isSandbox = answers.url === sandbox.url;
  const [service = sandbox.pipe.service] = answers.services.keys();
  return [
    renderHead(schema),
    renderApi(answers, isSandbox),
    renderServices(answers),
    PRESETS,
    renderPipes(writeScalar(service), sandbox.pipe.id),
    POLICY,
    answers.observability === null ? `${HEALTH}\n${OBSERVABILITY}${CHECKS}` : `${HEALTH}\n${CHECKS}`,
  ].join('\n\n');
}

function renderHead(schema: string | null): string {
  const editors =
    schema === null
      ? `# Editors complete and check this file with its schema: run \`pipeform schema > config.schema.json\` in this folder, and
# remove the first "# " of the next line.
#
# ${MODELINE}./config.schema.json`
      : `${MODELINE}${schema}`;
  return `${editors}
#
# The pipes and the values that they must have. \`pipeform plan\` compares them with the live pipes, and
# \`pipeform apply\` updates the live pipes. Only the keys that you write here are managed: everything else keeps its live
# value.
version: 1`;
}

function renderApi({ url, organization, observability }: InitAnswers, isSandbox: boolean): string {
  const api = `# The pipes API. \${NAME:-default} is an environment variable with a default. Credentials are never in this file: they
# come from PIPEFORM_KEY_ID and PIPEFORM_KEY_SECRET.
api:
${isSandbox ? '  # The sandbox listens here: pipeform sandbox\n' : ''}  url: \${PIPEFORM_API_URL:-${escapeDollars(url)}}
  organization: ${organization}${isSandbox ? '' : RATE_LIMIT}`;
  if (observability === null) return api;
  return `${api}

# The observability API, which health checks query. Its token comes from PIPEFORM_ACCESS_TOKEN.
observability:
  url: \${PIPEFORM_OBSERVABILITY_URL:-${escapeDollars(observability)}}`;
}

/** That such services are known for; the sandbox has none. */
const RATE_LIMIT = `
  # The limit of your key, which all commands that use it share.
  rateLimit: { requests: 10, per: 10s }`;

function renderServices({ services }: InitAnswers): string {
  const entries = [...services].map(([name, id]) => `  ${writeScalar(name)}: ${id}`);
  return ['# The services that own the pipes: a name of your choice for each id.', 'services:', ...entries].join('\n');
}

const PRESETS = `# Values that several pipes share. A pipe uses them with \`preset: kafka-small\`; its own values win.
#
# presets:
#   kafka-small:
#     source: kafka
#     settings:
#       streaming_max_insert_wait_ms: 5s
#     scaling:
#       replicas: 2
#       replicaCpuMillicores: 250
#       replicaMemoryGb: 1`;

function renderPipes(service: string, id: string): string {
  return `# The pipes, each under a name of your choice. To add a live pipe: \`pipeform pull ID --service ${service}\`.
# An example:
#
#   orders:
#     service: ${service}
#     id: ${id}
#     name: orders-prod # the live pipe with this id must have this name
#     preset: kafka-small
#     settings:
#       db_max_threads: 8
#       streaming_max_insert_wait_ms: 2s # times such as 500ms and sizes such as 64MiB, or plain numbers
#       db_max_insert_threads: null # must stay unset
#     scaling:
#       replicas: { min: 2, max: 6 } # a band: a live value inside it stays, such as that of an autoscaler
#     ignore: [scaling.replicaMemoryGb] # never changed, even if a preset sets it
pipes: {}`;
}

const POLICY = `# What one apply may change. Apply refuses more unless --force is given.
policy:
  maxChangedPipes: 30% # of the fleet, once it has more than minPipes
  minPipes: 10
  maxReplicaFactor: 3 # replicas may grow threefold, or shrink to a third`;

const HEALTH = `# Health checks that must pass between the waves of a rollout; \`pipeform check\` evaluates them at any time.
#`;

const OBSERVABILITY = `# observability:
#   url: https://observability.example.com
#
`;

const CHECKS = `# checks:
#   orders-alert:
#     alert: ID
#     state: OK
#
# rollout:
#   waves: [1, 25%, 100%] # one pipe, then a quarter, then all
#   after: [orders-alert]
#   bake: 5m
#   onFailure: rollback
`;

/** Escapes the text for a value in which `$` begins a variable. */
function escapeDollars(text: string): string {
  return text.replaceAll('$', '$$$$');
}
