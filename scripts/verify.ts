import { endOnInterrupt } from './gates/gate.ts';
import { gates, reportGate, runGate } from './gates/index.ts';

endOnInterrupt();
// Without arguments all gates run, else those named: `npm run verify -- types cycles`.
const names = process.argv.slice(2);
const unknown = names.filter((name) => !gates.some((gate) => gate.name === name));
if (unknown.length > 0) {
  console.error(`There is no gate ${unknown.join(', ')}. Gates: ${gates.map(({ name }) => name).join(', ')}`);
  process.exit(2);
}
// All at once; the slow ones are started first.
const chosen = gates.filter(({ name }) => names.length === 0 || names.includes(name));
const reports = await Promise.all(chosen.map(runGate));
for (const report of reports) reportGate(report);
const failed = reports.filter(({ faults }) => faults.length > 0).length;
console.log(`\n${reports.length - failed} passed, ${failed} failed, 0 skipped`);
process.exitCode = failed === 0 ? 0 : 1;
