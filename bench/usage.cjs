// Preloaded into both sides of a comparison: writes what the process took into a file as it ends.
const { readFileSync, writeFileSync } = require('node:fs');

process.once('exit', () => {
  const { user, system } = process.cpuUsage();
  const usage = { cpuMs: (user + system) / 1e3, peakBytes: peakBytes() };
  writeFileSync(process.env.BENCH_USAGE_FILE, JSON.stringify(usage));
});

// On Linux, `maxRSS` begins with what the parent had when it forked, which can be more than the process ever has; the
// high-water mark of the address space begins anew with the program.
function peakBytes() {
  if (process.platform !== 'linux') return process.resourceUsage().maxRSS * 1024;
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'latin1'))[1]) * 1024;
}
