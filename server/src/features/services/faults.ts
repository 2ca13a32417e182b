import { AppError } from '../../platform/errors.ts';

/** What is wrong with what was sent, and with which part of it (path joined with dots); without one for the whole. */
export interface Fault {
  message: string;
  field?: string | undefined;
}

/** Every fault at once, each beside the field that it is about. @throws AppError('refused') unless there is none */
export function refuseFaults(faults: readonly Fault[]): void {
  if (faults.length === 0) return;
  const named = faults.flatMap(({ field, message }) => (field === undefined ? [] : [[field, message] as const]));
  const messages = faults.map(({ message }) => message);
  throw new AppError('refused', messages, { fields: Object.fromEntries(named) });
}
