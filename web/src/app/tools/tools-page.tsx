import { PageFrame } from '../../ui/layout/page-frame.tsx';
import { styled } from '../../ui/theme/styled.ts';
import { narrow } from '../../ui/theme/tokens.ts';
import { ToolCard } from './tool-card.tsx';
import { TOOLS } from './tools.ts';

const Cards = styled('ul')({
  listStyle: 'none',
  margin: 0,
  padding: 0,
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(320px, 100%), 1fr))',
  gap: 16,
  [narrow]: { gap: 12 },
});

/** The way to every tool. */
export function ToolsPage() {
  return (
    <PageFrame title="Tools">
      <Cards>
        {TOOLS.map((tool) => (
          <li key={tool.href}>
            <ToolCard tool={tool} />
          </li>
        ))}
      </Cards>
    </PageFrame>
  );
}
