/** Keys that the maps in a document have, by the map. Indented too little, they are in another map. */
export const OWNERS: ReadonlyMap<string, string> = new Map([
  ...['settings', 'scaling', 'ignore', 'acknowledge', 'protect'].map((key) => [key, 'a pipe'] as const),
  ['schedule', '`scaling`'],
  ...['organization', 'rateLimit', 'naming', 'listing', 'settingsWhenUnset'].map((key) => [key, '`api`'] as const),
  ...['freeze', 'rules', 'maxChangedPipes', 'minPipes', 'maxReplicaFactor'].map((key) => [key, '`policy`'] as const),
  ...['waves', 'bake', 'onFailure'].map((key) => [key, '`rollout`'] as const),
]);
