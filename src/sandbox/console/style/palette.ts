/**
 * The colours, each for light and for dark. A tone has a colour for words (at least 4.5:1 on paper, sheet and tint), one for
 * filled shapes and a tint for grounds. Plain values under a media query, because the charts read them for their canvas.
 */
export const PALETTE = `
:root {
  color-scheme: light dark;
  --paper: #f4f3ee; --sheet: #fffefb; --sunk: #efede5; --ink: #172527; --soft: #536166; --line: #dfdcd1; --edge: #838f8d;
  --accent: #0b5f66; --on-accent: #ffffff; --firing: #9e2329; --shade: rgb(30 45 45 / 9%);
  --line-first: #1d858d; --line-second: #b3620a; --line-threshold: #c0393a; --area: rgb(29 133 141 / 11%);
}
.t-good { --word: #1d673a; --fill: #3f9461; --tint: #e5f2e8; }
.t-warn { --word: #7d4e00; --fill: #d1922a; --tint: #faf0d8; }
.t-bad { --word: #9e2329; --fill: #c74644; --tint: #fae6e3; }
.t-calm { --word: #536166; --fill: #85918e; --tint: #eeece5; }
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #0e1516; --sheet: #152021; --sunk: #101a1b; --ink: #e4ebe8; --soft: #9db0b0; --line: #263637; --edge: #6b7f80;
    --accent: #7accd0; --on-accent: #0a1c1e; --firing: #f4a39d; --shade: rgb(0 0 0 / 40%);
    --line-first: #4cb8be; --line-second: #e5a85a; --line-threshold: #ee7f79; --area: rgb(76 184 190 / 13%);
  }
  .t-good { --word: #8bd0a2; --fill: #4a9e6a; --tint: #163022; }
  .t-warn { --word: #efc276; --fill: #d39a3a; --tint: #3b2d11; }
  .t-bad { --word: #f4a39d; --fill: #e0716b; --tint: #42201f; }
  .t-calm { --word: #9db0b0; --fill: #7d9191; --tint: #1e2b2c; }
}
`;
