import { mdiShieldCheckOutline, mdiTrashCanOutline } from '@mdi/js';
import { Badge } from '../../../ui/badge.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { LabelledSwitch } from '../../../ui/labelled-switch.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { isEmpty, type DomainRow } from '../service-edits.ts';
import { HostProposals } from './host-proposals.tsx';
import { Row } from './service-layout.ts';

interface DomainEntryProps {
  row: DomainRow;
  /** From 1. */
  position: number;
  /** What the server has against it. */
  fault: string | undefined;
  /** Hosts to fill in by a click. */
  proposals: readonly string[];
  onHost: (host: string) => void;
  onPrimary: (on: boolean) => void;
  onDelete: () => void;
}

/** A domain: its host, whether it is the primary one, whether it has a whitelist (C-088), and the way to delete it. */
export function DomainEntry({ row, position, fault, proposals, onHost, onPrimary, onDelete }: DomainEntryProps) {
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
