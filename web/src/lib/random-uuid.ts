/** Stands in for `crypto.randomUUID`. */
export function randomUuid(): ReturnType<Crypto['randomUUID']> {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-8$4-$5') as ReturnType<Crypto['randomUUID']>;
}

const given: { randomUUID?: Crypto['randomUUID'] } = crypto;
// Browsers leave it out of pages without TLS.
given.randomUUID ??= randomUuid;
