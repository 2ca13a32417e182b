import { countText } from '../numbers.ts';
import type { z } from 'zod';
import type { configCheckSchema } from './schema.ts';

type Check = Pick<z.output<typeof configCheckSchema>, 'servers'>;

/** The result of a server check, in words. */
export interface CheckVerdict {
  meaning: 'good' | 'warn' | 'bad';
  text: string;
  detail?: string;
}

/** Summarises a check in one sentence. Differing servers take precedence over unreadable ones, which take precedence over matching ones. */
export function checkVerdict({ servers }: Check): CheckVerdict {
  const hosts = (...states: string[]) => servers.filter(({ state }) => states.includes(state)).map(({ host }) => host);
  const [differing, unreadable] = [hosts('changed', 'missing'), servers.filter(({ state }) => state === 'unreadable')];
  const reasons = unreadable.map(({ host, error }) => `${host}: ${error ?? 'It gave no reason.'}`).join(' ');
  const detail = reasons === '' ? null : { detail: reasons };
  if (differing.length > 0)
    return { meaning: 'bad', text: `Changed on the server: ${differing.join(', ')}`, ...detail };
  if (unreadable.length > 0) {
    return { meaning: 'warn', text: `${countText(unreadable.length, 'server')} could not be read`, ...detail };
  }
  if (servers.length === 0) return { meaning: 'warn', text: 'The service has no server to check' };
  return {
    meaning: 'good',
    text: `${countText(servers.length, 'server')} ${servers.length === 1 ? 'has' : 'have'} the committed file`,
  };
}
