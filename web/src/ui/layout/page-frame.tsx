import { numberText } from '@mission-control/contract/numbers';
import { mdiChevronRight } from '@mdi/js';
import type { ReactNode } from 'react';
import { Icon } from '../display/icon.tsx';
import { Link } from '../action/link.tsx';
import { Count } from '../display/mono.tsx';
import { styled } from '../theme/styled.ts';
import { color, narrow } from '../theme/tokens.ts';

interface Crumb {
  label: string;
  href?: string;
}

export interface PageFrameProps {
  title: ReactNode;
  /** Breadcrumbs; the last one is this page and needs no address. */
  crumbs?: readonly Crumb[];
  /** Flag or letter block before the title. */
  mark?: ReactNode;
  /** A number beside the title. */
  count?: number | undefined;
  chips?: ReactNode;
  actions?: ReactNode;
  /** Who, when, relations: one entry each, a hairline between them. Empty entries are left out. */
  meta?: readonly ReactNode[];
  tabs?: ReactNode;
  /** Space between the blocks of the page, in px. */
  gap?: 12 | 16;
  /** Below 700 px the actions stay beside the title. */
  inlineActions?: boolean;
  /** Draws the name and mark quieter, for a disabled subject. */
  quiet?: boolean;
  children: ReactNode;
}

const Page = styled('div', ['gap'])<{ gap: number }>(({ gap }) => ({
  flex: 1,
  padding: '20px 24px 24px',
  display: 'flex',
  flexDirection: 'column',
  gap,
  minWidth: 0,
  // A card fills its row of a grid, not the page.
  '& > section': { height: 'auto' },
  [narrow]: { padding: '16px 12px 72px', gap: 12 },
}));
const Crumbs = styled('nav')({
  '& ol': { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 4 },
  '& li': { display: 'flex', alignItems: 'center', gap: 4, minWidth: 0, overflowWrap: 'anywhere' },
  fontSize: 12,
  lineHeight: '16px',
  color: color.text3,
  marginBottom: 4,
  '& a': { color: color.text2 },
});
const Head = styled('div', ['inline'])<{ inline: boolean }>(({ inline }) => ({
  display: 'grid',
  gridTemplateColumns: 'minmax(0,1fr) auto',
  gap: '4px 16px',
  alignItems: 'center',
  '& > [data-meta]': { gridColumn: '1 / -1' },
  [narrow]: inline
    ? { gap: '4px 8px' }
    : { gridTemplateColumns: 'minmax(0,1fr)', gap: 8, '& > [data-actions]': { order: 3, marginTop: 4 } },
}));
const Title = styled('div')({
  display: 'flex',
  alignItems: 'center',
  gap: '0 10px',
  minHeight: 32,
  flexWrap: 'wrap',
  [narrow]: { rowGap: 6 },
  '& h1': { fontSize: 20, lineHeight: '28px', fontWeight: 620, letterSpacing: '-.018em', overflowWrap: 'anywhere' },
  // A long name stays beside its flag or letter block.
  '& > :first-of-type:not(h1) + h1': { maxWidth: 'calc(100% - 36px)' },
  '&[data-quiet] h1': { color: color.text3 },
  '&[data-quiet] > :first-of-type:not(h1)': { filter: 'grayscale(1)', opacity: 0.6 },
});
const Actions = styled('div')({
  display: 'flex',
  alignItems: 'center',
  gap: 8,
  flexWrap: 'wrap',
  '& > label': { marginRight: 8 },
});
const Meta = styled('div')({
  display: 'flex',
  alignItems: 'center',
  gap: '8px 33px',
  flexWrap: 'wrap',
  color: color.text2,
  fontSize: 13,
  // Clips the hairline of an entry that begins a line. Leaves room for the focus ring of links.
  overflowX: 'clip',
  margin: '0 -4px',
  padding: '0 4px',
  '& > div': { position: 'relative', minWidth: 0, maxWidth: '100%', overflowWrap: 'anywhere' },
  '& > div::before': {
    content: '""',
    position: 'absolute',
    left: -17,
    top: 'calc(50% - 7px)',
    width: 1,
    height: 14,
    background: color.lineStrong,
  },
  // An entry may render nothing.
  '& > div:empty': { display: 'none' },
  [narrow]: { gap: '6px 12px', '& > div::before': { display: 'none' } },
});

/** The frame of every page: breadcrumbs, title, actions, metadata, tabs, content. */
export function PageFrame(props: PageFrameProps) {
  const { title, crumbs = [], mark, count, chips, actions, meta = [], tabs, gap = 16, children } = props;
  const facts = meta.filter((fact) => fact !== null && fact !== undefined && fact !== false && fact !== '');
  return (
    <Page gap={gap}>
      <div>
        {crumbs.length > 0 ? <CrumbTrail crumbs={crumbs} /> : null}
        <Head inline={props.inlineActions ?? false}>
          <Title data-quiet={props.quiet || undefined}>
            {mark}
            <h1>{title}</h1>
            {count === undefined ? null : <Count>{numberText(count)}</Count>}
            {chips}
          </Title>
          {actions ? <Actions data-actions>{actions}</Actions> : null}
          {facts.length > 0 ? <Facts facts={facts} /> : null}
        </Head>
      </div>
      {tabs}
      {children}
    </Page>
  );
}

function Facts({ facts }: { facts: readonly ReactNode[] }) {
  return (
    <Meta data-meta>
      {facts.map((fact, index) => (
        // A page's entries keep their order: the index is the identity.
        <div key={index}>{fact}</div>
      ))}
    </Meta>
  );
}

function CrumbTrail({ crumbs }: { crumbs: readonly Crumb[] }) {
  return (
    <Crumbs aria-label="Breadcrumb">
      <ol>
        {crumbs.map(({ label, href }, index) => (
          <li key={href ?? label}>
            {index > 0 ? <Icon path={mdiChevronRight} size={12} /> : null}
            {href ? <Link href={href}>{label}</Link> : <span aria-current="page">{label}</span>}
          </li>
        ))}
      </ol>
    </Crumbs>
  );
}
