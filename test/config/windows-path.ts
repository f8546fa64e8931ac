// Stands for `node:path` in windows.test.ts. The module itself cannot be named here: that name leads to this file.
const { win32 } = process.getBuiltinModule('node:path');
export const { basename, delimiter, dirname, extname, isAbsolute, join, normalize, posix, relative, resolve, sep } =
  win32;
