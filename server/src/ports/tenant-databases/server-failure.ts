import { AppError, errorCode } from '../../platform/errors.ts';

/** Kinds of server failures, as explained to the user. */
export type FailureKind = keyof typeof SENTENCES;

const FILE = 'DATABASE_SERVERS_FILE';

const SENTENCES = {
  refused: `refuses the connection. Start it, or correct its host and port in ${FILE}.`,
  unknownHost: `has an unknown host name. Correct it in ${FILE}.`,
  unreachable: 'cannot be reached over the network. Check the network between the console and the server.',
  silent: 'does not respond in time. Check that it works and is not overloaded.',
  lost: 'closed the connection before it had finished. Check that it works.',
  starting: 'is starting or stopping. Wait a moment.',
  full: 'has too many connections. Wait a moment, or raise its limit.',
  login: `does not accept the console's user or password. Correct them in ${FILE}.`,
  notAdmitted:
    'does not admit the console from its address. Allow the user, the address and the kind of connection there.',
  privilege: "does not allow the console's user to do this. Grant it the right to create databases.",
  hidden: "does not show the console's user what others do. Grant it pg_read_all_stats.",
  readOnly: `accepts no changes, like a standby. Give the address of the primary in ${FILE}.`,
  diskFull: 'has no space left on its disk. Make space there.',
  noTls: `offers no TLS. Set it up there, or write "tls": false in ${FILE} if nobody else can read the traffic.`,
  tls: `has a certificate that the console does not trust for its host name. Give its authority as tls.ca_file in ${FILE}, or correct the certificate.`,
  other: 'failed. The log of the console has the cause under the id of this request.',
} as const;

/** The error for a failed server: which server, what is wrong, what to do. `cause` is only logged. */
export function serverFailure(server: string, kind: FailureKind, cause: unknown): AppError {
  return new AppError('target_failed', `The database server ${server} ${SENTENCES[kind]} Then try again.`, { cause });
}

const OF_SYSTEM: Record<string, FailureKind> = {
  ECONNREFUSED: 'refused',
  ENOTFOUND: 'unknownHost',
  EAI_AGAIN: 'unknownHost',
  EHOSTUNREACH: 'unreachable',
  ENETUNREACH: 'unreachable',
  EHOSTDOWN: 'unreachable',
  ETIMEDOUT: 'silent',
  ECONNRESET: 'lost',
  EPIPE: 'lost',
};

/** Classifies network errors, which all engines share. */
export function networkFailure(error: unknown): FailureKind | undefined {
  return OF_SYSTEM[errorCode(error)];
}
