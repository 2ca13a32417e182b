import { useState } from 'react';
import { styled } from '../../../ui/theme/styled.ts';
import { radius, color } from '../../../ui/theme/tokens.ts';

interface PreviewFrameProps {
  /** For screen readers. */
  title: string;
  /** A complete document. */
  html: string;
  /** In px. */
  height: number;
}

const Root = styled('div')({
  position: 'relative',
  border: `1px solid ${color.line}`,
  borderRadius: radius.control,
  overflow: 'hidden',
  background: color.inset,
  '& iframe': { position: 'absolute', inset: 0, width: '100%', height: '100%', border: 0, display: 'block' },
  '& iframe[data-next]': { visibility: 'hidden' },
});

/**
 * An untrusted document in a sandboxed frame: no scripts, an opaque origin, and a policy that loads pictures only. The next state
 * loads in a hidden frame that then replaces the shown one, so typing does not flicker. Each state has its own frame, because a new
 * document in the same frame would add an entry to the browser history.
 */
export function PreviewFrame({ title, html, height }: PreviewFrameProps) {
  const [shown, setShown] = useState(html);
  return (
    <Root style={{ height }}>
      {[...new Set([shown, html])].map((document) => (
        <iframe
          key={document}
          title={title}
          sandbox=""
          referrerPolicy="no-referrer"
          srcDoc={withPolicy(document)}
          {...(document === shown ? { 'data-shown': '' } : { 'data-next': '', 'aria-hidden': true, tabIndex: -1 })}
          onLoad={() => setShown(document)}
        />
      ))}
    </Root>
  );
}

const POLICY = `default-src 'none'; style-src 'unsafe-inline'; img-src data: ${window.location.origin}`;

/** Puts the policy before the document's content; links open nothing. */
function withPolicy(html: string): string {
  const head = `<meta http-equiv="Content-Security-Policy" content="${POLICY}"><base target="_blank">`;
  return html.replace('<head>', `<head>${head}`);
}
