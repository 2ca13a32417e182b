import { toast } from '../../ui/toast.ts';

/** What a stored change could not do is told entry by entry; servers say it as one text or as a list (C-035). */
export function toastSaid(error: string | readonly string[] | undefined): void {
  for (const message of typeof error === 'string' ? [error] : (error ?? [])) toast.error(message);
}
