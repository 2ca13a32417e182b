import type { Socket } from 'node:net';
import { callbackify } from 'node:util';
import { createTransport } from 'nodemailer';
import { AppError } from '../platform/errors.ts';
import { openSiteSocket, type SiteClient, type SiteClientOptions } from '../platform/http/site-client.ts';
import { faultOf } from '../platform/http/target-error.ts';
import { peerLine } from './peer-text.ts';

/** JSON for a webhook. */
export interface JsonPost {
  url: string;
  /** The same for each retry: the `Idempotency-Key`. */
  id: string;
  body: string;
  headers: Readonly<Record<string, string>>;
}

export interface Mail {
  host: string;
  port: number;
  security: 'starttls' | 'tls' | 'none';
  user: string | null;
  password: string | null;
  from: string;
  to: readonly string[];
  subject: string;
  text: string;
  /** The same for each retry: part of the Message-ID. */
  id: string;
}

/** A mail that the mail server accepted. */
export interface SentMail {
  /** The server's reply. */
  reply: string;
  /** Recipients that it refused at once, while it accepted others. */
  refused: readonly string[];
}

/** Delivers messages to people and external programs. */
export interface Notifications {
  /** Returns the receiver's reply. @throws AppError('target_failed') with the reason */
  post(message: JsonPost): Promise<string>;
  /** @throws AppError('target_failed') with the reason */
  mail(message: Mail): Promise<SentMail>;
}

const TIMEOUT_MS = 15_000;
/** For a whole mail, below the lease of its delivery: a second process must not send it while this one still does. */
const MAIL_MS = 45_000;
const MAX_REASON_LENGTH = 200;

/** Posts JSON; any 2xx accepts it, and a redirect is not followed. @throws AppError('target_failed') */
export async function postJson(
  send: SiteClient['send'],
  { url, id, body, headers, what }: JsonPost & { what: string },
): Promise<string> {
  const answer = await send({
    url,
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': id, ...headers },
    body,
    timeoutMs: TIMEOUT_MS,
    // The head of the response decides: a message that was accepted must not be sent again because of a slow or long body.
    firstBytes: 0,
  }).catch((error: unknown) => {
    const isLate = faultOf(error) === 'timeout';
    const reason = isLate ? 'does not respond in time' : 'cannot be reached';
    const more = error instanceof AppError && !isLate ? ` ${error.message}` : '';
    throw new AppError('target_failed', `${what} ${reason}.${more}`, { cause: error });
  });
  if (answer.status >= 300 && answer.status < 400)
    throw new AppError('target_failed', `${what} cannot be reached. It redirects, and redirects are not followed.`);
  if (answer.status < 200 || answer.status > 299)
    throw new AppError('target_failed', `${what} responded with status ${answer.status}.`);
  return `Status ${answer.status}`;
}

interface MailOptions extends SiteClientOptions {
  /** Replaces the known authorities of mail servers. */
  ca?: string;
  /** For each step of the mail exchange. */
  timeoutMs?: number;
  /** For the whole exchange: a server may respond within the limit of each step forever. */
  totalMs?: number;
}

/** Sends from this machine, by the address rules of the options. */
export function createNotifications(client: Pick<SiteClient, 'send'>, mailOptions: MailOptions): Notifications {
  return {
    post: (message) => postJson(client.send, { ...message, what: 'The webhook' }),
    mail: (message) => sendMail(mailOptions, message),
  };
}

async function sendMail(mailOptions: MailOptions, message: Mail): Promise<SentMail> {
  const { ca, timeoutMs = TIMEOUT_MS, totalMs = MAIL_MS, ...options } = mailOptions;
  const { host, port, security, user, password, from, to, subject, text, id } = message;
  const transport = createTransport({
    host,
    port,
    secure: security === 'tls',
    requireTLS: security === 'starttls',
    ignoreTLS: security === 'none',
    ...(user !== null && password !== null && { auth: { user, pass: password } }),
    ...(ca !== undefined && { tls: { ca } }),
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    // Messages are plain text: nothing in them may load a file or an address.
    disableFileAccess: true,
    disableUrlAccess: true,
    // The address is looked up once and checked against the rules, like those of sites (0019).
    getSocket: callbackify(async (_options: object): Promise<{ connection: Socket }> => ({
      connection: await openSiteSocket(options, { host, port, timeoutMs }),
    })),
  });
  const signal = AbortSignal.timeout(totalMs);
  // A server may repeat the password, also as sent with AUTH PLAIN.
  const secrets = user === null || password === null ? [] : [password, `\0${user}\0${password}`];
  const shown = (reply: string, max = MAX_REASON_LENGTH): string => peerLine(reply, max, secrets);
  try {
    const messageId = `<${id}@${from.split('@').at(-1) ?? 'mission-control'}>`;
    const sent = await transport.sendMail({ from, to: [...to], subject, text, messageId, signal });
    const { rejected: refused } = sent;
    if (refused.length === 0) return { reply: shown(sent.response), refused };
    // Not sent again: those that accepted it would receive it twice.
    const [why] = sent.rejectedErrors ?? [];
    const reason = shown(why?.response ?? 'No reason given', MAX_REASON_LENGTH / 2).replace(/\.$/, '');
    return { reply: shown(`${reason}. Not accepted for ${refused.join(', ')}`), refused };
  } catch (error) {
    if (error instanceof AppError) throw error;
    if (signal.aborted)
      throw new AppError('target_failed', 'The mail server did not accept the message in time.', { cause: error });
    const reason = error instanceof Error ? shown(error.message) : 'It failed.';
    throw new AppError('target_failed', `The mail server did not accept the message. ${reason}`, { cause: error });
  } finally {
    transport.close();
  }
}
