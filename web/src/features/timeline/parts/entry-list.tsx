import {
  mdiAccountGroupOutline,
  mdiWrenchClock,
  mdiBellOutline,
  mdiBugOutline,
  mdiCalendarClockOutline,
  mdiCloudUploadOutline,
  mdiFileAlertOutline,
  mdiHeartPulse,
  mdiMapMarkerOutline,
  mdiPencilOutline,
  mdiPlaylistEdit,
  mdiRocketLaunchOutline,
  mdiServerNetwork,
  mdiTimerAlertOutline,
  mdiToggleSwitchOutline,
  mdiUndoVariant,
  mdiUploadNetworkOutline,
} from '@mdi/js';
import type { TimelineEntry } from '@mission-control/contract/timeline/calls';
import { CHANGE_KINDS, TIMELINE_NAMES, type TimelineKind } from '@mission-control/contract/timeline/kinds';
import { Link } from '../../../ui/action/link.tsx';
import { Icon } from '../../../ui/display/icon.tsx';
import { dateText, exactTimeText, secondsText } from '../../../ui/display/times.ts';
import { visibleText } from '../../../ui/display/visible-text.ts';
import { DaySection, Panel } from '../../../ui/layout/panel.tsx';
import { styled } from '../../../ui/theme/styled.ts';
import { color, meaningColor, narrow } from '../../../ui/theme/tokens.ts';
import { pathOfChangesBefore } from '../public.tsx';
import { distanceText } from '../time-texts.ts';

const ICONS: Readonly<Record<TimelineKind, string>> = {
  config: mdiPencilOutline,
  commit: mdiCloudUploadOutline,
  deploy: mdiRocketLaunchOutline,
  bulk: mdiPlaylistEdit,
  switch: mdiToggleSwitchOutline,
  'log-level': mdiBugOutline,
  place: mdiMapMarkerOutline,
  tenant: mdiAccountGroupOutline,
  fleet: mdiServerNetwork,
  maintenance: mdiWrenchClock,
  drift: mdiFileAlertOutline,
  outage: mdiHeartPulse,
  cron: mdiTimerAlertOutline,
  report: mdiUploadNetworkOutline,
  alert: mdiBellOutline,
  date: mdiCalendarClockOutline,
};

const Row = styled('li')({
  display: 'grid',
  gridTemplateColumns: '92px 20px minmax(0,1fr) auto',
  gap: '2px 12px',
  alignItems: 'start',
  padding: '9px 16px',
  fontSize: 13,
  lineHeight: '20px',
  color: color.text2,
  '&:not(:last-child)': { borderBottom: `1px solid ${color.lineSoft}` },
  '& > svg': { marginTop: 2, color: color.text3 },
  '&[data-meaning="bad"] > svg': { color: meaningColor.bad.main },
  '&[data-meaning="warn"] > svg': { color: meaningColor.warn.main },
  '&[data-meaning="good"] > svg': { color: meaningColor.good.main },
  '& > div': { minWidth: 0, overflowWrap: 'anywhere' },
  [narrow]: { gridTemplateColumns: '20px minmax(0,1fr)', padding: '10px 12px', '& > time': { gridColumn: '1 / -1' } },
});
const When = styled('time')({
  fontSize: 12,
  color: color.text3,
  fontVariantNumeric: 'tabular-nums',
  whiteSpace: 'nowrap',
  '& > span': { display: 'block', lineHeight: '16px' },
  [narrow]: { '& > span': { display: 'inline', marginLeft: 8 } },
});
const Facts = styled('p')({
  display: 'flex',
  flexWrap: 'wrap',
  gap: '0 12px',
  fontSize: 12,
  lineHeight: '18px',
  color: color.text3,
});
const Undo = styled(Link)({
  display: 'inline-flex',
  alignItems: 'center',
  gap: 4,
  fontSize: 12.5,
  whiteSpace: 'nowrap',
  [narrow]: { gridColumn: 2, minHeight: 28 },
});

interface EntryListProps {
  entries: readonly TimelineEntry[];
  /** Time of the failure under investigation: each entry shows its distance to it. */
  before: number | null;
  /** On a tenant's page, where entries need not name it. */
  ofTenant: boolean;
}

/** Entries by day, in the order given. */
export function EntryList({ entries, before, ofTenant }: EntryListProps) {
  const days = Map.groupBy(entries, ({ at }) => dateText(new Date(at)));
  return (
    <Panel aria-label="Entries" style={{ overflow: 'hidden' }}>
      {[...days].map(([day, ofDay]) => (
        <DaySection key={day} aria-label={day}>
          <h2>{day}</h2>
          <ol>
            {ofDay.map((entry) => (
              <EntryRow key={entry.id} entry={entry} before={before} ofTenant={ofTenant} />
            ))}
          </ol>
        </DaySection>
      ))}
    </Panel>
  );
}

function EntryRow({ entry, before, ofTenant }: { entry: TimelineEntry } & Omit<EntryListProps, 'entries'>) {
  const { at, kind, meaning, path, undo, tenant, actor } = entry;
  const time = new Date(at);
  const text = visibleText(entry.text);
  return (
    <Row data-meaning={meaning} data-kind={kind}>
      <When dateTime={at} title={exactTimeText(time)}>
        {secondsText(time)}
        {before === null ? null : <span>{distanceOf(before - time.getTime())}</span>}
      </When>
      <Icon path={ICONS[kind]} size={18} label={TIMELINE_NAMES[kind]} />
      <div>
        <p>
          {path === null ? (
            text
          ) : (
            <Link href={path} variant="plain" style={{ color: color.text }}>
              {text}
            </Link>
          )}
        </p>
        <Facts>
          {tenant === null || ofTenant ? null : <TenantName tenant={tenant} isGone={path === null} />}
          {actor === null ? null : <span>{actor}</span>}
          {meaning === 'bad' && kind !== 'date' && !CHANGE_KINDS.includes(kind) ? (
            <Link href={pathOfChangesBefore(at, tenant?.id ?? null)}>What changed in the two hours before</Link>
          ) : null}
        </Facts>
      </div>
      {undo === null ? null : (
        <Undo href={undo.path}>
          <Icon path={mdiUndoVariant} size={14} />
          {undo.label}
        </Undo>
      )}
    </Row>
  );
}

function TenantName({
  tenant: { id, name },
  isGone,
}: {
  tenant: NonNullable<TimelineEntry['tenant']>;
  isGone: boolean;
}) {
  return isGone ? <span>{name}</span> : <Link href={`/tenant/${id}/timeline`}>{name}</Link>;
}

const distanceOf = (ms: number): string =>
  Math.abs(ms) < 1000 ? 'at that time' : `${distanceText(ms)} ${ms > 0 ? 'before' : 'after'}`;
