import type { Call, CallRequest } from '@mission-control/contract/call';
import { infiniteQueryOptions, type UseInfiniteQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import { ActionButton } from '../../ui/action/action-button.tsx';
import { api } from '../api/api.ts';
import { topicsOf } from '../api/query.ts';

/** Query options of a call that responds in pages. @param requestFrom the request of the page at a cursor; null: the first page */
export function pagedQueryOf<C extends Call, Cursor extends string | number>(
  call: C,
  requestFrom: (cursor: Cursor | null) => CallRequest<C>,
) {
  const first = requestFrom(null);
  return infiniteQueryOptions({
    queryKey: [call.name, 'pages', first] as const,
    queryFn: ({ pageParam, signal }) => api.send(call, requestFrom(pageParam as Cursor | null), { signal }),
    initialPageParam: null as Cursor | null,
    getNextPageParam: (page) => (page as { next: Cursor | null }).next,
    meta: { topics: topicsOf(call, first), throttleMs: call.throttleMs },
  });
}

interface MorePagesProps {
  query: UseInfiniteQueryResult<{ pages: readonly unknown[] }>;
  label: string;
}

/** A button that loads the next page, if there is one. Once pressed it stays, and with it the focus. */
export function MorePages({ query, label }: MorePagesProps) {
  const [isPressed, setPressed] = useState(false);
  if (!query.hasNextPage && !isPressed) return null;
  return (
    <div>
      <ActionButton
        pending={query.isFetchingNextPage}
        disabledReason={query.hasNextPage ? null : 'Everything is loaded'}
        onClick={() => {
          setPressed(true);
          void query.fetchNextPage();
        }}
      >
        {label}
      </ActionButton>
      {query.isFetchNextPageError ? <p role="alert">{query.error.message}</p> : null}
    </div>
  );
}
