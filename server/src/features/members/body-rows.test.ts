import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readBodyRows } from './body-rows.ts';

const read = (text: string) => {
  const { rest, rows } = readBodyRows(Buffer.from(text), 'members');
  return { rest, members: [...rows()] };
};

describe('a body with a long list', () => {
  it('is parsed like JSON.parse, wherever the list is and however it is formatted', () => {
    const space = fc.constantFrom(0, 1, 2, '\t');
    const body = fc.record({
      rest: fc.dictionary(
        fc.string().filter((key) => key !== 'members' && key !== '__proto__'),
        fc.jsonValue(),
      ),
      members: fc.array(fc.jsonValue()),
      first: fc.boolean(),
    });
    fc.assert(
      fc.property(body, space, ({ rest, members, first }, indent) => {
        const whole = first ? { members, ...rest } : { ...rest, members };
        const expected = JSON.parse(JSON.stringify({ rest, members })) as object;
        expect(read(JSON.stringify(whole, null, indent))).toEqual(expected);
      }),
    );
  });

  it.each([
    '',
    '[]',
    '{',
    '{"members":[}',
    '{"members":["a" "b"]}',
    '{"members":["a",]}',
    '{"members":[1]} x',
    '{"members":[],"members":[]}',
    '{"members":[],"a":1,"a":2}',
    '{"members":[],"__proto__":{}}',
    '{"members":{}}',
    '{"members":["\\"}',
    '{members:[]}',
    '{"members":[],}',
    '{"headers":[]}',
  ])('%s is refused', (text) => {
    expect(() => read(text)).toThrow(expect.objectContaining({ code: 'bad_request' }) as Error);
  });

  it('is refused or parsed like JSON.parse after any truncation or change', () => {
    const text = JSON.stringify({
      headers: ['a"b\\'],
      members: [
        ['x', '"'],
        ['\\', 'é'],
      ],
    });
    fc.assert(
      fc.property(
        fc.nat(text.length),
        fc.nat(text.length),
        fc.constantFrom('', '"', '\\', ',', '[', '}', ' '),
        (a, b, put) => {
          const changed = text.slice(0, Math.min(a, b)) + put + text.slice(Math.max(a, b));
          let found: ReturnType<typeof read>;
          try {
            found = read(changed);
          } catch (error) {
            expect(error).toMatchObject({ code: 'bad_request' });
            return;
          }
          const { members, ...rest } = JSON.parse(changed) as { members: unknown[] };
          expect(found).toEqual({ rest, members });
        },
      ),
    );
  });

  it('must be UTF-8', () => {
    const bytes = Buffer.concat([Buffer.from('{"members":["'), Buffer.from([0xbf, 0x5c]), Buffer.from('"]}')]);
    expect(() => readBodyRows(bytes, 'members')).toThrow('The request body is not valid JSON.');
  });
});
