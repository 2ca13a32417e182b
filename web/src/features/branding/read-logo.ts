import { LOGO_LIMITS } from '@mission-control/contract/branding/limits';
import type { ChosenLogo } from './state/edits.ts';

/** Larger pictures are shrunk for the preview, which is written anew with every key. */
const PREVIEW_PIXELS = 600;

/** Why a file cannot be a logo; null: it may be one [BRD-20]. */
export function logoFault({ type, size }: Pick<File, 'type' | 'size'>): string | null {
  if (!type.startsWith('image/')) return 'The logo must be an image.';
  if (size > LOGO_LIMITS.bytes) return `The logo may have ${LOGO_LIMITS.bytes / 1024 / 1024} MB at most.`;
  return null;
}

/** Reads a picture for the preview. @throws Error for a file that no picture can be read from */
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

/** A file as a `data:` address. */
export function dataAddress(file: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(typeof reader.result === 'string' ? reader.result : ''));
    reader.addEventListener('error', () => reject(new Error('The file could not be read.')));
    reader.readAsDataURL(file);
  });
}

/** The picture as PNG, whatever it was: only its pixels go on. */
function shrunk(picture: HTMLImageElement): string {
  const { naturalWidth, naturalHeight } = picture;
  const share = Math.min(1, PREVIEW_PIXELS / Math.max(naturalWidth, naturalHeight, 1));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(naturalWidth * share));
  canvas.height = Math.max(1, Math.round(naturalHeight * share));
  canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return canvas.toDataURL('image/png');
}
