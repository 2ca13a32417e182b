import { createPublicKey, sign, verify, type KeyObject } from 'node:crypto';
import { z } from 'zod';
import type { Services } from '../context.ts';
import { auditHead } from './tables.ts';

/** The head of the chain at a time, signed with Ed25519 and kept outside the database (0091). */
const checkpoint = z.strictObject({
  /** ISO 8601, UTC. */
  at: z.iso.datetime(),
  /** Events at that time, and the hash of the newest one. */
  length: z.int().min(0),
  hash: z.string(),
  /** SPKI in base64; whoever keeps it elsewhere can check the signature without the console. */
  public_key: z.string(),
  /** Of the JSON of [at, length, hash], in base64. */
  signature: z.string(),
});
export type Checkpoint = z.infer<typeof checkpoint>;

const signedText = ({ at, length, hash }: Pick<Checkpoint, 'at' | 'length' | 'hash'>): Buffer =>
  Buffer.from(JSON.stringify([at, length, hash]));
const publicText = (key: KeyObject): string =>
  createPublicKey(key).export({ format: 'der', type: 'spki' }).toString('base64');

/** Signs the head of the chain and appends it to the store. */
export async function writeCheckpoint({ db, clock, secrets, ports }: Services): Promise<Checkpoint> {
  const [head] = await db.select().from(auditHead);
  if (!head) throw new Error('The audit chain has no head row.');
  const facts = { at: clock.now().toISOString(), length: head.length, hash: head.hash };
  const signature = sign(null, signedText(facts), secrets.signingKey).toString('base64');
  const written = { ...facts, public_key: publicText(secrets.signingKey), signature };
  await ports.checkpoints.append(JSON.stringify(written));
  return written;
}

/** The genuine checkpoints, oldest first, or the first fault among the stored ones. */
export async function readCheckpoints({ secrets, ports }: Services): Promise<Checkpoint[] | string> {
  const own = publicText(secrets.signingKey);
  const found: Checkpoint[] = [];
  for (const [index, line] of (await ports.checkpoints.read()).entries()) {
    const one = parsed(line);
    if (one === null) return `Line ${index + 1} of the checkpoints is no checkpoint.`;
    if (one.public_key !== own) return `The checkpoint of ${one.at} was signed with another key.`;
    const signature = Buffer.from(one.signature, 'base64');
    if (!verify(null, signedText(one), createPublicKey(secrets.signingKey), signature))
      return `The checkpoint of ${one.at} was changed after it was written.`;
    found.push(one);
  }
  return found;
}

function parsed(line: string): Checkpoint | null {
  try {
    return checkpoint.safeParse(JSON.parse(line)).data ?? null;
  } catch {
    return null;
  }
}
