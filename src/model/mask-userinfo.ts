// What stands together: no blanks, and a quote only where no text ends with it.
const RUN = /(?:[^\s"']|["'](?=[^\s,}\]"']))+/g;

/**
 * Text with the user name and password of addresses starred out, one star for each character, so that columns stay: what
 * stands between `//` and the last `@`, and `user:password` before an `@`.
 */
export function maskUserinfo(text: string): string {
  return text.includes('@') ? text.replace(RUN, maskRun) : text;
}

function maskRun(run: string): string {
  const end = run.lastIndexOf('@');
  if (end === -1) return run;
  const start = findStart(run.slice(0, end));
  return run.slice(0, start) + run.slice(start, end).replace(/[^/:]/g, '*') + run.slice(end);
}

/** Where user name and password start in what stands before the `@`; its end when there are none. */
function findStart(before: string): number {
  const slashes = before.indexOf('//');
  if (slashes !== -1) return slashes + 2;
  const part = before.lastIndexOf('/') + 1;
  if (!before.includes(':', part)) return before.length;
  return /["']/.test(before[part] ?? '') ? part + 1 : part;
}
