import { Buffer } from 'node:buffer';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { KEY_PATTERN } from './names.ts';
import { renderDotenv } from './render.ts';
import type { PlainSetting } from './settings.ts';

const HOSTILE = ['"', "'", '\\', '\\"', '\\n', '\\t', '$', '${A}', '$A', '${', '#', ' # ', '\n', '\r\n', '\r', '\t'];
const MORE = ['A=1', 'export B=2', '=', '`id`', '\f', '\v', '\u2028', '\u202E', ' ', 'é', '😀', '0', 'null', '(empty)'];
const value = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 30 }).filter((text) => text.isWellFormed() && !text.includes('\0')),
  fc.array(fc.constantFrom(...HOSTILE, ...MORE), { maxLength: 8 }).map((parts) => parts.join('')),
  fc.constantFrom<PlainSetting['data']>('True', 'False', '1', '-1.25', '1e5', '00', '', true, false, 1, -1.25),
);
/** Settings with hostile values and unique keys. */
const files = fc
  .array(fc.tuple(fc.stringMatching(KEY_PATTERN, { maxLength: 12 }), value), { minLength: 1, maxLength: 300 })
  .map((sampled) =>
    sampled.map(([key, data], index): PlainSetting => ({ key: `${key}_${index}`, form: 'text', data })),
  );
const expected = (settings: readonly PlainSetting[]) => new Map(settings.map(({ key, data }) => [key, String(data)]));

const ESCAPED: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', f: '\f', v: '\v' };

/**
 * The subset of phpdotenv's grammar that published files use: comment lines, `NAME=` with a bare word or a double-quoted string
 * that may span lines and has backslash escapes. Variables and anything else are errors.
 */
function readDotenv(text: string): Map<string, string> {
  const found = new Map<string, string>();
  let rest = text;
  while (rest !== '') {
    const comment = /^#[^\n]*\n/.exec(rest);
    const entry = /^([A-Za-z0-9_.]+)=(?:([^\s"'#$\\]+)|"((?:[^"\\$]|\\[\\"$nrtfv])*)")\n/.exec(rest);
    if (!comment && !entry) throw new Error(`not readable: ${rest.slice(0, 80)}`);
    const [, name, bare, quoted] = entry ?? [];
    if (name !== undefined) found.set(name, bare ?? unescaped(quoted ?? ''));
    rest = rest.slice((comment ?? entry)?.[0].length);
  }
  return found;
}

const unescaped = (text: string) => text.replaceAll(/\\(.)/g, (_, letter: string) => ESCAPED[letter] ?? letter);

describe('the dotenv file of a config', () => {
  it('round-trips every setting by the grammar of phpdotenv, and nothing else', () => {
    fc.assert(
      fc.property(files, (settings) => {
        expect(readDotenv(renderDotenv(settings))).toEqual(expected(settings));
      }),
    );
  });
});

const script = fileURLToPath(new URL('testing/parse-dotenv.php', import.meta.url));
const probe = spawnSync('php', [script]);
const reason = probe.error ? 'there is no php command' : probe.status !== 0 && 'phpdotenv is not installed';

describe('the dotenv file, read by phpdotenv', () => {
  const folder = mkdtempSync(join(tmpdir(), 'mc-dotenv-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  if (reason) process.stderr.write(`phpdotenv round trip is skipped: ${reason} (Debian: php-vlucas-phpdotenv).\n`);

  it('is installed where peers are required', () => {
    expect(Boolean(reason) && process.env['REQUIRE_PEERS'] === '1').toBe(false);
  });

  it.skipIf(reason)('round-trips hostile keys and values', { timeout: 120_000 }, () => {
    fc.assert(
      fc.property(files, (settings) => {
        const file = join(folder, 'config.env');
        writeFileSync(file, renderDotenv(settings));
        const out = execFileSync('php', ['-d', 'display_errors=stderr', script, file], { maxBuffer: 1 << 28 });
        const read = JSON.parse(out.toString()) as [string, string][];
        expect(new Map(read.map(([key, text]) => [key, Buffer.from(text, 'base64').toString()]))).toEqual(
          expected(settings),
        );
      }),
      { numRuns: 25 },
    );
  });
});
