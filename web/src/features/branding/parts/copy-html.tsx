import { mdiContentCopy } from '@mdi/js';
import { copied, copyFailed } from '@mission-control/contract/branding/rules';
import { ActionButton } from '../../../ui/action-button.tsx';
import { CodeView } from '../../../ui/code-view.tsx';
import { styled } from '../../../ui/styled.ts';
import { toast } from '../../../ui/toast.ts';
import { Quiet } from './layout.ts';

interface CopyHtmlProps {
  label: string;
  html: string;
  note?: string | undefined;
}

const Root = styled('div')({ display: 'flex', flexDirection: 'column', gap: 8, minWidth: 0 });
const Head = styled('div')({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: 8,
  '& h3': { fontSize: 13, lineHeight: '20px', fontWeight: 500 },
});

/** HTML to look at and to copy [EML-05, EML-06, EML-11, EML-12]. */
export function CopyHtml({ label, html, note }: CopyHtmlProps) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(html);
      toast.success(copied(label));
    } catch {
      toast.error(copyFailed(label));
    }
  };
  return (
    <Root>
      <Head>
        <h3>{label}</h3>
        <ActionButton size="small" icon={mdiContentCopy} aria-label={`Copy ${label}`} onClick={() => void copy()}>
          Copy
        </ActionButton>
      </Head>
      <CodeView label={label} code={html} maxHeight={96} wrap />
      {note ? <Quiet>{note}</Quiet> : null}
    </Root>
  );
}
