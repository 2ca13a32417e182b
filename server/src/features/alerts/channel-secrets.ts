import type { Secrets } from '../../platform/secrets/secrets.ts';
import type { StoredChannel } from './queries.ts';

const place = (id: number, field: 'url' | 'secret'): string => `alert-channel\n${id}\n${field}`;

/** Encrypts the secrets of a channel, bound to that channel. */
export const sealSecret = (secrets: Secrets, id: number, field: 'url' | 'secret', plain: string): string =>
  secrets.encrypt(plain, place(id, field));

/** The address and the key or password of a channel. */
export function openSecrets(secrets: Secrets, { id, url, secret }: Pick<StoredChannel, 'id' | 'url' | 'secret'>) {
  return {
    url: url === null ? null : secrets.decrypt(url, place(id, 'url')),
    secret: secret === null ? null : secrets.decrypt(secret, place(id, 'secret')),
  };
}
