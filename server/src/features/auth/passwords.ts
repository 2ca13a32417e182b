import { hash, verify } from '@node-rs/argon2';
import { createHash } from 'node:crypto';
import { AppError } from '../../platform/errors.ts';

/** SHA-256 in base64url: the stored form of cookies and refresh tokens. They are 256 random bits, so no salt is needed. */
export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}

/** Maximum concurrent hashes, each of which takes 19 MiB and a core; up to `MAX_QUEUED` more wait. */
const AT_ONCE = 2;
const MAX_QUEUED = 100;

let running = 0;
const waiting: (() => void)[] = [];

async function withSlot<T>(work: () => Promise<T>): Promise<T> {
  if (running < AT_ONCE) running += 1;
  else {
    if (waiting.length >= MAX_QUEUED)
      throw new AppError('unavailable', 'Too many people are signing in right now. Try again.');
    // The finishing task hands its slot over, so `running` is unchanged.
    await new Promise<void>((resolve) => void waiting.push(resolve));
  }
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}

/** OWASP's parameters for argon2id: 19 MiB, two passes, one lane. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export function hashPassword(password: string): Promise<string> {
  return withSlot(() => hash(password.normalize('NFKC'), COST));
}

/** A hash of no known password, which costs as much to verify as any other. */
const NO_PASSWORD = `$argon2id$v=19$m=${COST.memoryCost},t=${COST.timeCost},p=${COST.parallelism}$${'A'.repeat(22)}$${'A'.repeat(43)}`;

/**
 * Verifies a password. Without a hash (unknown user) it takes just as long and returns false, so that timing reveals nothing (ASVS
 * V6.3.8).
 */
export async function isPassword(password: string, passwordHash: string | null | undefined): Promise<boolean> {
  const matches = await withSlot(() => verify(passwordHash ?? NO_PASSWORD, password.normalize('NFKC')));
  return matches && Boolean(passwordHash);
}
