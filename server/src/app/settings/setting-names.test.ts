import fc from 'fast-check';
import { expect, it } from 'vitest';
import { envSchema } from './env.ts';
import { editDistance, misspeltSettings } from './setting-names.ts';

const SETTINGS = Object.keys(envSchema.shape);
const misspelt = (names: string[], passedOn: string[] = []) =>
  misspeltSettings(Object.fromEntries(names.map((name) => [name, 'x'])), SETTINGS, passedOn);

it.each([
  ['INVENTORY_FLIE', 'INVENTORY_FILE'],
  ['ADMIN_PASWORD', 'ADMIN_PASSWORD'],
  ['DATADIR', 'DATA_DIR'],
  ['DATABSE_ULR', 'DATABASE_URL'],
  ['LOGLEVEL', 'LOG_LEVEL'],
  ['PROT', 'PORT'],
  ['data_dir', 'DATA_DIR'],
])('recognises %s as %s', (name, meant) => {
  expect(misspelt([name])).toEqual([{ name, meant }]);
});

it('ignores known names, dissimilar names, variables of commands, and names set next to the correct one', () => {
  const names = [
    'PORT',
    'HOME',
    'HOSTNAME',
    'PATH',
    'PWD',
    'LANG',
    'TZ',
    'NODE_ENV',
    'USER',
    'TERM',
    'SHLVL',
    'PGHOST',
    '_',
  ];
  expect(misspelt(names)).toEqual([]);
  expect(misspelt(['DATADIR'], ['DATADIR'])).toEqual([]);
  expect(misspelt(['DATADIR', 'DATA_DIR'])).toEqual([]);
});

it('finds every single typo in a name', () => {
  const known = fc.constantFrom(...Object.keys(envSchema.shape).filter((name) => name.length > 4));
  const property = fc.property(known, fc.nat(), fc.constantFrom('drop', 'double', 'swap'), (name, place, how) => {
    const at = place % (name.length - 1);
    const [before, one, two, after] = [name.slice(0, at), name[at] ?? '', name[at + 1] ?? '', name.slice(at + 2)];
    const typed = before + { drop: two, double: one + one + two, swap: two + one }[how] + after;
    fc.pre(typed !== name && !(typed in envSchema.shape));
    expect(misspelt([typed])[0]?.name).toBe(typed);
  });
  fc.assert(property);
});

it('computes a metric: zero for equal texts, symmetric, at most the longer length', () => {
  const text = fc.string({ maxLength: 12 });
  fc.assert(
    fc.property(text, text, (one, other) => {
      const edits = editDistance(one, other);
      expect(edits === 0).toBe(one === other);
      expect(edits).toBe(editDistance(other, one));
      expect(edits).toBeLessThanOrEqual(Math.max(one.length, other.length));
    }),
  );
});
