// Compares the times of 100,000 cron expressions, half of them close to a clock change, with those of a second library.
// Run: node bench/cron-expressions.ts [cases]
import { nextDue } from '../server/src/features/cron/schedule/next-run.ts';
import {
  expressionCases,
  mayDiffer,
  secondNext,
} from '../server/src/features/cron/schedule/testing/expression-cases.ts';
import { reportAtMost } from './measure/figures.ts';

const count = Number(process.argv[2] ?? 100_000);
let [near, skipped, wrong] = [0, 0, 0];
for (const given of expressionCases(count)) {
  const [first, second] = [nextDue(given.expression, given.zone, given.after), secondNext(given)];
  if (given.isNearChange) near += 1;
  if (first === second) continue;
  if (mayDiffer(given, first, second)) skipped += 1;
  else {
    wrong += 1;
    console.log('differs:', given, first, second);
  }
}
console.log(`${count} expressions, ${near} of them within two days of a clock change`);
console.log(`${skipped} differ in an hour after a clock change, which is permitted`);
reportAtMost('others that differ', wrong, 0, 'expressions');
