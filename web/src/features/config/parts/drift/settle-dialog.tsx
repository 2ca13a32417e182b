import { mdiCloudUploadOutline, mdiTrayArrowDown } from '@mdi/js';
import { commitConfig, takeOverConfig } from '@mission-control/contract/config/calls';
import type { DriftRow } from '@mission-control/contract/config/drift';
import { findConfigKind } from '@mission-control/contract/config/kinds';
import { TOPIC } from '@mission-control/contract/topics';
import { countText } from '@mission-control/contract/numbers';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../../../lib/api/api.ts';
import { ApiError } from '../../../../lib/api/api-error.ts';
import { invalidateTopics } from '../../../../lib/api/query.ts';
import { ActionButton } from '../../../../ui/action/action-button.tsx';
import { DialogFrame } from '../../../../ui/dialog/dialog-frame.tsx';
import { Banner } from '../../../../ui/layout/banner.tsx';
import { Quiet, Stack } from '../editor/layout.ts';

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

function listOf(error: unknown, name: 'losses' | 'hosts'): readonly string[] {
  const details = error instanceof ApiError ? error.details : null;
  const found: unknown = typeof details === 'object' && details !== null ? Reflect.get(details, name) : null;
  return Array.isArray(found) ? found.map(String) : [];
}

/** The server that was changed; undefined where all servers should hold the same file. */
const changedHost = ({ state, hosts }: DriftRow): string | undefined =>
  state === 'changed' ? hosts.find(({ missing }) => !missing)?.host : undefined;

interface Work {
  rows: readonly DriftRow[];
  accept: boolean;
  /** The server whose file is taken. */
  from?: string;
}

/** Settles configs one at a time, so that an interruption leaves the rest untouched. */
function useSettling(how: Settling) {
  const client = useQueryClient();
  const [progress, setProgress] = useState(0);
  const work = useMutation({
    mutationFn: async ({ rows, accept, from }: Work): Promise<Failure[]> => {
      const failures: Failure[] = [];
      setProgress(0);
      for (const row of rows) {
        const params = { id: row.tenant_id, service: row.service };
        const host = from ?? changedHost(row);
        const body = { base_revision: row.revision, accept_losses: accept, ...(host !== undefined && { host }) };
        try {
          if (how === 'commit') await api.send(commitConfig, { params });
          else await api.send(takeOverConfig, { params, body });
        } catch (error) {
          const message = error instanceof Error ? error.message : String(error);
          failures.push({ row, message, losses: listOf(error, 'losses'), hosts: listOf(error, 'hosts') });
        }
        setProgress((done) => done + 1);
      }
      return failures;
    },
    onSettled: () => invalidateTopics(client, [TOPIC.tenants]),
  });
  return { work, progress };
}

export const configName = ({ tenant_name: name, service }: DriftRow): string =>
  `${name} ${findConfigKind(service)?.label ?? service}`;

const WORDS = {
  'take-over': {
    verb: 'Take over',
    done: 'taken over',
    icon: mdiTrayArrowDown,
    about:
      'The settings of the file on the servers become the next revision, which counts as committed. Secrets are encrypted. Nothing is written to a server.',
  },
  commit: {
    verb: 'Commit',
    done: 'committed',
    icon: mdiCloudUploadOutline,
    about: 'The saved config of the console replaces the file on every server of the service.',
  },
} as const;

interface SettleDialogProps {
  how: Settling;
  rows: readonly DriftRow[];
  onClose: () => void;
}

/** Takes over or commits these configs after a confirmation, and reports those that failed. */
export function SettleDialog({ how, rows, onClose }: SettleDialogProps) {
  const { work, progress } = useSettling(how);
  const { verb, done, icon, about } = WORDS[how];
  const failures = work.data;
  const lossy = failures?.filter(({ losses }) => losses.length > 0).map(({ row }) => row) ?? [];
  const start = (chosen: readonly DriftRow[], accept: boolean) => work.mutate({ rows: chosen, accept });
  const [first] = rows;
  const source = first === undefined || rows.length > 1 ? undefined : changedHost(first);
  const what = rows.length === 1 && first ? configName(first) : countText(rows.length, 'config');
  return (
    <DialogFrame
      open
      role="alertdialog"
      title={failures ? outcomeText(rows.length, failures.length, done) : `${verb} ${what}?`}
      onClose={onClose}
      foot={
        <>
          <ActionButton onClick={onClose}>{failures ? 'Close' : 'Cancel'}</ActionButton>
          {failures === undefined ? (
            <ActionButton variant="primary" icon={icon} pending={work.isPending} onClick={() => start(rows, false)}>
              {verb}
            </ActionButton>
          ) : lossy.length > 0 ? (
            <ActionButton variant="danger" pending={work.isPending} onClick={() => start(lossy, true)}>
              {`Take over ${countText(lossy.length, 'config')} anyway`}
            </ActionButton>
          ) : null}
        </>
      }
    >
      <Stack gap={12}>
        {failures === undefined ? <p>{about}</p> : null}
        {how === 'take-over' && source !== undefined && failures === undefined ? <p>{`From ${source}.`}</p> : null}
        {work.isPending ? <Quiet role="status">{`${progress} of ${rows.length}`}</Quiet> : null}
        {failures?.map(({ row, message, losses, hosts }) => (
          <Banner key={configName(row)} meaning={losses.length > 0 ? 'warn' : 'bad'} title={configName(row)}>
            {losses.length > 0 ? losses.join(' ') : message}
            {hosts.map((host) => (
              <ActionButton
                key={host}
                size="small"
                pending={work.isPending}
                onClick={() => work.mutate({ rows: [row], accept: false, from: host })}
              >
                {`Take over from ${host}`}
              </ActionButton>
            ))}
          </Banner>
        ))}
      </Stack>
    </DialogFrame>
  );
}

function outcomeText(all: number, failed: number, done: string): string {
  if (failed === 0) return `${countText(all, 'config')} ${done}`;
  return `${all - failed} of ${countText(all, 'config')} ${done}`;
}
