import type { ReactNode } from 'react';
import { QueryView, type QueryState } from '../../../lib/query/query-page.tsx';
import { Skeleton } from '../../../ui/layout/skeleton.tsx';
import { styled } from '../../../ui/theme/styled.ts';
import { color, monoText, radius } from '../../../ui/theme/tokens.ts';

/** A heading with an action, and its content. */
export const Part = styled('section')({
  display: 'flex',
  flexDirection: 'column',
  gap: 8,
  fontSize: 13,
  color: color.text2,
  '& > header': { display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: 8, minHeight: 28 },
  '& h2, & h3': { fontSize: 13, lineHeight: '20px', fontWeight: 600, color: color.text },
});
const List = styled('ul')({
  listStyle: 'none',
  border: `1px solid ${color.line}`,
  borderRadius: radius.card,
  '& > li': { display: 'flex', alignItems: 'center', gap: 12, padding: '8px 12px', minHeight: 52 },
  '& > li:not(:last-child)': { borderBottom: `1px solid ${color.lineSoft}` },
  '& > li > svg': { flex: 'none', color: color.text2 },
});
/** The texts of an entry. */
export const Words = styled('div')({
  flex: 1,
  minWidth: 0,
  overflowWrap: 'anywhere',
  '& strong': { fontWeight: 500, color: color.text, marginRight: 6 },
  '& small': { display: 'block', fontSize: 12, lineHeight: '18px', color: color.text3 },
  '& code': { ...monoText, fontSize: 12 },
});

export interface AccountListProps<Data, Item> {
  query: QueryState<Data>;
  items: (data: Data) => readonly Item[];
  title: string;
  /** `sessions` */
  noun: string;
  /** Level of the heading in the page. */
  level: 2 | 3;
  /** Beside the heading. */
  action?: ReactNode;
  /** Shown when there are none. */
  empty: string;
  /** Draws an `li`. */
  children: (item: Item) => ReactNode;
}

/** What belongs to an account, such as its sessions, below a heading with their number. */
export function AccountList<Data, Item>(props: AccountListProps<Data, Item>) {
  const { query, items, title, noun, level, action, empty, children } = props;
  const Heading = level === 2 ? 'h2' : 'h3';
  const count = query.data === undefined ? '' : ` (${items(query.data).length})`;
  return (
    <Part aria-label={title}>
      <header>
        <Heading>
          {title}
          {count}
        </Heading>
        {action}
      </header>
      <QueryView
        query={query}
        errorTitle={`The ${noun} could not be loaded`}
        loading={<Skeleton height={52} role="status" aria-label={`Loading the ${noun}`} />}
        empty={{ when: (data) => items(data).length === 0, show: <p>{empty}</p> }}
      >
        {(data) => <List>{items(data).map(children)}</List>}
      </QueryView>
    </Part>
  );
}
