import type { Validated, ValidateBody } from '@mission-control/contract/members/schema';
import { validateBytes } from '../validate-bytes.ts';

const TODAY = '2026-11-21';

/** The response to a call with this body. */
export function validated(body: ValidateBody): Validated {
  const json = validateBytes(Buffer.from(JSON.stringify(body)), TODAY);
  return JSON.parse(Buffer.from(json).toString()) as Validated;
}

/** The SQL of valid members. @throws Error with their faults */
export function sqlOf(body: ValidateBody): string {
  const { valid, sql, errors } = validated(body);
  if (!valid) throw new Error(errors.join('\n'));
  return sql;
}
