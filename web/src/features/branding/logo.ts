import { LOGO_LIMITS } from '@mission-control/contract/branding/limits';
import { queryOptions } from '@tanstack/react-query';
import type { ChosenLogo } from './state/fields.ts';

/** Pictures are scaled down for the preview, which is rewritten on every key press. */
const PREVIEW_PIXELS = 600;

/** Why a file cannot be a logo; null if it may be one [BRD-20]. */
export function logoFault({ type, size }: Pick<File, 'type' | 'size'>): string | null {
  if (!type.startsWith('image/')) return 'The logo must be an image.';
  if (size > LOGO_LIMITS.bytes) return `The logo may have at most ${LOGO_LIMITS.bytes / 1024 / 1024} MB.`;
  return null;
}

/** Reads a picture for the preview. @throws Error for files that are not pictures */
export async function readLogo(file: File): Promise<ChosenLogo> {
  const picture = new Image();
  picture.src = await dataAddress(file);
  try {
    await picture.decode();
  } catch (cause) {
    throw new Error('The logo must be an image.', { cause });
  }
  return { file, data: shrunk(picture) };
}

function dataAddress(file: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(typeof reader.result === 'string' ? reader.result : ''));
    reader.addEventListener('error', () => reject(new Error('The file could not be read.')));
    reader.readAsDataURL(file);
  });
}

/** The picture as PNG: only pixels are kept. */
function shrunk(picture: HTMLImageElement): string {
  const { naturalWidth, naturalHeight } = picture;
  const share = Math.min(1, PREVIEW_PIXELS / Math.max(naturalWidth, naturalHeight, 1));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(naturalWidth * share));
  canvas.height = Math.max(1, Math.round(naturalHeight * share));
  canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return canvas.toDataURL('image/png');
}

/**
 * A saved logo as a `data:` URL, so that previews need no network: frames without an origin have no cache. The address is derived
 * from the content, so it never changes.
 */
export const logoQuery = (address: string) =>
  queryOptions({
    queryKey: ['logo', address] as const,
    queryFn: async ({ signal }) => {
      const answer = await fetch(address, { signal });
      if (!answer.ok) throw new Error(`The logo answered with status ${answer.status}.`);
      return dataAddress(await answer.blob());
    },
    // Not for logos of other sites.
    enabled: /^\/(?!\/)/.test(address),
    staleTime: Infinity,
    retry: false,
  });
