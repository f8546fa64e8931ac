/**
 * The colours, each for light and for dark. A tone has a colour for words (at least 4.5:1 on paper, sheet and tint), one for
 * filled shapes and a tint for grounds. The choice of the reader wins over the system's; print is always light.
 */
export const PALETTE = `
:root {
  color-scheme: light dark;
  --paper: light-dark(#f4f3ee, #0e1516);
  --sheet: light-dark(#fffefb, #152021);
  --sunk: light-dark(#efede5, #101a1b);
  --ink: light-dark(#172527, #e4ebe8);
  --soft: light-dark(#536166, #9db0b0);
  --line: light-dark(#dfdcd1, #263637);
  --edge: light-dark(#838f8d, #6b7f80);
  --accent: light-dark(#0b5f66, #7accd0);
  --shade: light-dark(rgb(30 45 45 / 7%), rgb(0 0 0 / 35%));
}
html:has(#theme-light:checked) { color-scheme: light; }
html:has(#theme-dark:checked) { color-scheme: dark; }
.t-good { --word: light-dark(#1d673a, #8bd0a2); --fill: light-dark(#3f9461, #4a9e6a); --tint: light-dark(#e5f2e8, #16302280); }
.t-act { --word: light-dark(#0b5f66, #7accd0); --fill: light-dark(#1d858d, #33a0a7); --tint: light-dark(#dff0f0, #10343880); }
.t-warn { --word: light-dark(#7d4e00, #efc276); --fill: light-dark(#d1922a, #d39a3a); --tint: light-dark(#faf0d8, #3b2d1180); }
.t-bad { --word: light-dark(#9e2329, #f4a39d); --fill: light-dark(#c74644, #d8615b); --tint: light-dark(#fae6e3, #42201f80); }
.t-odd { --word: light-dark(#633a8f, #cdb3ec); --fill: light-dark(#8a60b8, #9a76c5); --tint: light-dark(#f0e8f8, #2f214480); }
.t-calm { --word: light-dark(#536166, #9db0b0); --fill: light-dark(#a8b3b0, #4c5f60); --tint: light-dark(#eeece5, #1e2b2c80); }
.f-good { fill: light-dark(#3f9461, #4a9e6a); }
.f-act { fill: light-dark(#1d858d, #33a0a7); }
.f-warn { fill: light-dark(#d1922a, #d39a3a); }
.f-bad { fill: light-dark(#c74644, #d8615b); }
.f-odd { fill: light-dark(#8a60b8, #9a76c5); }
.f-calm { fill: light-dark(#a8b3b0, #4c5f60); }
.s-act { stroke: light-dark(#1d858d, #33a0a7); }
.s-warn { stroke: light-dark(#d1922a, #d39a3a); }
@media print {
  html:root { color-scheme: light; --paper: #fff; --sheet: #fff; }
}
`;
