/** The address of the leisure sandbox: with ?basket_id= the person is to find that basket at the hub [LEI-04]. */
export function leisureSearch(search: Record<string, unknown>): { basket_id?: string } {
  const { basket_id: basket } = search;
  return typeof basket === 'string' || typeof basket === 'number' ? { basket_id: String(basket) } : {};
}
