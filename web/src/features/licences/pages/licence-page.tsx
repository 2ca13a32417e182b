import { mdiCertificateOutline, mdiDownload, mdiPlus } from '@mdi/js';
import { useMemo, useState } from 'react';
import { LeaveGuard } from '../../../lib/leave-guard.tsx';
import { ActionButton } from '../../../ui/action-button.tsx';
import { DataTable } from '../../../ui/data-table.tsx';
import { PageFrame } from '../../../ui/page-frame.tsx';
import { StatePanel } from '../../../ui/state-panel.tsx';
import { entryColumns } from '../parts/entry-columns.tsx';
import { KeyList } from '../parts/key-list.tsx';
import { LicenceDialogs, type OpenDialog } from '../parts/licence-dialogs.tsx';
import { UploadButton } from '../parts/upload-button.tsx';
import { fullReason, type Entry } from '../state/entries.ts';
import { useLicence } from '../state/use-licence.ts';

/** The tool for licences of self-hosted installations [LIC-01]. */
export function LicencePage() {
  const licence = useLicence();
  const { entries, filename, unsaved } = licence;
  const [open, setOpen] = useState<OpenDialog>(null);
  const columns = useMemo(
    () =>
      entryColumns(
        (entry) => setOpen({ kind: 'edit', entry }),
        (entry) => setOpen({ kind: 'delete', entry }),
      ),
    [],
  );
  return (
    <PageFrame
      title="Licence"
      crumbs={[{ label: 'Tools', href: '/tools' }, { label: 'Licence' }]}
      count={entries.length === 0 ? undefined : entries.length}
      meta={[entries.length > 0 && filename, unsaved && 'Not exported yet']}
      actions={
        <>
          <UploadButton pending={licence.uploading} asks={unsaved && entries.length > 0} onFile={licence.upload} />
          <ActionButton icon={mdiPlus} disabledReason={fullReason(entries)} onClick={() => setOpen({ kind: 'add' })}>
            Add entry
          </ActionButton>
          <ActionButton
            variant="primary"
            icon={mdiDownload}
            disabledReason={entries.length === 0 ? 'Add an entry first' : null}
            onClick={() => setOpen({ kind: 'export' })}
          >
            Export
          </ActionButton>
        </>
      }
    >
      <DataTable
        label="Licence entries"
        columns={columns}
        rows={entries}
        getRowId={entryId}
        pageSize={50}
        onRowOpen={(entry) => setOpen({ kind: 'edit', entry })}
        empty={
          <StatePanel icon={mdiCertificateOutline} title="No entries.">
            Upload a licence to read it, or add the entries of a new one.
          </StatePanel>
        }
      />
      <KeyList />
      <LicenceDialogs open={open} licence={licence} onClose={() => setOpen(null)} />
      <LeaveGuard unsaved={unsaved ? 1 : 0}>The changes of this licence were not exported.</LeaveGuard>
    </PageFrame>
  );
}

const entryId = (entry: Entry) => entry.name;
