import { mdiCircleMedium, mdiDatabaseOutline } from '@mdi/js';
import type { DatabaseRow } from '@mission-control/contract/databases/calls';
import { loadColour } from '@mission-control/contract/databases/rules';
import { Icon } from '../../../../ui/display/icon.tsx';
import { styled } from '../../../../ui/theme/styled.ts';
import { shadeColor } from '../../../../ui/theme/theme.ts';
import { color, monoText, radius, visuallyHidden } from '../../../../ui/theme/tokens.ts';

interface DatabaseListProps {
  databases: readonly DatabaseRow[];
  chosen: number | null;
  /** Id of what is wrong with the choice; ties it to the list. */
  errorId: string | undefined;
  onChoose: (id: number) => void;
}

const List = styled('div')({ display: 'flex', flexDirection: 'column', gap: 6 });
const Row = styled('label')({
  display: 'grid',
  gridTemplateColumns: 'auto minmax(0,1fr) auto',
  alignItems: 'center',
  columnGap: 10,
  minHeight: 44,
  padding: '6px 12px',
  border: `1px solid ${color.line}`,
  borderRadius: radius.control,
  background: color.inset,
  cursor: 'pointer',
  '&:hover': { borderColor: color.control },
  '&:has(:checked)': { borderColor: color.accentLine, background: color.accentTint },
  '&:has(:focus-visible)': { boxShadow: shadowOf() },
  '& > input': visuallyHidden,
  '& > svg': { color: color.text3 },
  '&:has(:checked) > svg': { color: color.accentText },
});
const Name = styled('span')({ ...monoText, display: 'block', color: color.text, overflowWrap: 'anywhere' });
const Facts = styled('span')({ display: 'block', fontSize: 12, lineHeight: '16px', color: color.text3 });
const Load = styled('span')({
  display: 'inline-flex',
  alignItems: 'center',
  gap: 2,
  fontSize: 12,
  fontWeight: 500,
  fontVariantNumeric: 'tabular-nums',
  whiteSpace: 'nowrap',
});

function shadowOf(): string {
  return `0 0 0 2px ${color.accent}`;
}

/** The database servers to choose from, each with its load in colour [SVC-05, SVC-11, SVC-12]. */
export function DatabaseList({ databases, chosen, errorId, onChoose }: DatabaseListProps) {
  return (
    <List role="radiogroup" aria-label="Database" aria-describedby={errorId}>
      {databases.map((database) => (
        <Row key={database.id}>
          <input type="radio" name="database" checked={database.id === chosen} onChange={() => onChoose(database.id)} />
          <Icon path={mdiDatabaseOutline} size={18} />
          <span>
            <Name>{database.name}</Name>
            <Facts>{factsOf(database)}</Facts>
          </span>
          <LoadShown average={database.db_activity_average} />
        </Row>
      ))}
    </List>
  );
}

function factsOf({ notes, tenant_count: count }: DatabaseRow): string {
  const tenants = count === 1 ? '1 tenant' : `${count} tenants`;
  return notes === '' ? tenants : `${tenants} · ${notes}`;
}

function LoadShown({ average }: { average: DatabaseRow['db_activity_average'] }) {
  const shade = loadColour(average);
  return (
    <Load data-load={shade} style={{ color: shadeColor[shade] }} title="Average of active connections">
      <Icon path={mdiCircleMedium} size={16} />
      <span style={visuallyHidden}>Load </span>
      {typeof average === 'number' ? average.toLocaleString('en-GB', { maximumFractionDigits: 1 }) : average}
    </Load>
  );
}
