import { mdiCheck } from '@mdi/js';
import { acknowledgeAlert, getAlert } from '@mission-control/contract/alerts/calls';
import type { AlertRow } from '@mission-control/contract/alerts/schema';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryOf } from '../../../lib/api/query.ts';
import { useChange } from '../../../lib/api/use-change.ts';
import { useNow } from '../../../ui/display/now.ts';
import { DialogFrame, FormFooter } from '../../../ui/dialog/dialog-frame.tsx';
import { SelectField } from '../../../ui/field/select-field.tsx';
import { Banner } from '../../../ui/layout/banner.tsx';
import { TextField } from '../../../ui/field/text-field.tsx';
import { ALERT_TOPICS } from '../alert-words.ts';

const HOUR_MS = 3_600_000;
const SPANS = [
  { value: '', label: 'It is resolved' },
  { value: '1', label: 'In 1 hour' },
  { value: '4', label: 'In 4 hours' },
  { value: '24', label: 'Tomorrow at this time' },
  { value: '168', label: 'In a week' },
];

/** The dialog of the alert to acknowledge. Belongs above the list, which the alert may leave in the meantime. */
export function useAcknowledge() {
  const [alert, setAlert] = useState<AlertRow | null>(null);
  const close = () => setAlert(null);
  return { ask: setAlert, dialog: alert === null ? null : <AcknowledgeDialog alert={alert} onClose={close} /> };
}

/** Asks how long to acknowledge an alert for, and for a note. */
function AcknowledgeDialog({ alert, onClose }: { alert: AlertRow; onClose: () => void }) {
  const [hours, setHours] = useState('');
  const [note, setNote] = useState('');
  const now = useNow(60_000);
  const { data, isFetchedAfterMount } = useQuery(queryOf(getAlert, { params: { id: alert.id } }));
  // What was read before the dialog was opened may be outdated.
  const current = (isFetchedAfterMount && data?.alert) || alert;
  const save = useChange(ALERT_TOPICS, acknowledgeAlert, 'Alert acknowledged', onClose);
  const submit = () => {
    const until = hours === '' ? null : new Date(now + Number(hours) * HOUR_MS).toISOString();
    save.mutate({ params: { id: alert.id }, body: { until, note: note.trim() } });
  };
  return (
    <DialogFrame
      open
      title={`Acknowledge ${alert.title}`}
      onClose={onClose}
      onSubmit={submit}
      width={480}
      footer={<FormFooter label="Acknowledge" icon={mdiCheck} pending={save.isPending} onClose={onClose} />}
    >
      {current.state === 'resolved' ? (
        <Banner live meaning="notice" title="The alert was resolved in the meantime." />
      ) : null}
      {current.state === 'acknowledged' ? (
        <Banner
          live
          meaning="notice"
          title={`${current.acknowledged?.by ?? 'Somebody'} acknowledged it in the meantime.`}
        />
      ) : null}
      <SelectField
        label="Until"
        options={SPANS}
        value={hours}
        error={save.error?.fields.until}
        help="If it is not resolved by then, the alert opens again and notifies its channels."
        onChange={(event) => setHours(event.target.value)}
      />
      <TextField
        label="Note"
        maxLength={500}
        value={note}
        help="For others who see the alert: what you are doing about it, or a ticket."
        error={save.error?.fields.note}
        onChange={(event) => setNote(event.target.value)}
      />
    </DialogFrame>
  );
}
