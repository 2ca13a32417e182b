import { exportJWK, exportPKCS8, generateKeyPair, importJWK, importPKCS8, type CryptoKey, type JWK } from 'jose';
import type { Ctx, Services } from '../../../platform/context.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import { DAY_MS } from '../../../platform/clock.ts';
import { deleteKeysBefore, findKey, insertKey, selectKeys, type SigningKey } from './queries-keys.ts';

export const ALGORITHM = 'EdDSA';
const ROTATE_AFTER_MS = 30 * DAY_MS;
/** Cache lifetime, so that a key removed elsewhere stops working here too. */
const KEEP_MS = 60_000;

interface Kept<T> {
  value: T;
  until: number;
}

const signers = new WeakMap<object, Kept<{ kid: string; key: CryptoKey }>>();
const verifiers = new WeakMap<object, Map<string, Kept<CryptoKey>>>();

const place = (kid: string): string => `signing_keys|${kid}`;

/** The signing key; created by the first call of an installation. */
export async function signingKey(services: Services): Promise<{ kid: string; key: CryptoKey }> {
  const now = services.clock.now().getTime();
  const kept = signers.get(services.db);
  if (kept && kept.until > now) return kept.value;
  const [newest] = await selectKeys(services.db);
  const row = newest ?? (await firstKey(services));
  const key = await importPKCS8(services.secrets.decrypt(row.privateCipher, place(row.kid)), ALGORITHM);
  const value = { kid: row.kid, key };
  signers.set(services.db, { value, until: now + KEEP_MS });
  return value;
}

/** The public key of an id; undefined when unknown. */
export async function verificationKey(services: Services, kid: string): Promise<CryptoKey | undefined> {
  if (!/^[0-9a-f-]{36}$/.test(kid)) return undefined;
  const now = services.clock.now().getTime();
  const known = verifiers.get(services.db) ?? new Map<string, Kept<CryptoKey>>();
  verifiers.set(services.db, known);
  const kept = known.get(kid);
  if (kept && kept.until > now) return kept.value;
  known.delete(kid);
  const row = await findKey(services.db, kid);
  if (!row) return undefined;
  const key = await importJWK(JSON.parse(row.publicJwk) as JWK, ALGORITHM);
  if (key instanceof Uint8Array) return undefined;
  known.set(kid, { value: key, until: now + KEEP_MS });
  return key;
}

/** Creates a new key every 30 days; its predecessor stays valid for its tokens, older ones are deleted. */
export async function rotateSigningKey(ctx: Ctx): Promise<void> {
  const [newest] = await selectKeys(ctx.db);
  if (!newest || ctx.clock.now().getTime() - newest.createdAt.getTime() < ROTATE_AFTER_MS) return;
  const next = await makeKey(ctx, newest.generation + 1);
  await inTransaction(ctx, async ({ db, record }) => {
    if (!(await insertKey(db, next))) throw new Error('Another process is rotating the signing key.');
    await deleteKeysBefore(db, newest.generation);
    record({ action: 'signing-key.rotated', subject: next.kid, topics: [] });
  });
}

/** Concurrent processes all try to create generation 1; all use the first one stored. */
async function firstKey(services: Services): Promise<SigningKey> {
  await insertKey(services.db, await makeKey(services, 1));
  const [newest] = await selectKeys(services.db);
  if (!newest) throw new Error('There is no signing key although one was just created.');
  return newest;
}

async function makeKey(services: Services, generation: number): Promise<SigningKey> {
  const { publicKey, privateKey } = await generateKeyPair(ALGORITHM, { crv: 'Ed25519', extractable: true });
  const kid = services.random.uuid();
  return {
    generation,
    kid,
    publicJwk: JSON.stringify(await exportJWK(publicKey)),
    privateCipher: services.secrets.encrypt(await exportPKCS8(privateKey), place(kid)),
    createdAt: services.clock.now(),
  };
}
