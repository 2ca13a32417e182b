import { getGuide } from '@mission-control/contract/help/calls';
import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { useEffect } from 'react';
import { queryOf } from '../../../lib/api/query.ts';
import { PageFrame } from '../../../ui/layout/page-frame.tsx';
import { Panel } from '../../../ui/layout/panel.tsx';
import { ReadError } from '../../../ui/layout/read-error.tsx';
import { LoadingPanel, Skeleton } from '../../../ui/layout/skeleton.tsx';
import { styled } from '../../../ui/theme/styled.ts';
import { color, narrow, radius } from '../../../ui/theme/tokens.ts';
import { GuideBlock } from '../parts/guide-block.tsx';

const Columns = styled('div')({
  display: 'grid',
  gridTemplateColumns: '220px minmax(0, 1fr)',
  gap: 24,
  alignItems: 'start',
  '@media (max-width:959px)': { gridTemplateColumns: 'minmax(0, 1fr)' },
});
const Contents = styled('nav')({
  position: 'sticky',
  top: 68,
  maxHeight: 'calc(100vh - 88px)',
  overflowY: 'auto',
  fontSize: 13,
  '& a, & > span': {
    display: 'block',
    padding: '6px 10px',
    borderRadius: radius.control,
    color: color.text2,
    textDecoration: 'none',
  },
  '& a:hover': { background: color.hover, color: color.text },
  '& a[aria-current]': { background: color.accentTint, color: color.accentText },
  '@media (max-width:959px)': { position: 'static', maxHeight: 'none', columns: 2 },
  [narrow]: { '& a, & > span': { padding: '10px' } },
});
const Part = styled('section')({
  padding: '16px 20px 20px',
  display: 'flex',
  flexDirection: 'column',
  gap: 10,
  color: color.text2,
  fontSize: 14,
  lineHeight: '22px',
  // Below the bar.
  scrollMarginTop: 64,
  '& + &': { borderTop: `1px solid ${color.line}` },
  '& h2': { fontSize: 16, lineHeight: '24px', fontWeight: 600, color: color.text },
  '& strong': { fontWeight: 600, color: color.text },
  '&:target h2, &[data-here] h2': { color: color.accentText },
});

/** The guide for operators, a part a heading; the address names the part. */
export function GuidePage() {
  const { data, error, isFetching, refetch } = useQuery(queryOf(getGuide, {}));
  const here = useLocation({ select: ({ hash }) => hash });
  useEffect(() => {
    if (data) document.getElementById(here)?.scrollIntoView();
  }, [data, here]);
  if (error) {
    return (
      <PageFrame title="Help">
        <ReadError
          framed
          title="The guide could not be read"
          error={error}
          retrying={isFetching}
          onRetry={() => void refetch()}
        />
      </PageFrame>
    );
  }
  if (!data) {
    return (
      <PageFrame title="Help">
        <Columns>
          <Contents as="div" aria-hidden>
            {Array.from({ length: 22 }, (_, place) => (
              <span key={place}>
                <Skeleton width={`${50 + (place % 4) * 12}%`} />
              </span>
            ))}
          </Contents>
          <LoadingPanel label="Loading the guide" rows={8} />
        </Columns>
      </PageFrame>
    );
  }
  return (
    <PageFrame title="Help">
      <Columns>
        <Contents aria-label="Contents">
          {data.sections.map(({ id, title }) => (
            <a key={id} href={`#${id}`} aria-current={id === here ? 'location' : undefined}>
              {title}
            </a>
          ))}
        </Contents>
        <Panel aria-label={data.title}>
          {data.sections.map(({ id, title, blocks }) => (
            <Part key={id} id={id} data-here={id === here || undefined}>
              <h2>{title}</h2>
              {blocks.map((block, at) => (
                // The guide never changes while it is shown.
                <GuideBlock key={at} block={block} />
              ))}
            </Part>
          ))}
        </Panel>
      </Columns>
    </PageFrame>
  );
}
