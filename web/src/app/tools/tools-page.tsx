import { PageFrame } from '../../ui/layout/page-frame.tsx';
import { styled } from '../../ui/theme/styled.ts';
import { color, narrow } from '../../ui/theme/tokens.ts';
import { ToolCard } from './tool-card.tsx';
import { useConsole } from '../../lib/role-refusal.ts';
import { consolePagesFor, TOOLS, type Tool } from './tools.ts';

const Cards = styled('ul')({
  listStyle: 'none',
  margin: 0,
  padding: 0,
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(320px, 100%), 1fr))',
  gap: 16,
  [narrow]: { gap: 12 },
});

const Group = styled('section')({
  display: 'flex',
  flexDirection: 'column',
  gap: 8,
  '& > h2': { fontSize: 13, lineHeight: '20px', fontWeight: 600, color: color.text2 },
});

/** Links to every tool, and to the console's own pages. */
export function ToolsPage() {
  const pages = consolePagesFor(useConsole()?.role);
  return (
    <PageFrame title="Tools">
      <CardList tools={TOOLS} level={2} />
      {pages.length === 0 ? null : (
        <Group aria-labelledby="console-pages">
          <h2 id="console-pages">The console</h2>
          <CardList tools={pages} level={3} />
        </Group>
      )}
    </PageFrame>
  );
}

function CardList({ tools, level }: { tools: readonly Tool[]; level: 2 | 3 }) {
  return (
    <Cards>
      {tools.map((tool) => (
        <li key={tool.href}>
          <ToolCard tool={tool} level={level} />
        </li>
      ))}
    </Cards>
  );
}
