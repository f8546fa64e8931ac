/** The text of a file, as in `import page from './page.html?raw'`. The build and the tests both put it in the place of the import. */
declare module '*?raw' {
  const text: string;
  export default text;
}
