import { useMemo } from 'react';
import { CodeView } from '../../../ui/display/code-view.tsx';
import { CopyButton } from '../../../ui/action/copy-button.tsx';
import { FieldHelp } from '../../../ui/field/field-parts.ts';
import { styled } from '../../../ui/theme/styled.ts';
import { color } from '../../../ui/theme/tokens.ts';
import { prettyXml } from '../state/pretty-xml.ts';

interface TextBlockProps {
  title: string;
  text: string;
  /** Lays XML out. */
  pretty?: boolean;
}

/** More would keep the page busy; the copy has all of it. */
const SHOWN_LINES = 2000;
const SHOWN_CHARACTERS = 200_000;

const Root = styled('section')({
  display: 'flex',
  flexDirection: 'column',
  gap: 6,
  minWidth: 0,
  '& > header': { display: 'flex', alignItems: 'center', justifyContent: 'space-between', minHeight: 28 },
  '& h3': { fontSize: 13, lineHeight: '20px', fontWeight: 600 },
  '& > p': { color: color.text3 },
});

/** One text of an exchange: its name, a way to copy it, and the text. */
export function TextBlock({ title, text, pretty = false }: TextBlockProps) {
  const whole = useMemo(() => (pretty ? prettyXml(text) : text), [pretty, text]);
  const shown = useMemo(() => whole.slice(0, SHOWN_CHARACTERS).split('\n', SHOWN_LINES).join('\n'), [whole]);
  return (
    <Root>
      <header>
        <h3>{title}</h3>
        {whole === '' ? null : <CopyButton text={whole} label={`Copy ${title.toLowerCase()}`} />}
      </header>
      {whole === '' ? <FieldHelp>Empty.</FieldHelp> : <CodeView label={title} code={shown} maxHeight={360} wrap />}
      {shown.length < whole.length ? (
        <FieldHelp>
          {`${shown.length.toLocaleString('en-GB')} of ${whole.length.toLocaleString('en-GB')} characters are shown. A copy has them all.`}
        </FieldHelp>
      ) : null}
    </Root>
  );
}
