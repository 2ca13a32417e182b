import type { ReactNode } from 'react';
import { Panel } from './panel.tsx';
import { styled } from '../theme/styled.ts';
import { color } from '../theme/tokens.ts';

interface ToolFormProps {
  /** Names the form. */
  label: string;
  children: ReactNode;
  /** The submit button. */
  button: ReactNode;
  onSubmit: () => void;
  /** Below the form, at its width. */
  note?: ReactNode;
}

const Form = styled('form')({
  display: 'flex',
  flexDirection: 'column',
  gap: 16,
  padding: 16,
  '& > footer': { borderTop: `1px solid ${color.line}`, margin: '0 -16px -16px', padding: '12px 16px' },
  // Its text includes the choice, which may be long.
  '& > footer > button': {
    height: 'auto',
    minHeight: 32,
    maxWidth: '100%',
    padding: '6px 12px',
    whiteSpace: 'normal',
    overflowWrap: 'anywhere',
    textAlign: 'start',
  },
});
const Narrow = styled('div')({ display: 'flex', flexDirection: 'column', gap: 16, maxWidth: 520, width: '100%' });

/** A few fields and a submit button. */
export function ToolForm({ label, children, button, onSubmit, note }: ToolFormProps) {
  return (
    <Narrow>
      <Panel aria-label={label}>
        <Form
          aria-label={label}
          onSubmit={(event) => {
            event.preventDefault();
            onSubmit();
          }}
        >
          {children}
          <footer>{button}</footer>
        </Form>
      </Panel>
      {note}
    </Narrow>
  );
}
