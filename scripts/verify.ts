import { endOnInterrupt } from './gates/gate.ts';
import { gates, reportGate, runGate } from './gates/index.ts';

endOnInterrupt();
// All fast gates at once; the slow ones are started first.
const reports = await Promise.all(gates.map(runGate));
for (const report of reports) reportGate(report);
const failed = reports.filter(({ faults }) => faults.length > 0).length;
console.log(`\n${reports.length - failed} passed, ${failed} failed, 0 skipped`);
process.exitCode = failed === 0 ? 0 : 1;
