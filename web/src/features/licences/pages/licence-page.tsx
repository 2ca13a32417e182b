import { mdiCertificateOutline, mdiDownload, mdiPlus, mdiUpload } from '@mdi/js';
import { encodeLicence, listLicenceKeys } from '@mission-control/contract/licences/calls';
import { FORM_PAGE } from '@mission-control/contract/drafts/pages';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { LeaveGuard } from '../../../lib/unsaved-edits.tsx';
import { queryOf } from '../../../lib/api/query.ts';
import { DraftBanner } from '../../../lib/draft/draft-banner.tsx';
import { useDraft } from '../../../lib/draft/use-draft.ts';
import { useRoleRefusal } from '../../../lib/role-refusal.ts';
import { ActionButton } from '../../../ui/action/action-button.tsx';
import { CopyButton } from '../../../ui/action/copy-button.tsx';
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx';
import { FileButton } from '../../../ui/field/file-button.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import { PageFrame } from '../../../ui/layout/page-frame.tsx';
import { StatePanel } from '../../../ui/layout/state-panel.tsx';
import { LocalTable } from '../../../lib/query/query-table.tsx';
import { styled } from '../../../ui/theme/styled.ts';
import { color, monoText } from '../../../ui/theme/tokens.ts';
import { entryColumns } from '../parts/entry-columns.tsx';
import { LicenceDialogs, type OpenDialog } from '../parts/licence-dialogs.tsx';
import { fullReason } from '../state/entries.ts';
import { readLicence, useLicence, type LicenceOnScreen } from '../state/use-licence.ts';

interface UploadButtonProps {
  pending: boolean;
  /** Ask before unexported changes are replaced. */
  asks: boolean;
  onFile: (file: File) => void;
}

/** [LIC-05] */
function UploadButton({ pending, asks, onFile }: UploadButtonProps) {
  const [waiting, setWaiting] = useState<File | null>(null);
  return (
    <>
      <FileButton
        icon={mdiUpload}
        pending={pending}
        inputLabel="Licence file"
        onFile={(file) => (asks ? setWaiting(file) : onFile(file))}
      >
        Upload
      </FileButton>
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
        Your changes were not exported. The entries of {waiting?.name ?? 'the file'} replace them if it is a valid
        licence.
      </ConfirmDialog>
    </>
  );
}

/** Keeps the card at its own height in the page. */
const Place = styled('div')({ alignSelf: 'start', width: '100%' });
const Keys = styled('ul')({
  listStyle: 'none',
  margin: 0,
  padding: 0,
  '& li': { display: 'flex', alignItems: 'center', gap: 12, minHeight: 32, flexWrap: 'wrap' },
  '& code': { ...monoText, fontSize: 12 },
  '& span': { flex: 1, fontSize: 13, color: color.text2 },
});

/** Public keys for setting up installations that check licences. */
function KeyList() {
  const { data, error } = useQuery(queryOf(listLicenceKeys, {}));
  return (
    <Place>
      <Card title="Keys" subtitle={<span>Installations check licences with the public key.</span>}>
        {error ? <p>{error.messages.join(' ')}</p> : null}
        <Keys>
          {data?.keys.map(({ id, public_key, signs }) => (
            <li key={id}>
              <code>{id}</code>
              <span>{signs ? 'Signs exported licences' : 'Verifies older licences'}</span>
              <CopyButton text={public_key} label={`Copy public key ${id}`} />
            </li>
          ))}
        </Keys>
      </Card>
    </Place>
  );
}

/** Keeps the entries until they are exported. */
function LicenceDraft({ licence: { entries, filename, unsaved, restore } }: { licence: LicenceOnScreen }) {
  const draft = useDraft({
    page: FORM_PAGE.licence,
    base: '',
    edits: useMemo(() => (unsaved ? { filename, entries } : null), [unsaved, filename, entries]),
    read: readLicence,
    restore,
  });
  return <DraftBanner draft={draft} />;
}

/** The tool for licences of self-hosted installations [LIC-01]. */
export function LicencePage() {
  const licence = useLicence();
  const { entries, filename, unsaved } = licence;
  const refusal = useRoleRefusal(encodeLicence, 'export a licence');
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
            disabledReason={refusal ?? (entries.length === 0 ? 'Add an entry first' : null)}
            onClick={() => setOpen({ kind: 'export' })}
          >
            Export
          </ActionButton>
        </>
      }
    >
      <LicenceDraft licence={licence} />
      <LocalTable
        label="Licence entries"
        columns={columns}
        rows={entries}
        getRowId={({ name }) => name}
        pageSize={50}
        onRowOpen={(entry) => setOpen({ kind: 'edit', entry })}
        empty={
          <StatePanel icon={mdiCertificateOutline} title="No entries">
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
