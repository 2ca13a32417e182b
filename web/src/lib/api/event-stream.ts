/** One server-sent event. */
export interface StreamEvent {
  event: string;
  data: string;
}

/**
 * Incremental text/event-stream parser: takes a chunk, returns the completed events. Chunk boundaries do not matter. Ids and retry times are
 * ignored.
 */
export function createEventParser(): (piece: string) => StreamEvent[] {
  let rest = '';
  let event = '';
  let data: string[] = [];

  function finish(): StreamEvent[] {
    const done = data.length > 0 ? [{ event: event || 'message', data: data.join('\n') }] : [];
    event = '';
    data = [];
    return done;
  }

  function readLine(line: string): StreamEvent[] {
    if (line === '') return finish();
    const colon = line.indexOf(':');
    if (colon === 0) return [];
    const field = colon === -1 ? line : line.slice(0, colon);
    const value = colon === -1 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (field === 'event') event = value;
    if (field === 'data') data.push(value);
    return [];
  }

  return (piece) => {
    rest += piece;
    // A trailing CR may be the first half of CRLF: it waits for the next chunk.
    const held = rest.endsWith('\r') ? '\r' : '';
    const lines = rest.slice(0, rest.length - held.length).split(/\r\n|\r|\n/);
    rest = (lines.pop() ?? '') + held;
    return lines.flatMap(readLine);
  };
}
