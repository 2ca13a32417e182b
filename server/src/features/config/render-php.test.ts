import { Buffer } from 'node:buffer';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CONFIG_KEY_PATTERN, reservedFault } from '@mission-control/contract/config/limits';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { renderPhp } from './render-php.ts';
import { dataValue, type KeyTypes, type RenderItem } from './render-value.ts';

const none: KeyTypes = new Map();
const item = (
  key: string,
  value: string,
  type: RenderItem['type'] = 1,
  state: RenderItem['state'] = 1,
): RenderItem => ({
  key,
  value,
  type,
  state,
});
const linesOf = (items: RenderItem[], keys = none) => renderPhp(items, keys).split('\n').slice(2, -1);

describe('the PHP file of a config', () => {
  it('has a define() per constant and an assignment per variable, sorted by key', () => {
    expect(linesOf([item('b.c', "it's", 3), item('B', 'x', 2), item('A', '\\', 1), item('b', '1', 4)])).toEqual([
      String.raw`define('A', '\\');`,
      `define('B', 'x');`,
      `$b = '1';`,
      String.raw`${'$'}{'b.c'} = 'it\'s';`,
    ]);
  });

  it('writes booleans and numbers only for keys of these types and texts of canonical form', () => {
    const keys: KeyTypes = new Map([
      ['FLAG', { type: 'boolean' }],
      ['PORT', { type: 'number' }],
    ]);
    const written = (key: string, value: string) =>
      linesOf([item(key, value)], keys)[0]?.slice(`define('${key}', `.length, -2);
    expect(['True', 'False', 'true', 'yes'].map((value) => written('FLAG', value))).toEqual([
      'true',
      'false',
      'true',
      `'yes'`,
    ]);
    const numbers = ['80', '-1.5', '080', '1.50', '1e3', '-0', '9007199254740993', '', ' 1', '0x10', '1;phpinfo()'];
    expect(numbers.map((value) => written('PORT', value))).toEqual([
      '80',
      '-1.5',
      ...numbers.slice(2).map((value) => `'${value}'`),
    ]);
    expect(written('OTHER', '80')).toBe(`'80'`);
  });

  it('leaves out what is kept but not exported (C-072)', () => {
    expect(linesOf([item('A', 'x', 1, 0), item('B', 'y')])).toEqual([`define('B', 'y');`]);
  });

  it('puts code blocks last, as they are, each between two comment lines', () => {
    expect(linesOf([item('a', 'if (X) {\n  y();\n}', 5), item('Z', '1')])).toEqual([
      `define('Z', '1');`,
      '// Code block a',
      'if (X) {',
      '  y();',
      '}',
      '// End of code block a',
    ]);
  });

  it('is the same text for every order of the items', () => {
    const items = [item('A', '1'), item('b', '2', 3), item('C', '3', 5)];
    expect(renderPhp(items.toReversed(), none)).toBe(renderPhp(items, none));
  });
});

const php = spawnSync('php', ['-r', 'exit(function_exists("token_get_all") ? 0 : 9);']);
const reason = php.error ? 'there is no php command here' : php.status !== 0 && 'php has no tokenizer extension';

const HOSTILE = [
  "'",
  '\\',
  "\\'",
  '?>',
  '<?php',
  '$x',
  '{$x}',
  '*/',
  '//',
  '#',
  '`id`',
  ');',
  '\n',
  '\r\n',
  '"',
  '${',
  'EOT;',
  '\u202E',
  '0',
  'é',
  '😀',
];
const value = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 30 }).filter((text) => text.isWellFormed() && !text.includes('\0')),
  fc.array(fc.constantFrom(...HOSTILE), { maxLength: 8 }).map((parts) => parts.join('')),
  fc.constantFrom('True', 'False', '1', '-1.25', '1e5', '00', ''),
);
const hostileItem: fc.Arbitrary<RenderItem> = fc.record({
  key: fc.stringMatching(CONFIG_KEY_PATTERN, { maxLength: 20 }),
  value,
  type: fc.constantFrom(1, 2, 3, 4),
  state: fc.constant(1),
});

describe('the PHP file, read by PHP', () => {
  const folder = mkdtempSync(join(tmpdir(), 'mc-php-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  if (reason) process.stderr.write(`PHP round trip is skipped: ${reason}.\n`);
  it('may be skipped only where peers are not required', () => {
    expect(Boolean(reason) && process.env['REQUIRE_PEERS'] === '1').toBe(false);
  });

  interface Report {
    statements: number;
    tokens: string[];
    constants: Record<string, ['text', string] | ['data', unknown]>;
    variables: Record<string, ['text', string] | ['data', unknown]>;
  }
  const readBack = (content: string): Report => {
    const file = join(folder, 'config.php');
    writeFileSync(file, content);
    const script = fileURLToPath(new URL('testing/parse-back.php', import.meta.url));
    const args = ['-d', 'display_errors=stderr', '-d', 'memory_limit=512M', script, file];
    return JSON.parse(execFileSync('php', args, { maxBuffer: 1 << 28 }).toString()) as Report;
  };
  const valuesOf = (defined: Report['constants']) =>
    new Map(
      Object.entries(defined).map(([key, [kind, at]]) => [
        key,
        kind === 'text' ? Buffer.from(String(at), 'base64').toString() : at,
      ]),
    );

  it.skipIf(reason)(
    'gives back every hostile key and value, and has one statement per key',
    { timeout: 120_000 },
    () => {
      const many = fc.array(hostileItem, { minLength: 2500, maxLength: 2500, size: 'max' });
      fc.assert(
        fc.property(many, fc.constantFrom('boolean', 'number'), (sampled, type) => {
          // A number makes every key its own; PHP's own constants and variables have no such names.
          const items = sampled.map((one, index) => ({ ...one, key: `${one.key}_${index}` }));
          const keys: KeyTypes = new Map(items.filter((_, index) => index % 3 === 0).map(({ key }) => [key, { type }]));
          expect(items.every((one) => reservedFault('php', one) === null)).toBe(true);
          const report = readBack(renderPhp(items, keys));
          expect(report.statements).toBe(items.length);
          expect(report.tokens.filter((token) => !ALLOWED_TOKENS.has(token))).toEqual([]);
          const expected = (constants: boolean) =>
            new Map(items.filter((one) => one.type <= 2 === constants).map((one) => [one.key, dataValue(one, keys)]));
          expect(valuesOf(report.constants)).toEqual(expected(true));
          expect(valuesOf(report.variables)).toEqual(expected(false));
        }),
        { numRuns: 4, endOnFailure: true },
      );
    },
  );
});

const ALLOWED_TOKENS = new Set(
  'T_OPEN_TAG T_COMMENT T_WHITESPACE T_STRING T_VARIABLE T_CONSTANT_ENCAPSED_STRING T_LNUMBER T_DNUMBER ( ) , ; = - $ { }'.split(
    ' ',
  ),
);
