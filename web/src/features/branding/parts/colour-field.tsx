import { parseColour, toHex } from '@mission-control/contract/branding/colours';
import { COLOUR_HINT } from '@mission-control/contract/branding/rules';
import type { ReactNode } from 'react';
import { Input } from '../../../ui/field/field-parts.ts';
import { Field } from '../../../ui/field/field.tsx';
import { styled } from '../../../ui/theme/styled.ts';
import { color, narrow, radius } from '../../../ui/theme/tokens.ts';

interface ColourFieldProps {
  label: string;
  value: string;
  /** What stands in for a text that is no colour. */
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

/** A colour by text or by the browser's picker [BRD-17]; any text is taken [BRD-18], and it says when it is no colour. */
export function ColourField(props: ColourFieldProps) {
  const { label, value, fallback, required = false, error, children, onChange } = props;
  const colour = parseColour(value);
  const unread = colour === null && value.trim() !== '';
  return (
    <div>
      <Field
        label={required ? <Required>{label}</Required> : label}
        help={unread ? `No CSS colour: ${fallback} is used instead.` : COLOUR_HINT}
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

/** The mark of a field that must be filled; the control says it to screen readers by itself. */
function Required({ children }: { children: string }) {
  return (
    <>
      {children} <span aria-hidden>*</span>
    </>
  );
}
