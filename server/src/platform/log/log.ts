import { pino, type DestinationStream, type Logger } from 'pino';
import { serializeError } from './serialize-error.ts';

/** Structured process log, one JSON object per line. */
export type Log = Logger;

export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

/** Keys that may hold a token, password or secret in a logged object, or up to two levels below. */
const SECRET_NAMES = [
  'password',
  'token',
  'refreshToken',
  'refresh_token',
  'authorization',
  'cookie',
  'secret',
  'secretsKey',
  'value',
  'set-cookie',
];

/** Maximum bytes that wait while nobody reads standard output; further lines are dropped. */
const MAX_WAITING = 16 * 1024 * 1024;

/** @param destination standard output when absent */
export function createLog(level: (typeof LOG_LEVELS)[number], destination?: DestinationStream): Log {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    serializers: { err: serializeError, error: serializeError, cause: serializeError },
    redact: {
      paths: SECRET_NAMES.flatMap((name) => [`["${name}"]`, `*["${name}"]`, `*.*["${name}"]`]),
      censor: '[masked]',
    },
  };
  return pino(options, destination ?? pino.destination({ dest: 1, maxLength: MAX_WAITING })) as Log;
}
