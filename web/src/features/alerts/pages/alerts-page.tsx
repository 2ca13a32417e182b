import { mdiBellCheckOutline, mdiBellPlusOutline, mdiFilterOffOutline } from '@mdi/js';
import { listAlerts } from '@mission-control/contract/alerts/calls';
import { ALERT_STATES, type AlertState } from '@mission-control/contract/alerts/rules';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useUrlState, useUrlText } from '../../../lib/address/use-url-text.ts';
import { MorePages, pagedQueryOf } from '../../../lib/query/pages.tsx';
import { QueryView } from '../../../lib/query/query-page.tsx';
import { ActionButton } from '../../../ui/action/action-button.tsx';
import { Checkbox } from '../../../ui/field/checkbox.tsx';
import { SearchField } from '../../../ui/field/search-field.tsx';
import { Segment } from '../../../ui/field/segment.tsx';
import { SelectField } from '../../../ui/field/select-field.tsx';
import { Toolbar } from '../../../ui/layout/panel.tsx';
import { LoadingPanel } from '../../../ui/layout/skeleton.tsx';
import { StatePanel } from '../../../ui/layout/state-panel.tsx';
import { alertSearch } from '../alert-search.ts';
import { severityOptions, STATE_LABELS } from '../alert-words.ts';
import { useAcknowledge } from '../parts/acknowledge-dialog.tsx';
import { AlertEntries } from '../parts/alert-entry.tsx';
import { AlertsFrame } from '../parts/alerts-frame.tsx';

function useAlerts() {
  const [search, show] = useUrlState(alertSearch);
  const query = useInfiniteQuery(
    pagedQueryOf(listAlerts, (before: number | null) => ({ query: { ...search, ...(before !== null && { before }) } })),
  );
  return { search, query, show };
}

const ANY = { value: '', label: 'Any severity' };

/** Alerts by state: open ones first. */
export function AlertsPage() {
  const { search, query, show } = useAlerts();
  const acknowledge = useAcknowledge();
  const [text, setText] = useUrlText(search.q ?? '', (q) => show({ q }, true));
  const [first] = query.data?.pages ?? [];
  const isFiltered = search.q !== undefined || search.severity !== undefined || search.mine !== undefined;
  const clear = () => {
    setText('');
    show({ q: undefined, severity: undefined, mine: undefined });
  };
  const state: AlertState = search.state ?? 'open';
  return (
    <AlertsFrame tab="alerts">
      <Toolbar>
        <Segment
          label="State"
          value={state}
          options={ALERT_STATES.map((value) => ({ value, label: STATE_LABELS[value], count: first?.counts[value] }))}
          onChange={(next) => show({ state: next })}
        />
        <SelectField
          label="Severity"
          hideLabel
          options={[ANY, ...severityOptions]}
          value={search.severity ?? ''}
          onChange={(event) => show({ severity: event.target.value })}
        />
        <Checkbox
          label="Mine"
          title="Only what you have subscribed to"
          checked={search.mine === '1'}
          onChange={(event) => show({ mine: event.target.checked ? '1' : undefined })}
        />
        <SearchField label="Search alerts" value={text} onChange={setText} />
      </Toolbar>
      <QueryView
        framed
        query={query}
        errorTitle="The alerts could not be loaded"
        loading={<LoadingPanel label="Alerts" rows={4} rowHeight={72} />}
        empty={{
          when: ({ pages }) => pages.every(({ alerts }) => alerts.length === 0),
          show: <NoAlerts state={state} rules={first?.rules ?? 0} onClear={isFiltered ? clear : null} />,
        }}
      >
        {({ pages }) => <AlertEntries alerts={pages.flatMap(({ alerts }) => alerts)} onAcknowledge={acknowledge.ask} />}
      </QueryView>
      <MorePages query={query} label="Show more" />
      {acknowledge.dialog}
    </AlertsFrame>
  );
}

const EMPTY: Readonly<Record<AlertState, { title: string; text: string }>> = {
  open: {
    title: 'No open alerts',
    text: 'An alert opens when a rule finds a problem, and resolves automatically.',
  },
  acknowledged: {
    title: 'No acknowledged alerts',
    text: 'Acknowledge an open alert to show that you are working on it.',
  },
  resolved: { title: 'No resolved alerts', text: 'Resolved alerts are kept for 90 days.' },
};

function NoAlerts({ state, rules, onClear }: { state: AlertState; rules: number; onClear: (() => void) | null }) {
  if (onClear !== null)
    return (
      <StatePanel
        framed
        icon={mdiFilterOffOutline}
        title="No alerts match"
        actions={<ActionButton onClick={onClear}>Clear filters</ActionButton>}
      />
    );
  if (rules === 0 && state === 'open')
    return (
      <StatePanel
        framed
        icon={mdiBellPlusOutline}
        title="No alert rules yet"
        actions={<ActionButton href="/alerts/rules">Go to the rules</ActionButton>}
      >
        Rules define what opens an alert, and which channels it is sent to.
      </StatePanel>
    );
  return (
    <StatePanel framed icon={mdiBellCheckOutline} title={EMPTY[state].title}>
      {EMPTY[state].text}
    </StatePanel>
  );
}
