import {
  mdiBookmarkCheckOutline,
  mdiDotsVertical,
  mdiPencilOutline,
  mdiDeleteOutline,
  mdiShareVariantOutline,
} from '@mdi/js';
import { viewAddress, type ViewPage } from '@mission-control/contract/views/rules';
import { useNavigate } from '@tanstack/react-router';
import type { SavedView } from '@mission-control/contract/views/schema';
import { useState, type ReactNode } from 'react';
import { toast } from '../../../ui/toast/toast.ts';
import { clearError } from '../../../lib/api/use-change.ts';
import { useConsole } from '../../../lib/role-refusal.ts';
import { ActionButton } from '../../../ui/action/action-button.tsx';
import { MenuButton } from '../../../ui/action/menu-button.tsx';
import type { MenuAction } from '../../../ui/action/menu.tsx';
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx';
import { DialogFrame, FormFooter } from '../../../ui/dialog/dialog-frame.tsx';
import { Badge } from '../../../ui/display/badge.tsx';
import { LabelledSwitch } from '../../../ui/field/switch.tsx';
import { TextField } from '../../../ui/field/text-field.tsx';
import { styled } from '../../../ui/theme/styled.ts';
import { color, radius } from '../../../ui/theme/tokens.ts';
import { useMayShare, useViewChanges } from '../use-view-changes.ts';
import { useViews } from '../use-views.ts';

interface SaveViewDialogProps {
  page: ViewPage;
  /** The query to save. */
  search: string;
  onClose: () => void;
}

/** Saves the current state of the list under a name. */
export function SaveViewDialog({ page, search, onClose }: SaveViewDialogProps) {
  const [name, setName] = useState('');
  const [shared, setShared] = useState(false);
  const [tried, setTried] = useState(false);
  const mayShare = useMayShare();
  const navigate = useNavigate();
  const { save } = useViewChanges();
  const submit = () => {
    setTried(true);
    if (name.trim() === '' || save.isPending) return;
    save.mutate(
      { body: { page, name: name.trim(), search, shared } },
      {
        onSuccess: (view) => {
          toast.success(`View ${view.name} saved`);
          void navigate({ href: viewAddress(view), replace: true });
          onClose();
        },
      },
    );
  };
  return (
    <NameDialog
      title="Save view"
      submitLabel="Save"
      help="Saves the current search, filters, sort and columns."
      name={name}
      error={tried && name.trim() === '' ? 'Enter a name.' : save.error?.fields.name}
      pending={save.isPending}
      onName={(typed) => {
        setName(typed);
        clearError(save);
      }}
      onSubmit={submit}
      onClose={onClose}
    >
      {mayShare ? <LabelledSwitch label="Share with everybody" checked={shared} onChange={setShared} /> : null}
    </NameDialog>
  );
}

interface NameDialogProps {
  title: string;
  submitLabel: string;
  help?: string;
  name: string;
  error: string | undefined;
  pending: boolean;
  onName: (name: string) => void;
  onSubmit: () => void;
  onClose: () => void;
  children?: ReactNode;
}

/** Asks for the name of a view. */
function NameDialog({ title, submitLabel, help, name, error, pending, children, ...on }: NameDialogProps) {
  return (
    <DialogFrame
      open
      title={title}
      onClose={on.onClose}
      onSubmit={on.onSubmit}
      width={420}
      footer={<FormFooter label={submitLabel} pending={pending} onClose={on.onClose} />}
    >
      <TextField
        label="Name"
        autoFocus
        autoComplete="off"
        maxLength={60}
        value={name}
        help={help}
        error={error}
        onChange={(event) => on.onName(event.target.value)}
      />
      {children}
    </DialogFrame>
  );
}

const List = styled('ul')({
  listStyle: 'none',
  border: `1px solid ${color.line}`,
  borderRadius: radius.card,
  '& > li': { display: 'flex', alignItems: 'center', gap: 12, padding: '8px 8px 8px 12px', minHeight: 52 },
  '& > li:not(:last-child)': { borderBottom: `1px solid ${color.lineSoft}` },
  '& > li > div:not([popover])': {
    flex: 1,
    minWidth: 0,
    display: 'flex',
    flexWrap: 'wrap',
    gap: '0 6px',
    overflowWrap: 'anywhere',
  },
  '& strong': { fontWeight: 500, color: color.text },
  '& small': { flexBasis: '100%', fontSize: 12, lineHeight: '18px', color: color.text3 },
});

interface ManageViewsDialogProps {
  page: ViewPage;
  /** Current query of the list. */
  search: string;
  onClose: () => void;
}

/** All views of a page: pin, start page, rename, share, replace, delete. */
export function ManageViewsDialog({ page, search, onClose }: ManageViewsDialogProps) {
  const { views } = useViews(page);
  const [renamedId, setRenamedId] = useState<number | null>(null);
  // Looked up, because a change needs the latest revision.
  const renamed = views.find(({ _id }) => _id === renamedId);
  const [asked, setAsked] = useState<SavedView | null>(null);
  const { remove } = useViewChanges();
  const drop = (view: SavedView) =>
    remove.mutate(
      { params: { view: view._id } },
      {
        onSuccess: () => toast.success(`View ${view.name} deleted`),
        onSettled: () => setAsked((now) => (now === view ? null : now)),
      },
    );
  return (
    <>
      <DialogFrame
        open
        title="Manage views"
        onClose={onClose}
        width={520}
        footer={<ActionButton onClick={onClose}>Close</ActionButton>}
      >
        {views.length === 0 ? <p>No views left.</p> : null}
        <List aria-label="Views">
          {views.map((view) => (
            <ViewEntry
              key={view._id}
              view={view}
              search={search}
              onRename={() => setRenamedId(view._id)}
              onDelete={() => setAsked(view)}
            />
          ))}
        </List>
      </DialogFrame>
      {renamed ? <RenameDialog view={renamed} onClose={() => setRenamedId(null)} /> : null}
      <ConfirmDialog
        open={asked !== null}
        title={`Delete the view ${asked?.name ?? ''}?`}
        confirmLabel="Delete"
        tone="danger"
        removed={[asked?.shared ? 'Everybody loses this view.' : 'You lose this view.']}
        kept={['What it lists stays as it is.']}
        pending={remove.isPending}
        onConfirm={() => asked && drop(asked)}
        onClose={() => setAsked(null)}
      />
    </>
  );
}

interface ViewEntryProps {
  view: SavedView;
  /** Current query of the list. */
  search: string;
  onRename: () => void;
  onDelete: () => void;
}

function ViewEntry({ view, search, onRename, onDelete }: ViewEntryProps) {
  const { change, use } = useViewChanges();
  const mayShare = useMayShare();
  const isAdmin = useConsole()?.role === 'admin';
  const { own, owner, shared, pinned, start, name } = view;
  const params = { view: view._id };
  const uses: MenuAction[] = [
    {
      id: 'pinned',
      label: 'Pinned above the list',
      checked: pinned,
      onSelect: () => use.mutate({ params, body: { pinned: !pinned } }),
    },
    {
      id: 'start',
      label: 'Start page',
      detail: 'Opens after you sign in',
      checked: start,
      onSelect: () => use.mutate({ params, body: { start: !start } }),
    },
  ];
  const changes: MenuAction[] = [
    { id: 'rename', label: 'Rename', icon: mdiPencilOutline, onSelect: onRename },
    {
      id: 'replace',
      label: 'Replace with what is shown',
      icon: mdiBookmarkCheckOutline,
      disabledReason: search === view.search ? 'The list shows this view' : null,
      onSelect: () => change.mutate({ ...view, search }, { onSuccess: () => toast.success(`View ${name} replaced`) }),
    },
    ...(mayShare || shared
      ? [
          {
            id: 'share',
            label: shared ? 'Stop sharing' : 'Share with everybody',
            icon: mdiShareVariantOutline,
            onSelect: () => change.mutate({ ...view, shared: !shared }),
          },
        ]
      : []),
    { id: 'delete', label: 'Delete', icon: mdiDeleteOutline, danger: true, onSelect: onDelete },
  ];
  return (
    <li>
      <div>
        <strong>{name}</strong>
        {start ? <Badge>Start page</Badge> : null}
        <small>{own ? (shared ? 'Shared with everybody' : 'Only you') : `Shared by ${owner}`}</small>
      </div>
      <MenuButton
        iconOnly
        icon={mdiDotsVertical}
        label={`Options of ${name}`}
        items={own || isAdmin ? [...uses, ...changes] : uses}
      />
    </li>
  );
}

function RenameDialog({ view, onClose }: { view: SavedView; onClose: () => void }) {
  const [name, setName] = useState(view.name);
  const { change } = useViewChanges();
  const submit = () => {
    if (name.trim() === '' || change.isPending) return;
    change.mutate({ ...view, name: name.trim() }, { onSuccess: onClose });
  };
  return (
    <NameDialog
      title={`Rename ${view.name}`}
      submitLabel="Rename"
      name={name}
      error={name.trim() === '' ? 'Enter a name.' : change.error?.fields.name}
      pending={change.isPending}
      onName={(typed) => {
        setName(typed);
        clearError(change);
      }}
      onSubmit={submit}
      onClose={onClose}
    />
  );
}
