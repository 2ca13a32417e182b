import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { entryNameFault, type Licence } from '@mission-control/contract/licences/rules';
import { createSigning } from '../../ports/signing.ts';
import { readLicence, writeLicence } from './licence-file.ts';
import { mutationsOf } from './testing/mutations.ts';

const keyOf = (byte: number): string => Buffer.alloc(32, byte).toString('base64');
const signing = createSigning([keyOf(1)]);
const LICENCE: Licence = { client: 'Brimham Active – Ö', expires: '2027-03-31', centres: 12, unlimited: true };

describe('a licence file', () => {
  it('is rejected after any change, without throwing [LIC-05]', { timeout: 120_000 }, () => {
    const { file } = writeLicence(signing, LICENCE);
    expect(readLicence(signing, file)).toEqual({ licence: LICENCE, order: Object.keys(LICENCE) });
    const accepted: Buffer[] = [];
    for (const changed of mutationsOf(file, 5_000, 7)) {
      if ('licence' in readLicence(signing, changed)) accepted.push(changed);
    }
    expect(accepted).toEqual([]);
  });

  it('is rejected with any bit flipped, or truncated anywhere', { timeout: 120_000 }, () => {
    const { file } = writeLicence(signing, { a: 'b' });
    for (let at = 0; at < file.length; at += 1) {
      expect(readLicence(signing, file.subarray(0, at))).toHaveProperty('fault');
      for (let bit = 0; bit < 8; bit += 1) {
        const changed = Buffer.from(file);
        changed[at] = (changed[at] ?? 0) ^ (1 << bit);
        expect(readLicence(signing, changed)).toHaveProperty('fault');
      }
    }
  });

  it('round-trips all possible entries [LIC-09]', { timeout: 60_000 }, () => {
    const name = fc
      .string({ minLength: 1, maxLength: 20, unit: 'grapheme' })
      .filter((text) => entryNameFault(text) === null);
    const value = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.boolean(),
      fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => number + 0),
    );
    // Integer-like keys come first in an object, whatever the insertion order.
    const numbered = fc.oneof(name, fc.nat().map(String));
    const entries = fc.uniqueArray(fc.tuple(numbered, value), { minLength: 1, maxLength: 8, selector: ([key]) => key });
    fc.assert(
      fc.property(entries, (list) => {
        const [licence, order] = [Object.fromEntries(list), list.map(([key]) => key)];
        expect(readLicence(signing, writeLicence(signing, licence, order).file)).toEqual({ licence, order });
      }),
    );
  });
});

describe('the keys', () => {
  it('rotate: a new key signs, older ones verify, a removed one does not', () => {
    const old = writeLicence(signing, LICENCE);
    const rotated = createSigning([keyOf(2), keyOf(1)]);
    const fresh = writeLicence(rotated, LICENCE);
    expect(fresh.keyId).not.toBe(old.keyId);
    expect(rotated.keys.map(({ id }) => id)).toEqual([fresh.keyId, old.keyId]);
    for (const { file } of [old, fresh])
      expect(readLicence(rotated, file)).toEqual({ licence: LICENCE, order: Object.keys(LICENCE) });
    expect(readLicence(createSigning([keyOf(2)]), old.file)).toEqual({
      fault: `The licence was signed with key ${old.keyId}, which this console does not have.`,
    });
  });

  it('cannot be confused by the id in the file', () => {
    const rotated = createSigning([keyOf(2), keyOf(1)]);
    const { file, keyId } = writeLicence(rotated, LICENCE);
    const renamed = Buffer.from(file.toString().replace(keyId, signing.keys[0].id));
    expect(readLicence(rotated, renamed)).toEqual({ fault: 'The licence was changed after it was signed.' });
  });

  it('verify without their secret, but cannot sign', () => {
    const old = writeLicence(signing, LICENCE);
    const raw = Buffer.from(signing.keys[0].publicKey.replace(/-----[^-]+-----|\s/g, ''), 'base64').subarray(-32);
    const open = `public:${raw.toString('base64')}`;
    expect(readLicence(createSigning([keyOf(2), open]), old.file)).toEqual({
      licence: LICENCE,
      order: Object.keys(LICENCE),
    });
    expect(() => createSigning([open])).toThrow('The first signing key must be a secret one');
    expect(() => createSigning([])).toThrow('The first signing key must be a secret one');
    expect(() => createSigning([keyOf(2), keyOf(2)])).toThrow('listed twice');
    expect(() => createSigning([keyOf(2), 'short'])).toThrow('Signing key 2');
  });
});
