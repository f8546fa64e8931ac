/** Where engines say which run a part is of, the same for all parts and for those that are started again. */
const RUNS = ['PIPEFORM_SHARD_RUN', 'GITHUB_RUN_ID', 'CI_PIPELINE_ID', 'BUILDKITE_BUILD_ID', 'CIRCLE_WORKFLOW_ID'];

/** What the engine calls the run, or null. Shards of two runs are not joined: the older may say what is no longer so. */
export function findShardRun(environment: Readonly<Record<string, string | undefined>>): string | null {
  const name = RUNS.find((variable) => (environment[variable] ?? '') !== '');
  return name === undefined ? null : (environment[name] ?? null);
}
