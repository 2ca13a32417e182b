import { createPublicKey, sign, verify, type KeyObject } from 'node:crypto';
import { TOPIC } from '@mission-control/contract/topics';
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { systemCtx, type Services } from '../context.ts';
import { inUnauditedTransaction } from '../database/transaction.ts';
import { AppError } from '../errors.ts';
import { auditCopies, auditHead } from './tables.ts';

/** The head of the chain at a time, signed with Ed25519 and kept outside the database (0091). */
const checkpointSchema = z.strictObject({
  /** ISO 8601, UTC. */
  at: z.iso.datetime(),
  /** Events at that time, and the hash of the newest one. */
  length: z.int().min(0),
  hash: z.string(),
  /** SPKI in base64; a copy kept elsewhere verifies the signature without the console. */
  public_key: z.string(),
  /** Of the JSON of [at, length, hash], in base64. */
  signature: z.string(),
});
export type Checkpoint = z.infer<typeof checkpointSchema>;

const signedFacts = ({ at, length, hash }: Pick<Checkpoint, 'at' | 'length' | 'hash'>) => [at, length, hash];

/** SPKI in base64. */
export const publicText = (key: KeyObject): string =>
  createPublicKey(key).export({ format: 'der', type: 'spki' }).toString('base64');

/** Ed25519 over the JSON of the facts, in base64. */
export const signatureOf = (key: KeyObject, facts: readonly unknown[]): string =>
  sign(null, Buffer.from(JSON.stringify(facts)), key).toString('base64');
export const isSigned = (key: KeyObject, facts: readonly unknown[], signature: string): boolean =>
  verify(null, Buffer.from(JSON.stringify(facts)), createPublicKey(key), Buffer.from(signature, 'base64'));

/** Signs the head of the chain and appends it to the store. */
export async function writeCheckpoint({ db, clock, secrets, ports, jobs }: Services): Promise<Checkpoint> {
  const [head] = await db.select().from(auditHead);
  if (!head) throw new Error('The audit chain has no head row.');
  const facts = { at: clock.now().toISOString(), length: head.length, hash: head.hash };
  const signature = signatureOf(secrets.signingKey, signedFacts(facts));
  const written = { ...facts, public_key: publicText(secrets.signingKey), signature };
  const line = JSON.stringify(written);
  await ports.checkpoints.append(line);
  // Each store retries by itself.
  for (const { name } of ports.checkpointCopies)
    await jobs.send(db, DELIVERY_JOB, { store: name, line }, { persistent: true });
  return written;
}

/** Job that delivers one checkpoint to one additional store. */
export const DELIVERY_JOB = 'audit.deliver-checkpoint';

/**
 * Delivers a checkpoint to an additional store, and records the outcome.
 * @throws when the store fails, so that the job is retried
 */
export async function deliverCheckpoint(services: Services, store: string, line: string): Promise<void> {
  const checkpoint = parseCheckpoint(line);
  const copy = services.ports.checkpointCopies.find(({ name }) => name === store);
  // No longer configured.
  if (!copy || checkpoint === null) return;
  try {
    await copy.deliver(line, `${checkpoint.at.replaceAll(':', '-')}-${checkpoint.length}`);
  } catch (error) {
    await putOutcome(services, store, error instanceof AppError ? error.message : 'It failed.');
    throw error;
  }
  await putOutcome(services, store, null);
}

/** Stores and announces whether a store has the last checkpoint. @param failure null: it has */
function putOutcome(services: Services, store: string, failure: string | null): Promise<void> {
  const now = services.clock.now();
  const values = failure === null ? { deliveredAt: now, failingSince: null } : { failingSince: now };
  const since = sql`coalesce(${auditCopies.failingSince}, excluded.failing_since)`;
  return inUnauditedTransaction(systemCtx(services, 'audit'), async ({ db, changed }) => {
    await db
      .insert(auditCopies)
      .values({ store, failure, ...values })
      .onConflictDoUpdate({
        target: auditCopies.store,
        set: { failure, ...values, ...(failure !== null && { failingSince: since }) },
      });
    changed(TOPIC.auditStores);
  });
}

/** The genuine checkpoints, oldest first, or the first fault among the stored ones. */
export async function readCheckpoints({ secrets, ports }: Services): Promise<Checkpoint[] | string> {
  const publicKey = publicText(secrets.signingKey);
  const found: Checkpoint[] = [];
  for (const [index, line] of (await ports.checkpoints.read()).entries()) {
    const checkpoint = parseCheckpoint(line);
    if (checkpoint === null) return `Line ${index + 1} of the checkpoints is not a checkpoint.`;
    if (checkpoint.public_key !== publicKey) return `The checkpoint of ${checkpoint.at} was signed with another key.`;
    if (!isSigned(secrets.signingKey, signedFacts(checkpoint), checkpoint.signature))
      return `The checkpoint of ${checkpoint.at} was changed after it was written.`;
    found.push(checkpoint);
  }
  return found;
}

function parseCheckpoint(line: string): Checkpoint | null {
  try {
    return checkpointSchema.safeParse(JSON.parse(line)).data ?? null;
  } catch {
    return null;
  }
}
