import type { ReactNode } from 'react';
import { PageFrame, type PageFrameProps } from '../../ui/layout/page-frame.tsx';
import { ReadError } from '../../ui/layout/read-error.tsx';
import type { ApiError } from '../api/api-error.ts';

/** What a view needs of a query; every result of `useQuery` has it. */
export interface QueryState<Data> {
  data: Data | undefined;
  error: ApiError | null;
  isFetching: boolean;
  refetch: () => unknown;
}

interface QueryViewProps<Data> {
  query: QueryState<Data>;
  /** What could not be loaded, as a sentence. */
  errorTitle: string;
  /** Skeleton in the final size. */
  loading: ReactNode;
  /** What to show when the response holds nothing; null if it always holds something. */
  empty: { when: (data: Data) => boolean; show: ReactNode } | null;
  /** Replaces the error when the subject does not exist. */
  notFound?: ReactNode;
  /** Draws the error on its own surface, where no panel surrounds it. */
  framed?: boolean;
  children: (data: Data) => ReactNode;
}

/** Data of a query, or its skeleton, error or empty state. Data stays visible when a later read fails. */
export function QueryView<Data>({ query, errorTitle, loading, empty, children, ...rest }: QueryViewProps<Data>) {
  const { data, error, isFetching, refetch } = query;
  if (data !== undefined) return empty?.when(data) ? empty.show : children(data);
  if (error === null) return loading;
  if (rest.notFound !== undefined && error.code === 'not_found') return rest.notFound;
  const retry = () => void refetch();
  return (
    <ReadError framed={rest.framed ?? false} title={errorTitle} error={error} retrying={isFetching} onRetry={retry} />
  );
}

type QueryPageProps<Data> = Omit<PageFrameProps, 'children'> & Omit<QueryViewProps<Data>, 'framed'>;

/** A page that shows one query. */
export function QueryPage<Data>({
  query,
  errorTitle,
  loading,
  empty,
  notFound,
  children,
  ...frame
}: QueryPageProps<Data>) {
  return (
    <PageFrame {...frame}>
      <QueryView framed {...{ query, errorTitle, loading, empty, notFound, children }} />
    </PageFrame>
  );
}

type AllData<Queries> = { [Name in keyof Queries]: Queries[Name] extends QueryState<infer Data> ? Data : never };

/** Several queries as one: it has data once all have, fails with the first error, and retries those that failed. */
export function allQueries<Queries extends Record<string, QueryState<unknown>>>(
  queries: Queries,
): QueryState<AllData<Queries>> {
  const entries = Object.entries(queries);
  const failed = entries.flatMap(([, query]) => (query.error !== null && query.data === undefined ? [query] : []));
  const isLoaded = entries.every(([, { data }]) => data !== undefined);
  return {
    data: isLoaded
      ? (Object.fromEntries(entries.map(([name, { data }]) => [name, data])) as AllData<Queries>)
      : undefined,
    error: failed[0]?.error ?? null,
    isFetching: failed.some(({ isFetching }) => isFetching),
    refetch: () => failed.forEach(({ refetch }) => void refetch()),
  };
}
