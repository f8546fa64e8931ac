/** The text of a file that is no TypeScript, such as a style sheet. Vite reads it in tests, `scripts/raw-text.mjs` in the build. */
declare module '*?raw' {
  const text: string;
  export default text;
}
