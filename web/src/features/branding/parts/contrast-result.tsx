import { contrastWithWhite, nearestPassing, type ContrastLevel } from '@mission-control/contract/branding/contrast';
import { ActionButton } from '../../../ui/action/action-button.tsx';
import { StatusChip } from '../../../ui/display/status-chip.tsx';
import { styled } from '../../../ui/theme/styled.ts';
import { color, monoText } from '../../../ui/theme/tokens.ts';

interface ContrastResultProps {
  /** Whose contrast it is. */
  label: string;
  value: string;
  /** Takes the offered colour. */
  onTake: (value: string) => void;
}

const LEVELS: readonly ContrastLevel[] = ['AA', 'AAA'];

const Root = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '6px 8px',
  marginTop: 8,
  minHeight: 28,
  fontSize: 12,
  lineHeight: '16px',
  color: color.text2,
  '& > b': { ...monoText, fontSize: 12, fontWeight: 500, color: color.text },
});
const Sample = styled('i')({
  display: 'inline-block',
  width: 12,
  height: 12,
  marginRight: 6,
  verticalAlign: -2,
  borderRadius: 3,
  border: `1px solid ${color.control}`,
});
const Code = styled('code')({ ...monoText, fontSize: 12 });

/** How a colour stands out against white, small text [BRD-04, BRD-19], and the nearest colour that passes (C-094). */
export function ContrastResult({ label, value, onTake }: ContrastResultProps) {
  const contrast = contrastWithWhite(value);
  if (contrast === null) {
    return (
      <Root role="group" aria-label={`Contrast of ${label}`}>
        Contrast on white <b>n/a</b>
      </Root>
    );
  }
  return (
    <Root role="group" aria-label={`Contrast of ${label}`}>
      Contrast on white <b>{contrast.ratio.toFixed(2)}:1</b>
      {LEVELS.map((level) => (
        <StatusChip key={level} size="small" meaning={contrast[level] ? 'good' : 'bad'}>
          {`${level} ${contrast[level] ? 'pass' : 'fail'}`}
        </StatusChip>
      ))}
      {LEVELS.filter((level) => !contrast[level]).map((level) => (
        <Offer key={level} level={level} value={value} onTake={onTake} />
      ))}
    </Root>
  );
}

function Offer({ level, value, onTake }: { level: ContrastLevel; value: string; onTake: (value: string) => void }) {
  const offered = nearestPassing(value, level);
  if (offered === null) return null;
  return (
    <ActionButton size="small" onClick={() => onTake(offered)}>
      <Sample style={{ background: offered }} />
      Use <Code>{offered}</Code> for {level}
    </ActionButton>
  );
}
