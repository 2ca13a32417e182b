/** Parser state: in plain text, after a CR, or within a terminal sequence. */
type State = 'text' | 'return' | 'escape' | 'parameters' | 'string' | 'string end';

// oxlint-disable-next-line no-control-regex
const SPECIAL = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F]/g;

/** Removes terminal sequences (colours, titles, other control characters) and normalizes CRLF and CR to LF. Stateful across chunks. */
export function createControlFilter(): (text: string) => string {
  let state: State = 'text';
  return (text) => {
    const kept: string[] = [];
    let at = 0;
    while (at < text.length) {
      if (state === 'text') {
        SPECIAL.lastIndex = at;
        const special = SPECIAL.exec(text);
        const end = special?.index ?? text.length;
        kept.push(text.slice(at, end));
        at = end + 1;
        const found = special?.[0];
        if (found === '\r') {
          kept.push('\n');
          state = 'return';
        } else if (found === '\u001B') state = 'escape';
        continue;
      }
      const next = after(state, text[at] ?? '');
      state = next.state;
      if (next.taken) at += 1;
    }
    return kept.join('');
  };
}

/** The next state after a character of a sequence; one that is not consumed is processed again. */
function after(state: Exclude<State, 'text'>, character: string): { state: State; taken: boolean } {
  if (state === 'return') return { state: 'text', taken: character === '\n' };
  if (state === 'escape') return afterEscape(character);
  if (state === 'string end') {
    return character === '\\' ? { state: 'text', taken: true } : { state: 'escape', taken: false };
  }
  if (state === 'parameters') {
    if (character >= ' ' && character <= '?') return { state, taken: true };
    return { state: 'text', taken: character >= '@' && character <= '~' };
  }
  // A title that does not end on its line is not one.
  if (character === '\n') return { state: 'text', taken: false };
  if (character === '\u0007' || character === '\u009C') return { state: 'text', taken: true };
  return { state: character === '\u001B' ? 'string end' : 'string', taken: true };
}

function afterEscape(character: string): { state: State; taken: boolean } {
  if (character === '[') return { state: 'parameters', taken: true };
  if (']PX^_'.includes(character)) return { state: 'string', taken: true };
  if (character >= ' ' && character <= '/') return { state: 'escape', taken: true };
  return { state: 'text', taken: character >= '0' && character <= '~' };
}
