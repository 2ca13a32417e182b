import { describe, expect, it } from 'vitest';
import { checkVerdict } from './check-verdict.ts';

describe('the verdict of a server check', () => {
  it('names the servers that differ, and why others could not be read', () => {
    expect(
      checkVerdict({
        servers: [
          { host: 'a', state: 'changed' },
          { host: 'b', state: 'missing' },
          { host: 'c', state: 'same' },
          { host: 'd', state: 'unreadable', error: 'no answer.' },
        ],
      }),
    ).toEqual({ meaning: 'bad', text: 'Changed on the server: a, b', detail: 'd: no answer.' });
  });

  it('does not report success for a server that could not be read', () => {
    const unreadable = { host: 'd', state: 'unreadable', error: 'no answer.' } as const;
    expect(checkVerdict({ servers: [{ host: 'c', state: 'same' }, unreadable] })).toEqual({
      meaning: 'warn',
      text: '1 server could not be read',
      detail: 'd: no answer.',
    });
    expect(checkVerdict({ servers: [] }).meaning).toBe('warn');
  });

  it('counts the servers that have the committed file', () => {
    const server = (host: string) => ({ host, state: 'same' as const });
    expect(checkVerdict({ servers: [server('a'), server('b')] })).toEqual({
      meaning: 'good',
      text: '2 servers have the committed file',
    });
  });
});
