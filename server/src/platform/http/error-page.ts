import { countText } from '@mission-control/contract/numbers';
import type { FastifyReply } from 'fastify';
import type { AppError } from '../errors.ts';

export interface PageConfig {
  /** Sends errors as a page, for addresses that people open in a browser. The status is already set. */
  errorPage: (reply: FastifyReply, error: AppError) => FastifyReply;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    errorPage?: PageConfig['errorPage'];
  }
}

/** What went wrong, for the person who opened the page. */
export const problemText = ({ message, retryAfterSeconds: seconds }: AppError): string =>
  seconds === undefined
    ? message
    : `Too many requests came from your network address. Try again in ${waitText(seconds)}.`;

/** `45 seconds`, `1 minute`, `8 minutes`; rounded up, so that the wait is over by then. */
export function waitText(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  const [count, unit] = seconds < 60 ? [seconds, 'second'] : [minutes, 'minute'];
  return countText(count, unit);
}
