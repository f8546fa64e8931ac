/** Chooses the command to type next. */

const SAFE = /^[\w./:=@%+-]+$/;
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u;

// Quotes a word for a POSIX shell. Throws for text that a terminal might interpret when it is pasted.
function quote(word) {
  if (UNPRINTABLE.test(word)) throw new RangeError('not printable');
  return SAFE.test(word) && !word.startsWith('-') ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

function createInit({ organization, services }, origin) {
  const owners = Object.entries(services).map(([name, id]) => `--service ${quote(`${name}=${id}`)}`);
  return [
    'pipeform init',
    `--url ${origin}`,
    `--organization ${organization}`,
    ...owners,
    `--observability ${origin}`,
  ].join(' ');
}

function chooseForPipe({ id, service, changedBy, isRequested, alert }) {
  if (!isRequested) {
    return [
      `pipeform pull ${id} --service ${quote(service)}`,
      'No command has read this pipe yet. This adds it to your configuration.',
    ];
  }
  if (changedBy === 'hand') {
    return [
      'pipeform drift',
      'This pipe was changed outside git. Then pull takes over the live values, and apply restores those of git.',
    ];
  }
  if (alert.state === 'ALERT')
    return ['pipeform check', 'The lag alert of this pipe fires. This evaluates your health checks.'];
  return ['pipeform plan', 'Shows what apply would change.'];
}

function chooseForFleet(fleet, origin) {
  const count = (test) => fleet.pipes.filter(test).length;
  const pipes = (amount) => `${amount.toLocaleString('en-US')} ${amount === 1 ? 'pipe' : 'pipes'}`;
  if (fleet.requests.total === 0) {
    return [
      createInit(fleet, origin),
      'No command has sent a request yet. This writes a configuration; with one, run pipeform plan.',
    ];
  }
  const changed = count(({ changedBy }) => changedBy === 'hand');
  if (changed > 0) return ['pipeform drift', `${pipes(changed)} changed outside git since the last apply.`];
  const firing = count(({ alert }) => alert.state === 'ALERT');
  if (firing > 0)
    return ['pipeform check', `The lag alert of ${pipes(firing)} fires. This evaluates your health checks.`];
  return ['pipeform plan', 'Shows what apply would change.'];
}

// 'pipe' is the pipe that the page shows, or undefined. Returns the command and why.
export function chooseNext(fleet, pipe, origin) {
  if (fleet.requests.lastStatus === 401) {
    return ['pipeform doctor', 'The latest request was rejected: the credentials are missing or wrong.'];
  }
  try {
    return pipe === undefined ? chooseForFleet(fleet, origin) : chooseForPipe(pipe);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return ['pipeform plan', 'Shows what apply would change.'];
  }
}
