import { checkSettings } from '@mission-control/contract/monitors/schema';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readCheckList } from './read-list.ts';

const read = (text: string) => readCheckList(Buffer.from(text));
const faultsOf = async (text: string) =>
  (await read(text)).faults.map(({ line, path, message }) => [line, path, message].join(' | '));

describe('a list of checks', () => {
  it('is read by its columns, whatever their order, spelling and separator; empty cells are ignored', async () => {
    const text =
      'Expected status;Host;path;Expected Text;slow-ms\r\n204;Ash.Example.;/health;;\r\n\r\n;elm.example;;all well;800\r\n';
    expect(await read(text)).toEqual({
      sites: [
        { line: 2, host: 'ash.example', checks: { path: '/health', expected_status: 204 } },
        { line: 4, host: 'elm.example', checks: { expected_text: 'all well', slow_ms: 800 } },
      ],
      faults: [],
      ignored: [],
    });
  });

  it('exported by another tool is read by its addresses, and ignored columns are named', async () => {
    const text = 'Name,URL,Interval,expected_text\nAsh,https://ash.example/up?full=1#top,60,-\nElm,elm.example/,60,\n';
    expect(await read(text)).toEqual({
      sites: [
        { line: 2, host: 'ash.example', checks: { path: '/up?full=1', expected_text: null } },
        { line: 3, host: 'elm.example', checks: {} },
      ],
      faults: [],
      ignored: ['Name', 'Interval'],
    });
    const own = await read('url,path\nhttps://ash.example/up,/own\n');
    expect(own.sites[0]?.checks).toEqual({ path: '/own' });
  });

  it('reports each fault with its line and column', async () => {
    const text = [
      'host,path,expected_status,expected_text,timeout_ms,failures_to_down,successes_to_up,slow_ms',
      'ash.example,health,99,,10001,0,21,49',
      'ash.example,/ok,2e2,,1.5,,,',
      ',/ok,,,,,,',
      'no host,/ok,,,,,,',
      'elm.example:8443,/ok,,,,,,',
      'fir.example,/ok,,,,,,',
      'FIR.example,/ok,,,,,,',
    ].join('\n');
    expect(await faultsOf(text)).toEqual([
      '2 | path | Must begin with / and contain no spaces or #.',
      '2 | expected_status | From 100 to 599.',
      '2 | timeout_ms | From 1 to 10 s.',
      '2 | failures_to_down | From 1 to 20.',
      '2 | successes_to_up | From 1 to 20.',
      '2 | slow_ms | From 50 to 10,000 ms.',
      '3 | expected_status | This is not a whole number.',
      '3 | timeout_ms | This is not a whole number.',
      '4 |  | Host is missing.',
      '5 | no host | This is not a host.',
      '6 | elm.example:8443 | Enter the host without a port or credentials.',
      '8 | fir.example | The host is already on line 7.',
    ]);
  });

  it.each([
    ['', 'The file is empty'],
    ['host\n', 'no rows below its header'],
    ['path\n/\n', 'The first line names the columns'],
    ['host,url\na.example,b.example\n', 'The first line names the columns'],
    ['host,path,Path\na.example,/,/\n', 'twice'],
    ['host,name\na.example,A\n', 'none of the columns path, expected_status'],
    ['host,path\na.example,"/\n', 'quote is never closed'],
    ['host,path\na.example,"/\nb"\nb.example,/\n', 'A cell has a line break'],
    ['PK\u0003\u0004', 'This is a workbook'],
    [`host,path\n${'a.example,/\n'.repeat(1_001)}`, 'more than 1,000 sites'],
    [`host,path\n${'a'.repeat(300_000)}`, 'more than 256 KB'],
    [`host${',x'.repeat(300)}\na.example`, 'more than 200 columns'],
  ])('refuses %.20j', async (text, message) => {
    const { sites, faults } = await read(text);
    expect(faults).toHaveLength(1);
    expect(faults[0]?.message).toContain(message);
    expect(sites.length).toBeLessThan(2);
  });

  it('yields only valid settings, or faults, for any file', async () => {
    const cell = fc.oneof(
      fc.constantFrom(
        '/',
        '/x',
        '200',
        '99',
        '-',
        '',
        '1e3',
        '__proto__',
        'ash.example',
        'https://elm.example/y',
        'a b',
      ),
      fc.string({ maxLength: 12, unit: 'binary' }),
    );
    const column = fc.constantFrom(
      'host',
      'url',
      'path',
      'expected_status',
      'expected_text',
      'slow_ms',
      'name',
      '__proto__',
    );
    let reached = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(column, { minLength: 1, maxLength: 5 }),
        fc.array(fc.array(cell, { maxLength: 5 }), { maxLength: 6 }),
        async (header, lines) => {
          const text = [['host', ...header.filter((name) => name !== 'host')], ...lines]
            .map((cells) => cells.join(','))
            .join('\n');
          const { sites, faults } = await read(text);
          for (const { host, checks } of sites) {
            reached += 1;
            expect(host).toMatch(/^[^\s/]+$/);
            expect(checkSettings.partial().parse(checks)).toEqual(checks);
          }
          expect(sites.length + faults.length).toBeGreaterThan(0);
        },
      ),
      { numRuns: 300, examples: [[['path'], [['ash.example', '/x']]]] },
    );
    expect(reached).toBeGreaterThan(0);
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), async (bytes) => {
        const { sites, faults } = await readCheckList(bytes);
        expect(sites.length + faults.length).toBeGreaterThan(0);
      }),
    );
  });
});
