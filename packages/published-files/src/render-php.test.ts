import { Buffer } from 'node:buffer';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { parseFile } from './files.ts';
import { KEY_PATTERN, reservedName } from './names.ts';
import { renderPhp } from './render.ts';
import type { PlainSetting } from './settings.ts';

const setting = (key: string, data: PlainSetting['data'], form: PlainSetting['form'] = 'constant'): PlainSetting => ({
  key,
  form,
  data,
});
const linesOf = (settings: PlainSetting[]) => renderPhp(settings).split('\n').slice(2, -1);

describe('the PHP file', () => {
  it('has a define() per constant and an assignment per variable, sorted by key', () => {
    expect(
      linesOf([
        setting('b.c', "it's", 'variable'),
        setting('B', 80),
        setting('A', '\\'),
        setting('b', true, 'variable'),
      ]),
    ).toEqual([String.raw`define('A', '\\');`, `define('B', 80);`, `$b = true;`, String.raw`${'$'}{'b.c'} = 'it\'s';`]);
  });

  it('puts code blocks last, verbatim, each between two comment lines', () => {
    expect(linesOf([setting('a', 'if (X) {\n  y();\n}', 'block'), setting('Z', '1')])).toEqual([
      `define('Z', '1');`,
      '// Code block a',
      'if (X) {',
      '  y();',
      '}',
      '// End of code block a',
    ]);
  });

  it('reopens PHP behind a code block that leaves it', () => {
    const endOf = (code: string) => linesOf([setting('a', code, 'block')]).at(-1);
    for (const code of ['f() ?>', 'f(); // ?>', '?> text', '?> <?phpx', '?><?php f(); ?>'])
      expect(endOf(code)).toBe('<?php // End of code block a');
    for (const code of ['', "f('?>');", '/* ?> */', '?> text <?PHP', '?><?= 1', '<<<A\n?>\nA;', '// a\r"?>";'])
      expect(endOf(code)).toBe('// End of code block a');
  });

  it('is independent of the order of the settings', () => {
    const settings = [setting('A', '1'), setting('b', '2', 'variable'), setting('C', '3', 'block')];
    expect(renderPhp(settings.toReversed())).toBe(renderPhp(settings));
  });
});

const php = spawnSync('php', ['-r', 'exit(function_exists("token_get_all") ? 0 : 9);']);
const reason = php.error ? 'there is no php command' : php.status !== 0 && 'php has no tokenizer extension';

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
const data = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 30 }).filter((text) => text.isWellFormed() && !text.includes('\0')),
  fc.array(fc.constantFrom(...HOSTILE), { maxLength: 8 }).map((parts) => parts.join('')),
  fc.constantFrom<PlainSetting['data']>('True', '1', '-1.25', '1e5', '00', '', true, false, 1, -1.25),
);
const hostileSetting: fc.Arbitrary<PlainSetting> = fc.record({
  key: fc.stringMatching(KEY_PATTERN, { maxLength: 20 }),
  data,
  form: fc.constantFrom('constant', 'variable'),
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

  it.skipIf(reason)('round-trips hostile keys and values, with one statement per key', { timeout: 120_000 }, () => {
    const many = fc.array(hostileSetting, { minLength: 2500, maxLength: 2500, size: 'max' });
    fc.assert(
      fc.property(many, (sampled) => {
        // The number makes keys unique and distinct from PHP's own constants and variables.
        const settings = sampled.map((one, index) => ({ ...one, key: `${one.key}_${index}` }));
        expect(settings.every((one) => reservedName('php', one) === null)).toBe(true);
        const report = readBack(renderPhp(settings));
        expect(report.statements).toBe(settings.length);
        expect(report.tokens.filter((token) => !ALLOWED_TOKENS.has(token))).toEqual([]);
        const expected = (form: PlainSetting['form']) =>
          new Map(settings.filter((one) => one.form === form).map((one) => [one.key, one.data]));
        expect(valuesOf(report.constants)).toEqual(expected('constant'));
        expect(valuesOf(report.variables)).toEqual(expected('variable'));
      }),
      { numRuns: 4, endOnFailure: true },
    );
  });

  it.skipIf(reason)('sets what follows a code block that leaves PHP, and prints nothing', () => {
    const texts = ["$a = 'x' ?>", "$a = 'x'; // ?>", "$a = 'x' ?><?php $b = 1 ?>"];
    for (const text of texts) {
      const report = readBack(renderPhp([setting('a', text, 'block'), setting('b', "$password = 'secret';", 'block')]));
      expect(valuesOf(report.variables).get('a')).toBe('x');
      expect(valuesOf(report.variables).get('password')).toBe('secret');
    }
  });

  it.skipIf(reason)('has the values of statements that `?>` ended in the file they were taken from', () => {
    const file = `<?php\n$a = getenv('NONE') ?>\n<?php\n$b = 'x' . 'y' // note ?>\n<?php $c = 'z'; $d = [1, '?>'] ?>`;
    const { settings } = parseFile('php', file);
    const blocks = [...settings.values()].map(({ key, data: read }) =>
      typeof read === 'object' ? setting(key, read.code, 'block') : setting(key, read, 'variable'),
    );
    expect(valuesOf(readBack(renderPhp(blocks)).variables)).toEqual(
      new Map<string, unknown>([
        ['c', 'z'],
        ['a', false],
        ['b', 'xy'],
        ['d', [1, '?>']],
      ]),
    );
  });
});

const ALLOWED_TOKENS = new Set(
  'T_OPEN_TAG T_COMMENT T_WHITESPACE T_STRING T_VARIABLE T_CONSTANT_ENCAPSED_STRING T_LNUMBER T_DNUMBER ( ) , ; = - $ { }'.split(
    ' ',
  ),
);
