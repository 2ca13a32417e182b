import type { Buffer } from 'node:buffer';
import { hash } from 'node:crypto';
import { connect } from 'node:net';
import ssh2, { type SFTPWrapper } from 'ssh2';
import type { SftpServer } from './sftp-servers.ts';
import { TargetFault } from './target-path.ts';

/** The connection ended before the server responded: the outcome of the request is unknown. */
export class ConnectionLost extends TargetFault {
  constructor() {
    super('The connection to the server was lost.');
  }
}

type Done<T> = (error?: Error | null, value?: T) => void;

/** One SSH connection with its SFTP channel. Supports concurrent requests. */
export interface SftpConnection {
  /** Sends one request once connected. Throws TargetFault or the server's status error. */
  run<T = void>(request: (sftp: SFTPWrapper, done: Done<T>) => void): Promise<T>;
  /** Closes the connection; pending requests fail. */
  destroy(): void;
}

/**
 * Connects with the server's key file only. If the host key is not a pinned one, it disconnects before authenticating. `onEnd` is called
 * once, when the connection becomes unusable.
 */
export function openConnection(server: SftpServer, onEnd: () => void): SftpConnection {
  const waiting = new Set<(error: Error) => void>();
  const client = new ssh2.Client();
  // A separate socket, because the client would not destroy one it has begun to end.
  const socket = connect({ host: server.address, port: server.port, noDelay: true });
  let ended: Error | undefined;
  let shownKey: Buffer | undefined;
  const end = (error: Error) => {
    if (ended) return;
    ended = error;
    onEnd();
    socket.destroy();
    for (const fail of waiting) fail(error);
    waiting.clear();
  };
  const wait = <T>(start: (done: Done<T>) => void) =>
    new Promise<T>((resolve, reject) => {
      if (ended) return reject(ended);
      waiting.add(reject);
      const done: Done<T> = (error, value) => {
        waiting.delete(reject);
        if (error) reject(error);
        // The request types determine which ones yield a value.
        else resolve(value as T);
      };
      try {
        start(done);
      } catch {
        done(unsupported());
      }
    });
  client.on('error', (error) => end(connectionFault(error, shownKey)));
  client.on('end', () => end(new ConnectionLost()));
  client.on('close', () => end(new ConnectionLost()));
  const sftp = wait<SFTPWrapper>((done) => {
    client.on('ready', () => client.sftp((error, channel) => (error ? end(noSftp()) : opened(channel, end, done))));
  });
  // Requests report the failure; without a request nobody handles it.
  sftp.catch(() => undefined);
  client.connect({
    sock: socket,
    username: server.user,
    privateKey: server.privateKey,
    authHandler: ['publickey'],
    // The step timeout covers connecting.
    readyTimeout: 0,
    algorithms: { serverHostKey: keyAlgorithms(server.hostKeyKind) },
    hostVerifier: (key: Buffer) => {
      const known = server.hostKeys.some((pinned) => pinned.equals(key));
      if (!known) shownKey = key;
      return known;
    },
  });
  return {
    run: async (request) => {
      const channel = await sftp;
      return wait((done) => request(channel, done));
    },
    destroy: () => end(new ConnectionLost()),
  };
}

/** Checks that the server supports atomic replacement before anything is written. */
function opened(sftp: SFTPWrapper, end: (error: Error) => void, done: Done<SFTPWrapper>): void {
  const lost = () => end(new ConnectionLost());
  sftp.on('error', lost);
  sftp.on('close', lost);
  try {
    // The name does not exist: any response proves that the extension is supported.
    sftp.ext_openssh_rename('.mission-control-absent', '.mission-control-absent', () => done(null, sftp));
  } catch {
    end(unsupported());
  }
}

/** The client throws synchronously when the server did not advertise an extension. */
function unsupported(): TargetFault {
  return new TargetFault(
    'The SFTP server cannot flush and replace a file (fsync@openssh.com, posix-rename@openssh.com); use OpenSSH.',
  );
}

function noSftp(): TargetFault {
  return new TargetFault('The server offers no SFTP to the user of the console.');
}

const SOCKET_FAULTS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'The server refuses connections.',
  ENOTFOUND: 'The address of the server is unknown.',
  EAI_AGAIN: 'The address of the server cannot be looked up.',
  EHOSTUNREACH: 'The server cannot be reached.',
  ENETUNREACH: 'The server cannot be reached.',
  ETIMEDOUT: 'The server does not respond.',
};

function connectionFault(error: Error & { level?: string; code?: unknown }, shownKey: Buffer | undefined): Error {
  if (shownKey) return changedKey(`The host key of the server has changed to ${fingerprint(shownKey)}`);
  if (error.message.includes('no matching host key')) {
    return changedKey('The server no longer has a host key of the pinned kind');
  }
  if (error.level === 'client-authentication') {
    return new TargetFault('The server does not accept the key of the console; check its user and authorized_keys.');
  }
  if (error.level === 'handshake') return new TargetFault('No common encryption could be agreed on with the server.');
  const known = typeof error.code === 'string' ? SOCKET_FAULTS[error.code] : undefined;
  return known === undefined ? new ConnectionLost() : new TargetFault(known);
}

function changedKey(what: string): TargetFault {
  return new TargetFault(
    `${what}; nothing was written. If its administrator confirms the new key, put it into SFTP_SERVERS_FILE and restart; otherwise somebody may be impersonating the server.`,
  );
}

/** Same format as ssh-keygen -l. */
function fingerprint(key: Buffer): string {
  return `SHA256:${hash('sha256', key, 'base64').replace(/=+$/, '')}`;
}

type KeyAlgorithm =
  | 'ssh-ed25519'
  | 'rsa-sha2-512'
  | 'rsa-sha2-256'
  | 'ecdsa-sha2-nistp256'
  | 'ecdsa-sha2-nistp384'
  | 'ecdsa-sha2-nistp521';

function keyAlgorithms(kind: string): KeyAlgorithm[] {
  // RSA keys with SHA-2 only.
  return kind === 'ssh-rsa' ? ['rsa-sha2-512', 'rsa-sha2-256'] : [kind as KeyAlgorithm];
}
