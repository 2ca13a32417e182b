import type { QueryClient } from '@tanstack/react-query';
import { toast } from '../../../ui/toast.ts';
import { revisionsQuery, validate, type ConfigRef } from '../queries.ts';

/**
 * Tells whose saves this one was merged with: those after the revision that was `known` here and before the one that was `saved`.
 */
export async function announceMerged(
  client: QueryClient,
  target: ConfigRef,
  { known, saved }: { known: number; saved: number },
): Promise<void> {
  if (saved <= known + 1) return;
  const { revisions } = await client.query({ ...revisionsQuery(target), staleTime: 0 });
  for (const { number, author } of revisions.filter((one) => one.number > known && one.number < saved)) {
    toast.info(`${author} saved revision ${number}. Your edits do not overlap and were merged.`);
  }
}

/** Checks the saved config again and tells everything it says [CFG-47]. */
export async function announceRemarks(target: ConfigRef): Promise<void> {
  const { errors, warnings } = await validate(target);
  for (const message of errors) toast.error(message);
  for (const message of warnings) toast.warning(message);
}
