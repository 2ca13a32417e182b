import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createEventParser, type StreamEvent } from './event-stream.ts';

function readPieces(pieces: readonly string[]): StreamEvent[] {
  const parse = createEventParser();
  return pieces.flatMap((piece) => parse(piece));
}

function cut(text: string, at: readonly number[]): string[] {
  const places = [...new Set(at.map((place) => place % (text.length + 1)))].toSorted((a, b) => a - b);
  return [...places, text.length].map((place, index) => text.slice(index === 0 ? 0 : places[index - 1], place));
}

const line = fc.string().map((text) => text.replace(/[\r\n]/g, ''));
const eventName = line.map((text) => text.trimStart()).filter((text) => text !== '');
const streamEvent = fc.record({
  event: eventName,
  data: fc.array(line, { minLength: 1 }).map((lines) => lines.join('\n')),
});

describe('the event stream parser', () => {
  it('reads name and data, and calls an event without a name a message', () => {
    const events = readPieces(['event: change\ndata: {"topics":[]}\n\n', 'data: x\n\n']);
    expect(events).toEqual([
      { event: 'change', data: '{"topics":[]}' },
      { event: 'message', data: 'x' },
    ]);
  });

  it('joins several data lines, skips comments, ids and unknown fields, and drops an event without data', () => {
    const events = readPieces([': ping\n\nid: 7\nretry: 100\nevent: empty\n\ndata: a\ndata:b\ndata\nfoo: 1\n\n']);
    expect(events).toEqual([{ event: 'message', data: 'a\nb\n' }]);
  });

  it('keeps an unfinished event until its empty line has come', () => {
    const parse = createEventParser();
    expect(parse('data: a\n')).toEqual([]);
    expect(parse('\n')).toEqual([{ event: 'message', data: 'a' }]);
  });

  it('yields the same events for any chunking and any line endings', () => {
    fc.assert(
      fc.property(
        fc.array(streamEvent),
        fc.constantFrom('\n', '\r\n', '\r'),
        fc.array(fc.nat(), { maxLength: 20 }),
        (events, end, places) => {
          const text = events
            .map(({ event, data }) =>
              [`event: ${event}`, ...data.split('\n').map((part) => `data: ${part}`), '', ''].join(end),
            )
            .join('');
          // A last CR may be half of a CRLF, so the parser needs one more character to be sure.
          expect(readPieces([...cut(text, places), ':'])).toEqual(events);
        },
      ),
    );
  });
});
