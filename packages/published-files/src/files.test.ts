import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { asRead, parseFile, renderFile } from './files.ts';
import { FileFault } from './findings.ts';
import { KEY_PATTERN, reservedName, type FileFormat } from './names.ts';
import { sorted, type PlainSetting, type Setting } from './settings.ts';

const FORMATS = ['php', 'json', 'dotenv'] as const;

const HOSTILE = [
  '\n',
  ...'\\ " \' $ # n ${A} {$a} \r\n \r A=1 // /* */ ?> <?php true 12'.split(' '),
  `define('A', 'x');`,
  '$A = 1;',
  '\n// End of code block A\n',
  '\n// Code block B\n',
  '<<<A\n',
];
const hostileText = fc.oneof(
  fc.string({ unit: 'binary' }).filter((text) => text.isWellFormed() && !text.includes('\0')),
  fc.array(fc.constantFrom(...HOSTILE)).map((parts) => parts.join('')),
  fc.constantFrom('True', 'false', '12', '-1.5', '', '\uFEFF'),
);
/** Non-text data has one canonical form, which the caller ensures. */
const canonical = fc.oneof(fc.boolean(), fc.constantFrom(0, 7, -1.5, 12.25, 2_147_483_647));
const settingsOf = (format: FileFormat, text: fc.Arbitrary<string>) =>
  fc
    .uniqueArray(
      fc.record({
        key: fc.oneof(
          fc.stringMatching(KEY_PATTERN, { maxLength: 8 }),
          fc.constantFrom('A', 'B', 'a.b', 'constructor', 'toString'),
        ),
        form: fc.constantFrom<Setting['form']>(...(format === 'php' ? PHP_FORMS : (['text'] as const))),
        text,
        other: fc.option(canonical, { nil: undefined }),
      }),
      { selector: ({ key }) => key },
    )
    .map((all) =>
      all
        .map(({ key, form, text: data, other }): PlainSetting => {
          const isText = form === 'block' || other === undefined;
          return { key, form, data: isText ? data : other };
        })
        .filter((setting) => reservedName(format, setting) === null),
    );
const PHP_FORMS = ['constant', 'variable', 'block'] as const;
const readBack = (format: FileFormat, settings: readonly PlainSetting[], known: Iterable<Setting>) =>
  parseFile(format, renderFile(format, settings), known);

describe.each(FORMATS)('a published %s file', (format) => {
  it('round-trips every exported setting, whatever its value, without other text', () => {
    fc.assert(
      fc.property(settingsOf(format, hostileText), (settings) => {
        const read = readBack(format, settings, settings);
        expect(sorted(read.settings.values())).toEqual(sorted(settings).map((setting) => asRead(format, setting)));
        expect([read.other, read.moreOther]).toEqual([[], false]);
      }),
      { numRuns: 400 },
    );
  });

  it('round-trips without known settings if no value contains code block markers', () => {
    const harmless = hostileText.filter((text) => !text.includes('ode block'));
    fc.assert(
      fc.property(settingsOf(format, harmless), (settings) => {
        expect(sorted(readBack(format, settings, []).settings.values())).toEqual(
          sorted(settings).map((setting) => asRead(format, setting)),
        );
      }),
    );
  });

  it('is parsed to the end, however it was modified', () => {
    const edited = fc
      .tuple(settingsOf(format, hostileText), fc.nat(), fc.nat(), hostileText)
      .map(([settings, from, length, text]) => {
        const file = renderFile(format, settings);
        const at = from % (file.length + 1);
        return file.slice(0, at) + text + file.slice(at + (length % 20));
      });
    fc.assert(
      fc.property(fc.oneof(edited, hostileText), (text) => {
        try {
          const { settings, other } = parseFile(format, text, []);
          const lines = text.split('\n').length;
          expect(other.every(({ first, last }) => first >= 1 && first <= last && last <= lines)).toBe(true);
          expect([...settings].every(([key, setting]) => key === setting.key)).toBe(true);
        } catch (error) {
          expect(error).toBeInstanceOf(FileFault);
        }
      }),
      { numRuns: 400 },
    );
  });

  it('is parsed within time and memory limits when it is huge', () => {
    const huge = [
      'A="\n',
      "$a='\n",
      '/*\n',
      '// Code block A\n',
      '// End of code block A\n',
      '<<<A\n',
      'define(',
      '{',
      '?><?php ',
      '$a = f() ?><?php ',
      '[',
      '\\',
      '"\\"',
      ';\n',
      `$a = 'b';\n`,
      '${',
    ];
    for (const text of huge.map((part) => part.repeat(1_000_000 / part.length))) {
      for (const start of ['', '<?php ', 'A="', `<?php $a = '`]) {
        try {
          const { settings, other } = parseFile(format, start + text, []);
          expect(settings.size + other.length).toBeLessThanOrEqual(10_020);
        } catch (error) {
          expect(error).toBeInstanceOf(FileFault);
        }
      }
    }
  });

  it('yields at most the maximum number of settings', () => {
    const settings = Array.from({ length: 10_050 }, (_, number): PlainSetting => ({
      key: `K${String(number).padStart(6, '0')}`,
      form: format === 'php' ? 'constant' : 'text',
      data: 'x',
    }));
    expect(readBack(format, settings, []).settings.size).toBe(10_000);
  });

  it('is rejected when it is not text', () => {
    expect(() => parseFile(format, '<?php \0', [])).toThrow('The file is not text.');
  });
});

describe('a PHP file edited by hand', () => {
  const read = (...lines: string[]) => parseFile('php', ['<?php', ...lines].join('\n'), []);
  const values = (...lines: string[]) =>
    Object.fromEntries([...read(...lines).settings].map(([key, { data }]) => [key, data]));

  it('is parsed in equivalent notations', () => {
    expect(
      values(
        `define("A" , "it's \\$5\\n");`,
        '  DEFINE( \'B\', TRUE, false ) ;  $c="x";',
        `const D = -1.5;`,
        "${'a.b'}='y';",
      ),
    ).toEqual({ A: "it's $5\n", B: true, c: 'x', D: -1.5, 'a.b': 'y' });
  });

  it('keeps expressions as source text and executes nothing', () => {
    expect(values(`define('A', getenv('HOME') . "x;");`, '$b = [1, 2];', '$c = "$d";', '$e = 010;')).toEqual({
      A: { code: `define('A', getenv('HOME') . "x;");` },
      b: { code: '$b = [1, 2];' },
      c: { code: '$c = "$d";' },
      e: { code: '$e = 010;' },
    });
  });

  it('reports the lines of everything else, and finds no settings in them', () => {
    const { settings, other } = read(
      '# a remark',
      `define('A', '1');`,
      `if (X) {`,
      `  define('B', '2'); // }`,
      `}`,
      `define('C', '3');`,
      `/* define('D', '4');`,
      `*/`,
      `echo <<<EOT`,
      `$e = '5';`,
      `EOT;`,
      `?>`,
      `$f = '6';`,
      `<?php $g = '7'; $h .= '8';`,
    );
    expect([...settings.keys()]).toEqual(['A', 'C', 'g']);
    expect(other).toEqual([
      { first: 2, last: 2 },
      { first: 4, last: 6 },
      { first: 8, last: 15 },
    ]);
  });

  it('uses the effective value of a duplicate name: the first of a constant, the last of a variable', () => {
    expect(values(`define('A', '1');`, `define('A', '2');`, `$b = '1';`, `$b = '2';`)).toEqual({ A: '1', b: '2' });
    expect(read(`define('A', '1');`, `define('A', '2');`).other).toEqual([{ first: 3, last: 3 }]);
  });

  it('treats truncated statements as other text', () => {
    const { settings, other } = read(`define('A', '1');`, `define('B', 'unfinis`);
    expect([...settings.keys()]).toEqual(['A', 'B'].slice(0, settings.size));
    expect([settings.get('A')?.data, settings.has('B') || other.length > 0]).toEqual(['1', true]);
  });

  it('is parsed as PHP does when a comment ends with a carriage return', () => {
    expect(values(`// note\r$a = '1'; # note\r\n$b = '2';`)).toEqual({ a: '1', b: '2' });
  });

  it('has the source text of a statement that `?>` ends, closed by a semicolon', () => {
    const { settings, other } = read('$a = f() ?>', '<p>', '<?php $b = g(1) // note ?>');
    expect([...settings.values()].map(({ data }) => data)).toEqual([
      { code: '$a = f();' },
      { code: '$b = g(1) // note\n;' },
    ]);
    expect(other).toEqual([{ first: 2, last: 4 }]);
  });

  it('is parsed in a moment when all its comments leave PHP', () => {
    // Quadratic time would exceed the runner's limit.
    expect(read('#?><?='.repeat(700_000)).other).toEqual([{ first: 2, last: 2 }]);
  });

  it('is parsed when the label of a heredoc is longer than a regular expression may be', () => {
    const { other } = parseFile('php', `<?php <<<${'A'.repeat(100_000)}\nx`);
    expect(other).toEqual([{ first: 1, last: 2 }]);
  });

  it('is rejected when it contains no PHP', () => {
    expect(() => parseFile('php', 'define(1)', [])).toThrow(FileFault);
  });
});

describe('a code block', () => {
  const block = (data: string): PlainSetting => ({ key: 'rules', form: 'block', data });
  const hidden = 'a();\n// End of code block rules\n// Code block other\nb();';

  it('may contain its own end line when its value is known', () => {
    const read = readBack('php', [block(hidden)], [block(hidden)]);
    expect(read.settings.get('rules')?.data).toBe(hidden);
  });

  it('may leave PHP: its end line then reopens it', () => {
    for (const data of ['a() ?>', '?>\n<?php', '?> text', "// ?>\nb('?>')"]) {
      const text = renderFile('php', [block(data), { key: 'z', form: 'block', data: 'c();' }]);
      for (const known of [[], [block(data)]])
        expect([...parseFile('php', text, known).settings.values()].map((one) => one.data)).toEqual([data, 'c();']);
    }
  });

  it('ends at its end line when it was changed', () => {
    const text = renderFile('php', [block('a();\nb();')]).replace('b()', 'c()');
    const read = parseFile('php', text, [block('a();\nb();')]);
    expect([read.settings.get('rules')?.data, read.other]).toEqual(['a();\nc();', []]);
  });
});

describe('a dotenv file edited by hand', () => {
  const read = (...lines: string[]) => parseFile('dotenv', lines.join('\n'), []);

  it('is parsed in equivalent notations', () => {
    const { settings } = read('export A=1', `B='x "$y" \\n'`, 'C = "two', 'lines"', 'D=', 'E=plain # why');
    expect([...settings.values()].map(({ key, data }) => [key, data])).toEqual([
      ['A', '1'],
      ['B', 'x "$y" \\n'],
      ['C', 'two\nlines'],
      ['D', ''],
      ['E', 'plain'],
    ]);
  });

  it('reports the lines of everything else', () => {
    const { settings, other } = read('# a remark', 'A=1', '', 'B="unfinished', 'C=two words', 'D="${A}"', 'E="\\q"');
    expect([...settings]).toEqual([
      ['A', { key: 'A', form: 'text', data: '1' }],
      ['D', { key: 'D', form: 'text', data: { code: '${A}' } }],
    ]);
    expect(other).toEqual([
      { first: 1, last: 1 },
      { first: 4, last: 5 },
      { first: 7, last: 7 },
    ]);
  });
});

describe('a JSON file edited by hand', () => {
  it('distinguishes numbers from text, and returns lists as source text', () => {
    const { settings } = parseFile('json', '{"A": 1, "B": "1", "C": [1], "D": null, "__proto__": "x"}', []);
    expect([...settings.values()].map(({ key, data }) => [key, data])).toEqual([
      ['A', 1],
      ['B', '1'],
      ['C', { code: '[1]' }],
      ['D', { code: 'null' }],
      ['__proto__', 'x'],
    ]);
  });

  it.each([String.raw`{"A": "\u0000"}`, String.raw`{"\u0000": 1}`])('is rejected with NUL: %s', (text) => {
    expect(() => parseFile('json', text, [])).toThrow('A name or value contains NUL, which no setting can hold.');
  });

  it.each(['', '{"A": "1"', '[]', 'null', '"text"'])('is rejected when truncated or not an object: %s', (text) => {
    expect(() => parseFile('json', text, [])).toThrow('It may have been truncated');
  });
});
