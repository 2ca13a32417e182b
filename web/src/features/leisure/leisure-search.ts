/**
 * The address of the leisure sandbox: with ?basket_id= the person is to find that basket at the hub [LEI-04]. A number stays one, for
 * the address to stay as it is.
 */
export function leisureSearch(search: Record<string, unknown>): { basket_id?: string | number } {
  const { basket_id: basket } = search;
  return typeof basket === 'string' || typeof basket === 'number' ? { basket_id: basket } : {};
}
