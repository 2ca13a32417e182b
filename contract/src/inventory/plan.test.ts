import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ITEM_KINDS, readResults, reasonText, RESULTS, resultTitle, type ItemResult } from './plan.ts';

/** A single line of text, like names in an inventory. */
const line = fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 30 });
const result = fc
  .record({
    result: fc.constantFrom(...RESULTS),
    kind: fc.constantFrom(...ITEM_KINDS),
    ref: fc.oneof(line, fc.constant('added region x'), fc.constant('a: left account b')),
    reason: fc.oneof(line, fc.constant('[1/2] added region x')),
  })
  .map((one): ItemResult => ({
    ...one,
    reason: one.result === 'left' ? one.reason.trim().replaceAll(/\s+/g, ' ') : '',
  }));

it('parses the results of an apply from the output of its run, whatever the names', () => {
  fc.assert(
    fc.property(fc.array(result, { maxLength: 8 }), (results) => {
      const steps = results.map((one, at) => `[${at + 1}/${results.length}] ${resultTitle(one)}\n${reasonText(one)}`);
      expect(readResults(`SHA-256 of the file: 00\n${steps.join('')}8 added.\n`)).toEqual(results);
    }),
  );
});
