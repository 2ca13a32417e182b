import { getGuide, getGuidePicture } from '@mission-control/contract/help/calls';
import type { GuideBlock as Block, GuideInline, GuidePlainBlock } from '@mission-control/contract/help/schema';
import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { useEffect } from 'react';
import { queryOf } from '../../../lib/api/query.ts';
import { QueryPage } from '../../../lib/query/query-page.tsx';
import { Link } from '../../../ui/action/link.tsx';
import { Panel } from '../../../ui/layout/panel.tsx';
import { LoadingPanel, Skeleton } from '../../../ui/layout/skeleton.tsx';
import { styled } from '../../../ui/theme/styled.ts';
import { color, monoText, narrow, radius } from '../../../ui/theme/tokens.ts';

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
  // The root already keeps the header bar clear.
  scrollMarginTop: 8,
  '& + &': { borderTop: `1px solid ${color.line}` },
  '& h2': { fontSize: 16, lineHeight: '24px', fontWeight: 600, color: color.text },
  '& strong': { fontWeight: 600, color: color.text },
  '&:target h2, &[data-here] h2': { color: color.accentText },
});

/** The guide for operators; the hash of the address names its section. */
export function GuidePage() {
  const query = useQuery(queryOf(getGuide, {}));
  const { data } = query;
  const here = useLocation({ select: ({ hash }) => hash });
  useEffect(() => {
    if (data) document.getElementById(here)?.scrollIntoView();
  }, [data, here]);
  return (
    <QueryPage
      title="Help"
      query={query}
      errorTitle="The guide could not be loaded"
      loading={
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
      }
      empty={null}
    >
      {({ title: guide, sections }) => (
        <Columns>
          <Contents aria-label="Contents">
            {sections.map(({ id, title }) => (
              <a key={id} href={`#${id}`} aria-current={id === here ? 'location' : undefined}>
                {title}
              </a>
            ))}
          </Contents>
          <Panel aria-label={guide}>
            {sections.map(({ id, title, blocks }) => (
              <Part key={id} id={id} data-here={id === here || undefined}>
                <h2>{title}</h2>
                {blocks.map((block, at) => (
                  <GuideBlock key={at} block={block} />
                ))}
              </Part>
            ))}
          </Panel>
        </Columns>
      )}
    </QueryPage>
  );
}

const Steps = styled('ol')({
  listStyle: 'decimal',
  paddingLeft: 22,
  display: 'flex',
  flexDirection: 'column',
  gap: 8,
  '& > li::marker': { color: color.text3, fontVariantNumeric: 'tabular-nums' },
});
const Picture = styled('img')({
  display: 'block',
  width: '100%',
  maxWidth: 860,
  aspectRatio: '1440 / 900',
  objectFit: 'cover',
  objectPosition: 'top',
  margin: '6px 0',
  border: `1px solid ${color.line}`,
  borderRadius: radius.card,
});
const Code = styled('code')({
  ...monoText,
  padding: '1px 5px',
  border: `1px solid ${color.line}`,
  borderRadius: radius.small,
  background: color.inset,
});

/** A block of the guide, rendered as elements: no text is interpreted as HTML. */
function GuideBlock({ block }: { block: Block }) {
  if (block.kind !== 'steps') return <PlainBlock block={block} />;
  return (
    <Steps>
      {block.steps.map((step, at) => (
        // Steps never move.
        <li key={at}>
          {step.map((part, place) => (
            <PlainBlock key={place} block={part} />
          ))}
        </li>
      ))}
    </Steps>
  );
}

function PlainBlock({ block }: { block: GuidePlainBlock }) {
  if (block.kind === 'picture') return <GuidePicture name={block.name} alt={block.alt} />;
  return (
    <p>
      {block.line.map((inline, at) => (
        <Inline key={at} inline={inline} />
      ))}
    </p>
  );
}

function Inline({ inline }: { inline: GuideInline }) {
  switch (inline.kind) {
    case 'strong':
      return <strong>{inline.text}</strong>;
    case 'code':
      return <Code>{inline.text}</Code>;
    case 'link':
      return <Link href={inline.href}>{inline.text}</Link>;
    case 'text':
      return inline.text;
  }
}

function GuidePicture({ name, alt }: { name: string; alt: string }) {
  const { data, error } = useQuery(queryOf(getGuidePicture, { params: { name } }));
  if (error) return <p>The picture could not be loaded: {alt}</p>;
  if (!data) return <Skeleton width="100%" height={420} aria-label={alt} role="img" />;
  return <Picture src={data.data} alt={alt} />;
}
