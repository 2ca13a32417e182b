/** Pages whose filters can be saved as a view, with their paths. */
export const VIEW_PAGES = {
  tenants: '/tenant',
  monitors: '/monitor',
  drift: '/drift',
  databases: '/database',
  audit: '/audit',
} as const;
export type ViewPage = keyof typeof VIEW_PAGES;

/** The address of a view. */
export const viewAddress = ({ page, search }: { page: ViewPage; search: string }): string =>
  `${VIEW_PAGES[page]}${search === '' ? '' : `?${search}`}`;
