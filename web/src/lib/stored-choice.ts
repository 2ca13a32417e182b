import { credentials } from './api/api.ts';
import { isObject } from './is-object.ts';

/** A user's choice stored in this browser together with the user's name, so that the next user starts afresh. Blocked storage keeps nothing. */
export function storedChoice(key: string) {
  const user = () => credentials.read()?.user ?? '';
  return {
    read(): string[] | null {
      try {
        const kept: unknown = JSON.parse(localStorage.getItem(key) ?? 'null');
        if (!isObject(kept) || kept.user !== user() || !Array.isArray(kept.choice)) return null;
        return kept.choice.filter((value) => typeof value === 'string');
      } catch {
        return null;
      }
    },
    write(choice: readonly string[] | null): void {
      try {
        if (choice === null) localStorage.removeItem(key);
        else localStorage.setItem(key, JSON.stringify({ user: user(), choice }));
      } catch {
        // The choice then lasts for this page only.
      }
    },
  };
}
