import type { DatabaseRow } from '@mission-control/contract/databases/calls';
import { findService } from '@mission-control/contract/services/catalogue';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { KeyValue } from '../../../ui/key-value.tsx';
import { SidePanel } from '../../../ui/side-panel.tsx';
import { monoText } from '../../../ui/tokens.ts';
import { LoadValue } from './load-value.tsx';
import { ActivitySpark } from './activity-spark.tsx';
import { DetachedDatabases } from './detached-databases.tsx';
import { TenantsOn } from './tenants-on.tsx';

interface DatabasePanelProps {
  row: DatabaseRow;
  /** When the first span of the activity begins. */
  from: Date;
  onClose: () => void;
}

/** A database server: its facts, the tenants on it, and what on it is nobody's. */
export function DatabasePanel({ row, from, onClose }: DatabasePanelProps) {
  const { id, name, notes, identifier, endpoint, service, region } = row;
  return (
    <SidePanel
      open
      title={name}
      detail={`${findService(service)?.displayName ?? service} · ${region}`}
      onClose={onClose}
    >
      <KeyValue
        rows={[
          { label: 'Load', value: <LoadValue average={row.db_activity_average} /> },
          { label: '24hrs activity', value: <ActivitySpark row={row} from={from} /> },
          { label: 'Identifier', value: <Copied text={identifier} label="Copy identifier" /> },
          { label: 'Endpoint', value: <Copied text={endpoint} label="Copy endpoint" /> },
          notes !== '' && { label: 'Notes', value: notes },
        ]}
      />
      <TenantsOn key={`tenants ${id}`} id={id} />
      <DetachedDatabases key={`detached ${id}`} id={id} />
    </SidePanel>
  );
}

function Copied({ text, label }: { text: string; label: string }) {
  return (
    <>
      <span style={{ ...monoText, fontSize: 12, minWidth: 0, flex: '0 1 auto', overflowWrap: 'anywhere' }}>{text}</span>
      <CopyButton text={text} label={label} />
    </>
  );
}
