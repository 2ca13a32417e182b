import { mdiCertificateOutline, mdiDownload, mdiPlus, mdiUpload } from '@mdi/js';
import { listLicenceKeys } from '@mission-control/contract/licences/calls';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState, useRef } from 'react';
import { LeaveGuard } from '../../../lib/address/leave-guard.tsx';
import { queryOf } from '../../../lib/api/query.ts';
import { ActionButton } from '../../../ui/action/action-button.tsx';
import { CopyButton } from '../../../ui/action/copy-button.tsx';
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import { PageFrame } from '../../../ui/layout/page-frame.tsx';
import { StatePanel } from '../../../ui/layout/state-panel.tsx';
import { DataTable } from '../../../ui/table/data-table.tsx';
import { styled } from '../../../ui/theme/styled.ts';
import { color, monoText, visuallyHidden } from '../../../ui/theme/tokens.ts';
import { entryColumns } from '../parts/entry-columns.tsx';
import { LicenceDialogs, type OpenDialog } from '../parts/licence-dialogs.tsx';
import { fullReason, type Entry } from '../state/entries.ts';
import { useLicence } from '../state/use-licence.ts';

const FileInput = styled('input')(visuallyHidden);

interface UploadButtonProps {
  pending: boolean;
  /** Something is on the screen that is in no file: asked before it is replaced. */
  asks: boolean;
  onFile: (file: File) => void;
}

/** Chooses a licence file [LIC-05]. */
function UploadButton({ pending, asks, onFile }: UploadButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  const [waiting, setWaiting] = useState<File | null>(null);
  const choose = (file: File) => (asks ? setWaiting(file) : onFile(file));
  return (
    <>
      <ActionButton icon={mdiUpload} pending={pending} onClick={() => input.current?.click()}>
        Upload
      </ActionButton>
      <FileInput
        ref={input}
        type="file"
        aria-label="Licence file"
        tabIndex={-1}
        onChange={(event) => {
          const [one] = event.target.files ?? [];
          // The same file can be chosen again.
          event.target.value = '';
          if (one) choose(one);
        }}
      />
      <ConfirmDialog
        open={waiting !== null}
        title="Replace the entries?"
        confirmLabel="Upload"
        tone="danger"
        onConfirm={() => {
          if (waiting) onFile(waiting);
          setWaiting(null);
        }}
        onClose={() => setWaiting(null)}
      >
        Your changes were not exported. The entries of {waiting?.name ?? 'the file'} take their place if it is a valid
        licence.
      </ConfirmDialog>
    </>
  );
}

/** As high as it needs to be, in a page that is higher. */
const Place = styled('div')({ alignSelf: 'start', width: '100%' });
const Keys = styled('ul')({
  listStyle: 'none',
  margin: 0,
  padding: 0,
  '& li': { display: 'flex', alignItems: 'center', gap: 12, minHeight: 32, flexWrap: 'wrap' },
  '& code': { ...monoText, fontSize: 12 },
  '& span': { flex: 1, fontSize: 13, color: color.text2 },
});

/** The public keys, for whoever sets up an installation that checks licences. */
function KeyList() {
  const { data, error } = useQuery(queryOf(listLicenceKeys, {}));
  return (
    <Place>
      <Card title="Keys" subtitle={<span>An installation checks licences with the public key.</span>}>
        {error ? <p>{error.messages.join(' ')}</p> : null}
        <Keys>
          {data?.keys.map(({ id, public_key, signs }) => (
            <li key={id}>
              <code>{id}</code>
              <span>{signs ? 'Signs what is exported' : 'Proves older licences'}</span>
              <CopyButton text={public_key} label={`Copy public key ${id}`} />
            </li>
          ))}
        </Keys>
      </Card>
    </Place>
  );
}

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
