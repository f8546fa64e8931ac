// Replaces `node:path` in windows.test.ts. The module cannot be imported by name here, which would import this file.
const { win32 } = process.getBuiltinModule('node:path');
export const { basename, delimiter, dirname, extname, isAbsolute, join, normalize, posix, relative, resolve, sep } =
  win32;
