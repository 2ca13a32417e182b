import { mdiServerPlus } from '@mdi/js';
import { listFleetItems } from '@mission-control/contract/fleet/calls';
import { FORM_PAGE } from '@mission-control/contract/drafts/pages';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryOf } from '../../../lib/api/query.ts';
import { FieldsDraft } from '../../../lib/draft/fields-draft.tsx';
import { QueryView } from '../../../lib/query/query-page.tsx';
import { DialogFrame, FormFooter } from '../../../ui/dialog/dialog-frame.tsx';
import { TextField } from '../../../ui/field/text-field.tsx';
import { useSaveItem } from '../use-fleet.ts';
import { DeclaredNote, ImpactNote } from './impact-note.tsx';

interface AddServerDialogProps {
  environment: { id: number; name: string };
  onClose: () => void;
}

const EMPTY = new Map([['host', '']]);

/** Adds a server to an environment: asks for its host name, shows the effects, then saves. */
export function AddServerDialog({ environment: { id, name }, onClose }: AddServerDialogProps) {
  const query = useQuery(queryOf(listFleetItems, { params: { kind: 'environment' } }));
  const itemIn = (data: typeof query.data) => data?.items.find(({ key }) => key === String(id));
  const item = itemIn(query.data);
  const [host, setHost] = useState('');
  const [tried, setTried] = useState(false);
  const save = useSaveItem(`${host.trim()} added to ${name}`, onClose);
  const missing = tried && host.trim() === '' ? 'Enter the host name of the server.' : undefined;
  const conflict = save.conflicts.length > 0 ? 'It has changed since you opened the form. Try again.' : undefined;
  const submit = async () => {
    setTried(true);
    if (host.trim() === '' || save.pending) return;
    const found = item ?? itemIn((await query.refetch({ cancelRefetch: false })).data);
    if (found?.kind !== 'environment') return;
    const { key, fields } = found;
    const servers = [...fields.servers, host.trim()];
    save.submit({ kind: 'environment', key, base: fields, fields: { ...fields, servers } });
  };
  return (
    <DialogFrame
      open
      title={`Add server to ${name}`}
      onClose={onClose}
      onSubmit={() => void submit()}
      width={480}
      footer={
        <FormFooter
          label={save.impact ? 'Add as shown' : 'Add server'}
          icon={mdiServerPlus}
          pending={save.pending}
          onClose={onClose}
        />
      }
    >
      <HostDraft environmentId={id} host={host} onRestore={setHost} />
      {item?.declared ? <DeclaredNote /> : null}
      <QueryView query={query} errorTitle="The environment could not be loaded" loading={null} empty={null}>
        {() => null}
      </QueryView>
      <TextField
        label="Host name"
        autoFocus
        mono
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={100}
        value={host}
        help="The name under which the console reaches it to publish files."
        error={missing ?? save.faults.servers ?? conflict}
        onChange={(event) => {
          setHost(event.target.value);
          save.reset();
        }}
      />
      {save.impact ? <ImpactNote impact={save.impact} /> : null}
    </DialogFrame>
  );
}

interface HostDraftProps {
  environmentId: number;
  host: string;
  onRestore: (host: string) => void;
}

/** Keeps a draft of the host until it is added or discarded. */
function HostDraft({ environmentId, host, onRestore }: HostDraftProps) {
  return (
    <FieldsDraft
      page={FORM_PAGE.server(environmentId)}
      base={EMPTY}
      mine={new Map([['host', host]])}
      saved={EMPTY}
      endsOnClose
      onRestore={(changes) => onRestore(changes.get('host') ?? '')}
    />
  );
}
