import { parseColour, toHex } from '@mission-control/contract/branding/colours';
import { contrastWithWhite, nearestPassing, type ContrastLevel } from '@mission-control/contract/branding/contrast';
import { COLOUR_HINT } from '@mission-control/contract/branding/rules';
import type { ReactNode } from 'react';
import { ActionButton } from '../../../ui/action/action-button.tsx';
import { StatusChip } from '../../../ui/display/status-chip.tsx';
import { Input } from '../../../ui/field/field-parts.ts';
import { Field } from '../../../ui/field/field.tsx';
import { styled } from '../../../ui/theme/styled.ts';
import { color, monoText, narrow, radius } from '../../../ui/theme/tokens.ts';

interface ColourFieldProps {
  label: string;
  value: string;
  /** Replaces texts that are not a colour. */
  fallback: string;
  required?: boolean;
  error?: string | undefined;
  /** Below the field. */
  children?: ReactNode;
  onChange: (value: string) => void;
}

const Row = styled('div')({
  display: 'flex',
  gap: 8,
  '& > input[type="color"]': {
    flex: 'none',
    width: 40,
    height: 32,
    padding: 3,
    border: `1px solid ${color.lineStrong}`,
    borderRadius: radius.control,
    background: color.inset,
    cursor: 'pointer',
    '&::-webkit-color-swatch-wrapper': { padding: 0 },
    '&::-webkit-color-swatch': { border: `1px solid ${color.control}`, borderRadius: radius.small },
    [narrow]: { width: 48, height: 40 },
  },
});

/** A colour by text or picker [BRD-17]; any text is accepted [BRD-18], with a hint if it is not a colour. */
export function ColourField(props: ColourFieldProps) {
  const { label, value, fallback, required = false, error, children, onChange } = props;
  const colour = parseColour(value);
  const unread = colour === null && value.trim() !== '';
  return (
    <div>
      <Field
        label={required ? <Required>{label}</Required> : label}
        help={unread ? `Not a CSS colour: ${fallback} is used instead.` : COLOUR_HINT}
        error={error}
      >
        {(control) => (
          <Row>
            <input
              type="color"
              aria-label={`${label}: picker`}
              value={toHex(colour ?? parseColour(fallback) ?? BLACK)}
              onChange={(event) => onChange(event.target.value)}
            />
            <Input
              {...control}
              data-mono
              value={value}
              required={required}
              placeholder={COLOUR_HINT}
              maxLength={200}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              onChange={(event) => onChange(event.target.value)}
            />
          </Row>
        )}
      </Field>
      {children}
    </div>
  );
}

const BLACK = { red: 0, green: 0, blue: 0, alpha: 1 };

/** A visual mark only; the control announces `required` itself. */
function Required({ children }: { children: string }) {
  return (
    <>
      {children} <span aria-hidden>*</span>
    </>
  );
}

interface ContrastResultProps {
  label: string;
  value: string;
  onTake: (value: string) => void;
}

const LEVELS: readonly ContrastLevel[] = ['AA', 'AAA'];

const Contrast = styled('div')({
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

/** Contrast of a colour on white for small text [BRD-04, BRD-19], and the nearest passing colours (C-094). */
export function ContrastResult({ label, value, onTake }: ContrastResultProps) {
  const contrast = contrastWithWhite(value);
  if (contrast === null) {
    return (
      <Contrast role="group" aria-label={`Contrast of ${label}`}>
        Contrast on white <b>n/a</b>
      </Contrast>
    );
  }
  return (
    <Contrast role="group" aria-label={`Contrast of ${label}`}>
      Contrast on white <b>{contrast.ratio.toFixed(2)}:1</b>
      {LEVELS.map((level) => (
        <StatusChip key={level} size="small" meaning={contrast[level] ? 'good' : 'bad'}>
          {`${level} ${contrast[level] ? 'pass' : 'fail'}`}
        </StatusChip>
      ))}
      {LEVELS.filter((level) => !contrast[level]).map((level) => (
        <Offer key={level} level={level} value={value} onTake={onTake} />
      ))}
    </Contrast>
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
