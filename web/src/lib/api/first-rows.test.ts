import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { cutRows, painted, readFirstRows } from './first-rows.ts';

const ROW = fc.dictionary(fc.string({ unit: 'binary' }), fc.jsonValue());
const LIST = fc.record({ name: fc.string({ unit: 'binary' }), rows: fc.array(ROW, { maxLength: 8 }) });
const list = (name: string, rows: readonly unknown[]) => JSON.stringify(Object.fromEntries([[name, rows]]));

describe('the first rows of a text', () => {
  it('are those of the whole text, however it is written, as soon as they are in it', () => {
    let reached = 0;
    fc.assert(
      fc.property(LIST, fc.nat(), fc.nat({ max: 9 }), fc.nat({ max: 2 }), ({ name, rows }, end, wanted, indent) => {
        const whole = JSON.stringify(Object.fromEntries([[name, rows]]), null, indent);
        const cut = cutRows(whole.slice(0, end % (whole.length + 1)), wanted + 1);
        if (cut !== null) {
          reached += 1;
          expect(JSON.parse(cut)).toEqual(JSON.parse(list(name, rows.slice(0, wanted + 1))));
        }
        expect(cutRows(whole, wanted + 1) !== null).toBe(rows.length > wanted);
      }),
      { numRuns: 400 },
    );
    expect(reached).toBeGreaterThan(0);
  });

  it('ignore brackets inside strings', () => {
    const whole = list('rows', [{ a: '}]}"{[', b: '\\', c: [{}, [{}]] }, { d: 1 }]);
    expect(cutRows(whole, 1)).toBe(list('rows', [{ a: '}]}"{[', b: '\\', c: [{}, [{}]] }]));
    expect(cutRows(whole.slice(0, whole.indexOf(',"b"')), 1)).toBeNull();
  });

  it('are null for a response that is not a list', () => {
    expect(cutRows('{"error":{"rows":[{}]}}', 1)).toBeNull();
    expect(cutRows('[[{}]]', 1)).toBeNull();
    expect(cutRows('{"rows":[],"others":[{}]}', 1)).toBeNull();
  });
});

/** A response with a body of these chunks; it stays open when `ends` is false. */
function answerOf(bytes: Uint8Array, cuts: readonly number[], ends = true): Response {
  const places = [0, ...cuts.map((cut) => cut % (bytes.length + 1)).toSorted((a, b) => a - b), bytes.length];
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start(controller) {
      for (const [index, place] of places.slice(1).entries()) {
        controller.enqueue(Uint8Array.from(bytes.subarray(places[index], place)));
      }
      if (ends) controller.close();
    },
  });
  return new Response(body);
}

const bytesOf = (text: string) => new TextEncoder().encode(text);

describe('the first rows of a response', () => {
  it('are the same for any chunking, and leave the whole response readable', async () => {
    await fc.assert(
      fc.asyncProperty(LIST, fc.array(fc.nat(), { maxLength: 12 }), async ({ name, rows }, cuts) => {
        const text = list(name, rows);
        const answer = answerOf(bytesOf(text), cuts);
        const expected = rows.length < 3 ? null : (JSON.parse(list(name, rows.slice(0, 3))) as unknown);
        expect(await readFirstRows(answer, 3)).toEqual(expected);
        // Half a surrogate pair has no bytes of its own.
        expect(await answer.text()).toBe(new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytesOf(text)));
      }),
    );
  });

  it('arrive before the rest, also when multi-byte characters are split', async () => {
    const part = bytesOf('{"tenants":[{"name":"Łódź 🏊"},{"na');
    const everyByte = Array.from(part, (_, index) => index);
    expect(await readFirstRows(answerOf(part, everyByte, false), 1)).toEqual({ tenants: [{ name: 'Łódź 🏊' }] });
  });
});

describe('waiting for the paint', () => {
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.useRealTimers();
  });

  it('ends in a hidden tab, which does not paint', async () => {
    vi.useFakeTimers();
    vi.stubGlobal('requestAnimationFrame', () => 0);
    const waited = painted();
    await vi.advanceTimersByTimeAsync(100);
    await expect(waited).resolves.toBeUndefined();
  });
});
