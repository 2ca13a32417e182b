import { credentials } from './api/api.ts';

/** A user's choice stored in this browser together with the user's name, so that the next user starts afresh. Blocked storage keeps nothing. */
export function storedChoice(key: string) {
  const user = () => credentials.read()?.user ?? '';
  return {
    read(): string[] | null {
      try {
        const kept: unknown = JSON.parse(localStorage.getItem(key) ?? 'null');
        if (typeof kept !== 'object' || kept === null || !('user' in kept) || !('choice' in kept)) return null;
        const { choice } = kept;
        if (kept.user !== user() || !Array.isArray(choice)) return null;
        return choice.filter((one) => typeof one === 'string');
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
