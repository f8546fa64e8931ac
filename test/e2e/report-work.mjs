// Preloaded into a command: reports which modules of node it loaded and which files it read.
import fs, { writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

const reads = [];
const { readFileSync } = fs;
const { readFile } = fs.promises;

fs.readFileSync = (path, ...options) => {
  reads.push(String(path));
  return readFileSync(path, ...options);
};
fs.promises.readFile = (path, ...options) => {
  reads.push(String(path));
  return readFile(path, ...options);
};
syncBuiltinESMExports();

process.on('exit', () => {
  writeFileSync(process.env.WORK_FILE, JSON.stringify({ modules: process.moduleLoadList, reads }));
});
