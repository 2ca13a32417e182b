import { mdiShieldCheckOutline, mdiTrashCanOutline } from '@mdi/js';
import type { DomainStanding as Standing } from '@mission-control/contract/monitors/calls';
import { ActionButton } from '../../../ui/action/action-button.tsx';
import { Badge } from '../../../ui/display/badge.tsx';
import { IconButton } from '../../../ui/action/icon-button.tsx';
import { LabelledSwitch } from '../../../ui/field/switch.tsx';
import { TextField } from '../../../ui/field/text-field.tsx';
import { isEmpty, type DomainRow } from '../service-edits.ts';
import { DomainStanding } from './domain-standing.tsx';
import { Row, Proposals } from './service-layout.ts';

interface HostProposalsProps {
  hosts: readonly string[];
  onChoose: (host: string) => void;
}

/** Proposed hosts of a new domain, from its service's suffixes (C-086). */
function HostProposals({ hosts, onChoose }: HostProposalsProps) {
  return (
    <Proposals role="group" aria-label="Suggested hosts">
      <span>Suggested</span>
      {hosts.map((host) => (
        <ActionButton
          key={host}
          size="small"
          aria-label={`Use ${host}`}
          onClick={({ currentTarget }) => {
            // The buttons disappear once the host is set; keep the focus in the row.
            currentTarget.closest('li')?.querySelector('input')?.focus();
            onChoose(host);
          }}
        >
          <code>{host}</code>
        </ActionButton>
      ))}
    </Proposals>
  );
}

interface DomainEntryProps {
  row: DomainRow;
  /** From 1. */
  position: number;
  /** Server error of the row. */
  fault: string | undefined;
  /** Reachability of the saved host, once known. */
  standing: Standing | undefined;
  now: Date;
  /** Proposed hosts. */
  proposals: readonly string[];
  onHost: (host: string) => void;
  onPrimary: (on: boolean) => void;
  onDelete: () => void;
}

/** A domain: host, primary switch, whitelist state (C-088), and delete. */
export function DomainEntry(props: DomainEntryProps) {
  const { row, position, fault, standing, now, proposals, onHost, onPrimary, onDelete } = props;
  const { host, isPrimary, hasWhitelist, saved } = row;
  const name = isEmpty(row) ? `domain ${position}` : host.trim();
  return (
    <Row changed={saved !== host} aria-label={name} data-empty={isEmpty(row) || undefined}>
      <div>
        <TextField
          label={`Host of domain ${position}`}
          hideLabel
          mono
          value={host}
          error={fault}
          help={saved !== null && saved !== host ? `Saved as ${saved}` : undefined}
          autoFocus={saved === null && isEmpty(row)}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          inputMode="url"
          onChange={(event) => onHost(event.target.value)}
        />
        {standing && saved === host ? <DomainStanding standing={standing} now={now} /> : null}
        {proposals.length > 0 ? <HostProposals hosts={proposals} onChoose={onHost} /> : null}
      </div>
      <div data-cell>
        <LabelledSwitch label="Primary" checked={isPrimary} onChange={onPrimary} />
      </div>
      <div data-cell>
        {hasWhitelist ? (
          <Badge icon={mdiShieldCheckOutline} title="Only listed addresses reach this domain">
            Whitelist
          </Badge>
        ) : null}
      </div>
      <div data-cell>
        <IconButton icon={mdiTrashCanOutline} label={`Delete ${name}`} size={32} onClick={onDelete} />
      </div>
    </Row>
  );
}
