const DEFAULT_ADDRESS = '/auth/login';

/**
 * Where a person without a sign-in is sent (C-046). A 403 may carry the address in its details; the console then comes back
 * to `returnTo`.
 * @param refused name of the call that was refused: with a good session the address must not lead straight back (C-132)
 */
export function signInAddress(details: unknown, returnTo: string, refused: string): string {
  const told = typeof details === 'object' && details !== null && 'address' in details ? details.address : undefined;
  const address = typeof told === 'string' && /^(\/|https?:\/\/)/.test(told) ? told : DEFAULT_ADDRESS;
  return `${address}${address.includes('?') ? '&' : '?'}return_to=${encodeURIComponent(returnTo)}&refused=${encodeURIComponent(refused)}`;
}
