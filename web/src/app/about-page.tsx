import { styled } from '../ui/theme/styled.ts';
import { PageFrame } from '../ui/layout/page-frame.tsx';
import { Panel } from '../ui/layout/panel.tsx';
import { color } from '../ui/theme/tokens.ts';

const Facts = styled('dl')({
  display: 'grid',
  gridTemplateColumns: 'max-content 1fr',
  gap: '8px 24px',
  margin: 0,
  padding: 16,
  fontSize: 13,
  '& dt': { color: color.text3 },
  '& dd': { margin: 0 },
});

/** About this console. The browser does not know the version yet, so '?' is shown. */
export function AboutPage() {
  return (
    <PageFrame title="About">
      <Panel aria-label="About Mission Control">
        <Facts>
          <dt>Product</dt>
          <dd>Mission Control</dd>
          <dt>Version</dt>
          <dd>?</dd>
        </Facts>
      </Panel>
    </PageFrame>
  );
}
