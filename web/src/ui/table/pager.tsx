import { mdiChevronLeft, mdiChevronRight } from '@mdi/js';
import { styled } from '../theme/styled.ts';
import { IconButton } from '../action/icon-button.tsx';
import { pageNumbers } from './table-rows.ts';
import { color, narrow, radius } from '../theme/tokens.ts';

interface PagerProps {
  /** Name of the paged content, for screen readers. */
  label: string;
  page: number;
  pages: number;
  onPage: (page: number) => void;
}

const Root = styled('nav')({
  display: 'flex',
  alignItems: 'center',
  gap: 2,
  marginLeft: 'auto',
  '& > span, & > [data-page]': {
    minWidth: 28,
    height: 28,
    padding: '0 4px',
    border: 0,
    background: 'none',
    borderRadius: radius.control,
    color: color.text2,
    fontSize: 12,
    lineHeight: '28px',
    fontWeight: 500,
    textAlign: 'center',
    fontVariantNumeric: 'tabular-nums',
  },
  '& > [data-page]': { cursor: 'pointer', '&:hover': { background: color.press, color: color.text } },
  '& > [aria-current]': { background: color.accentTint, color: color.accentText, fontWeight: 600 },
  [narrow]: {
    '& > span, & > [data-page]:not([aria-current])': { display: 'none' },
    '& > [aria-current]': { minWidth: 36, height: 36, lineHeight: '36px' },
  },
});

/** Pages of a table: previous, numbers with gaps, next. */
export function Pager({ label, page, pages, onPage }: PagerProps) {
  return (
    <Root aria-label={`Pagination of ${label}`}>
      <IconButton
        icon={mdiChevronLeft}
        label="Previous page"
        disabledReason={page <= 1 ? 'this is the first' : null}
        onClick={() => onPage(page - 1)}
      />
      {pageNumbers(page, pages).map((number, index) =>
        number === null ? (
          // A gap has no identity but its index: at most one on each side of the current page.
          <span key={`gap-${index}`}>…</span>
        ) : (
          <button
            key={number}
            type="button"
            data-page
            aria-label={`Page ${number}`}
            aria-current={number === page ? 'page' : undefined}
            onClick={() => onPage(number)}
          >
            {number}
          </button>
        ),
      )}
      <IconButton
        icon={mdiChevronRight}
        label="Next page"
        disabledReason={page >= pages ? 'this is the last' : null}
        onClick={() => onPage(page + 1)}
      />
    </Root>
  );
}
