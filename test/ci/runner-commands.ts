import { expect } from 'vitest';

/** The lines of a log that the runner of GitHub takes for commands: `::name::` at the start of a line, `##[name]` anywhere. */
export function readCommands(log: string): readonly string[] {
  let stopped: string | null = null;
  const commands: string[] = [];
  // The runner reads lines like .NET, to which a lone carriage return is a line break.
  for (const line of log.split(/\r\n|\r|\n/).map((text) => text.trim())) {
    if (stopped !== null) stopped = line === `::${stopped}::` ? null : stopped;
    else if (line.startsWith('::stop-commands::')) stopped = line.slice('::stop-commands::'.length);
    else if (line.startsWith('::') || line.includes('##[')) commands.push(line);
  }
  expect(stopped).toBeNull();
  return commands;
}
