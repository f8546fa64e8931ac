/** The first line of every generated file. */
export function banner(from) {
  return `// Generated from ${from} by \`npm run generate\`. Do not edit.\n`;
}
