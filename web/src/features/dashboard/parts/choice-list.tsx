import { mdiCheck } from '@mdi/js';
import { Icon } from '../../../ui/display/icon.tsx';
import { styled } from '../../../ui/theme/styled.ts';
import { color, narrow, radius, shadow } from '../../../ui/theme/tokens.ts';
import { MAX_SHOWN, type DashboardChoice } from '../tenant-choices.ts';

interface ChoiceListProps {
  id: string;
  choices: readonly DashboardChoice[];
  /** Id of the chosen one. */
  chosen: number | null;
  /** Index of the option that Enter chooses. */
  active: number;
  /** Below the list; default: what is not shown, if anything. */
  note?: string | null | undefined;
  onChoose: (choice: DashboardChoice) => void;
}

const Paper = styled('div')({
  position: 'absolute',
  zIndex: 20,
  top: 'calc(100% + 4px)',
  left: 0,
  width: 320,
  maxWidth: 'calc(100vw - 24px)',
  background: color.raised,
  border: `1px solid ${color.lineStrong}`,
  borderRadius: radius.card,
  boxShadow: shadow.menu,
  fontSize: 13,
  '& > [role="listbox"]': { maxHeight: 320, overflowY: 'auto', padding: 4 },
  '& > p': { padding: '8px 14px', fontSize: 12, color: color.text3, borderTop: `1px solid ${color.line}` },
  [narrow]: { width: '100%' },
});
const Option = styled('div')({
  display: 'flex',
  alignItems: 'center',
  gap: 8,
  minHeight: 32,
  padding: '4px 10px',
  borderRadius: radius.control,
  color: color.text,
  cursor: 'pointer',
  '& > span': { flex: 1, minWidth: 0, overflowWrap: 'anywhere' },
  '&:hover': { background: color.hover },
  '&[data-active]': { background: color.press },
  '&[aria-selected="true"]': { color: color.accentText },
  [narrow]: { minHeight: 44 },
});

/** The tenants under the selector. */
export function ChoiceList({ id, choices, chosen, active, note = noteOf(choices.length), onChoose }: ChoiceListProps) {
  return (
    // Keeps the focus in the field: its blur closes the list.
    <Paper onMouseDown={(event) => event.preventDefault()}>
      <div role="listbox" id={id} aria-label="Tenants">
        {choices.map((choice, place) => (
          <Option
            key={choice.id ?? 0}
            id={`${id}-${place}`}
            role="option"
            aria-selected={choice.id === chosen}
            data-active={place === active || undefined}
            ref={place === active ? scrollTo : null}
            onClick={() => onChoose(choice)}
          >
            <span>{choice.name}</span>
            {choice.id === chosen ? <Icon path={mdiCheck} size={14} /> : null}
          </Option>
        ))}
      </div>
      {note === null ? null : <p role="status">{note}</p>}
    </Paper>
  );
}

function scrollTo(option: HTMLElement | null): void {
  option?.scrollIntoView({ block: 'nearest' });
}

function noteOf(shown: number): string | null {
  if (shown === 0) return 'No matching tenant.';
  return shown >= MAX_SHOWN ? `Showing the first ${MAX_SHOWN}: type part of the name.` : null;
}
