import { mdiCloudUploadOutline, mdiTrayArrowDown } from '@mdi/js';
import { commitConfig, takeOverConfig } from '@mission-control/contract/config/calls';
import type { DriftRow } from '@mission-control/contract/config/drift';
import { configLabel } from '@mission-control/contract/config/kinds';
import { countText } from '@mission-control/contract/numbers';
import { TOPIC } from '@mission-control/contract/topics';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { api } from '../../../../lib/api/api.ts';
import { ApiError } from '../../../../lib/api/api-error.ts';
import { invalidateTopics } from '../../../../lib/api/query.ts';
import { isObject } from '../../../../lib/is-object.ts';
import { toast } from '../../../../ui/toast/toast.ts';

/** How a config is settled: by taking over the servers' file, or by replacing it with the console's. */
export type Settling = 'take-over' | 'commit';

interface Failure {
  row: DriftRow;
  message: string;
  /** What the next commit would change; the user may accept it. */
  losses: readonly string[];
  /** Servers to choose from, if they hold different files. */
  hosts: readonly string[];
}

/** The attempted configs; null for a settled one. */
type Outcome = ReadonlyMap<DriftRow, Failure | null>;

interface Work {
  rows: readonly DriftRow[];
  accept: boolean;
  /** The server whose file is taken. */
  from?: string;
}

/** The server that was changed; undefined where all servers should hold the same file. */
export const changedHost = ({ state, hosts }: DriftRow): string | undefined =>
  state === 'changed' ? hosts.find(({ missing }) => !missing)?.host : undefined;

export const configName = ({ tenant_name: name, service }: DriftRow): string => `${name} ${configLabel(service)}`;

export const SETTLE_WORDS = {
  'take-over': { verb: 'Take over', done: 'taken over', icon: mdiTrayArrowDown },
  commit: { verb: 'Commit', done: 'committed', icon: mdiCloudUploadOutline },
} as const;

function listIn(error: unknown, name: 'losses' | 'hosts'): readonly string[] {
  const found = error instanceof ApiError && isObject(error.details) ? error.details[name] : null;
  return Array.isArray(found) ? found.map(String) : [];
}

/** Settles one config. Returns why it could not be settled, or null. */
async function settle(how: Settling, row: DriftRow, accept: boolean, from?: string): Promise<Failure | null> {
  const params = { id: row.tenant_id, service: row.service };
  const host = from ?? changedHost(row);
  const body = { base_revision: row.revision, accept_losses: accept, ...(host !== undefined && { host }) };
  try {
    if (how === 'commit') await api.send(commitConfig, { params });
    else await api.send(takeOverConfig, { params, body });
    return null;
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { row, message, losses: listIn(error, 'losses'), hosts: listIn(error, 'hosts') };
  }
}

function readOutcome(how: Settling, all: number, outcome: Outcome) {
  const failures = [...outcome.values()].filter((failure) => failure !== null);
  const settled = outcome.size - failures.length;
  const configs = countText(all, 'config');
  return {
    failures,
    settled,
    text: `${settled === all ? configs : `${settled} of ${configs}`} ${SETTLE_WORDS[how].done}`,
    untouched: outcome.size === all ? null : `Stopped. Left untouched: ${countText(all - outcome.size, 'config')}.`,
  };
}

/** Reports an outcome that the dialog, which is gone, cannot show. */
function toastOutcome(all: number, { failures, settled, text, untouched }: ReturnType<typeof readOutcome>): void {
  const lines = failures.map(({ row, message }) => `${configName(row)}: ${message}`);
  const detail = [...lines, untouched].filter((line) => line !== null).join('\n');
  toast[settled === all ? 'success' : 'warning'](text, { detail: detail || undefined });
}

/** Settles configs one at a time, so that an interruption leaves the rest untouched: `stop`, or leaving the page. */
export function useSettling(how: Settling, all: number) {
  const client = useQueryClient();
  const [outcome, setOutcome] = useState<Outcome>(new Map());
  const [progress, setProgress] = useState({ done: 0, of: 0, stopping: false });
  const stopped = useRef(false);
  const left = useRef(false);
  useEffect(() => {
    left.current = false;
    return () => void (left.current = true);
  }, []);
  const work = useMutation({
    mutationFn: async ({ rows, accept, from }: Work): Promise<Outcome> => {
      const attempted = new Map<DriftRow, Failure | null>();
      for (const row of rows) {
        if (stopped.current || left.current) break;
        attempted.set(row, await settle(how, row, accept, from));
        setProgress((before) => ({ ...before, done: attempted.size }));
      }
      return attempted;
    },
    onSuccess: (attempted) => {
      // A retry replaces only the results of its own configs.
      const merged = new Map([...outcome, ...attempted]);
      setOutcome(merged);
      if (left.current) toastOutcome(all, readOutcome(how, all, merged));
    },
    onSettled: () => invalidateTopics(client, [TOPIC.tenants]),
  });
  return {
    start: (next: Work) => {
      stopped.current = false;
      setProgress({ done: 0, of: next.rows.length, stopping: false });
      work.mutate(next);
    },
    /** Stops after the current config. */
    stop: () => {
      stopped.current = true;
      setProgress((before) => ({ ...before, stopping: true }));
    },
    /** Null while nothing runs. */
    progress: work.isPending ? progress : null,
    /** Null until the first run has ended. */
    outcome: outcome.size === 0 ? null : readOutcome(how, all, outcome),
  };
}
