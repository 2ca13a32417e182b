// Compares the times of 100,000 cron expressions, half of them close to a clock change, with those of a second library.
// Run: node bench/cron-expressions.ts [cases]
import { nextDue } from '../server/src/features/cron/schedule/next-run.ts';
import {
  expressionCases,
  mayDiffer,
  secondNext,
} from '../server/src/features/cron/schedule/testing/expression-cases.ts';

const count = Number(process.argv[2] ?? 100_000);
let [near, skipped, wrong] = [0, 0, 0];
for (const one of expressionCases(count)) {
  const [first, second] = [nextDue(one.expression, one.zone, one.after), secondNext(one)];
  if (one.isNearChange) near += 1;
  if (first === second) continue;
  if (mayDiffer(one, first, second)) skipped += 1;
  else {
    wrong += 1;
    console.log('differs:', one, first, second);
  }
}
console.log(
  `${count} expressions, ${near} of them within two days of a change of the clock: ${wrong} differ, ` +
    `${skipped} in an hour after a change of the clock: ${wrong === 0 ? 'ok' : 'DIFFERENT'}`,
);
if (wrong > 0) process.exitCode = 1;
