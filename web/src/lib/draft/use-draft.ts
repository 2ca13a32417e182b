import { deleteDraft, getDraft, saveDraft } from '@mission-control/contract/drafts/calls';
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { createSignal } from '../../ui/signal.ts';
import { ApiError } from '../api/api-error.ts';
import { api } from '../api/api.ts';
import { isTransient } from '../api/query.ts';
import { DraftSync, type DraftSyncDeps } from './draft-sync.ts';

interface DraftInput<Edits> {
  /** Name of the page: `config:12:coursepro`. */
  page: string;
  /** Version of what the edits are based on. */
  base: string | number;
  /** The unsaved edits as JSON values; null: none. A stable object while they are equal. */
  edits: Edits | null;
  /** Parses stored edits; null when nothing is left to save, or they are unusable. */
  read: (stored: unknown) => Edits | null;
  /** The draft ends when the form closes, because it was saved or cancelled; not when the browser closes the page. */
  endsOnClose?: boolean | undefined;
  /** Puts kept edits into the form. */
  restore: (edits: Edits) => void;
}

/** Edits that the user left on a page, and the choice to keep or discard them. */
export interface Draft {
  /** ISO time of the last save; null without an offer. */
  offeredAt: string | null;
  /** Why the edits exist only in this page. */
  problem: string | null;
  keep: () => void;
  discard: () => void;
}

/** Bodies of requests that outlive their page are limited to 64 KB. */
const MAX_LAST_BYTES = 60_000;
const bytesOf = (value: string): number => new TextEncoder().encode(value).length;

const depsOf = (page: string): DraftSyncDeps => ({
  writer: crypto.randomUUID(),
  load: () => api.send(getDraft, { params: { page } }),
  save: (body, last) =>
    api.send(saveDraft, { params: { page }, body }, { keepalive: last && bytesOf(body.value) < MAX_LAST_BYTES }),
  remove: (version, last) => api.send(deleteDraft, { params: { page }, query: { version } }, { keepalive: last }),
  kindOf: (error) => {
    if (!(error instanceof ApiError)) return 'permanent';
    if (error.code === 'conflict') return 'conflict';
    return isTransient(error) || error.status >= 500 || error.code === 'not_signed_in' ? 'transient' : 'permanent';
  },
  messageOf: (error) => (error instanceof Error ? error.message : ''),
  after: (ms, work) => {
    const timer = setTimeout(work, ms);
    return () => clearTimeout(timer);
  },
});

/** A text as JSON; undefined for anything else. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Stores the unsaved edits of a form on the server and offers those that the user left there. */
export function useDraft<Edits>({ page, base, edits, read, endsOnClose = false, restore }: DraftInput<Edits>): Draft {
  const [{ sync, changed }] = useState(() => createStore(page));
  const { offer, problem } = useSyncExternalStore(changed.subscribe, sync.state);
  const value = useMemo(() => (edits === null ? null : JSON.stringify(edits)), [edits]);
  useEffect(() => sync.change(value === null ? null : { value, base: String(base) }), [sync, value, base]);
  useEffect(() => sync.endOnClose(endsOnClose), [sync, endsOnClose]);
  useEffect(() => {
    void sync.open();
    const hide = () => document.visibilityState === 'hidden' && sync.flush();
    document.addEventListener('visibilitychange', hide);
    window.addEventListener('pagehide', sync.flush);
    return () => {
      document.removeEventListener('visibilitychange', hide);
      window.removeEventListener('pagehide', sync.flush);
      sync.close();
    };
  }, [sync]);
  const offered = useMemo(() => (offer === null ? null : read(parsed(offer.value))), [offer, read]);
  const isVoid = offer !== null && offered === null;
  useEffect(() => {
    if (isVoid) sync.discard();
  }, [isVoid, sync]);
  return {
    offeredAt: offered === null ? null : (offer?.saved_at ?? null),
    problem: value === null ? null : problem,
    keep: () => {
      if (offered !== null) restore(offered);
      sync.keep();
    },
    discard: sync.discard,
  };
}

function createStore(page: string) {
  const changed = createSignal();
  return { changed, sync: new DraftSync(depsOf(page), changed.emit) };
}
