import { LOGO_LIMITS } from '@mission-control/contract/branding/limits';
import sharp from 'sharp';
import { AppError } from '../../platform/errors.ts';

/** Pixels that a logo may decode to: a small file can hold a picture that fills the memory. */
const MOST_PIXELS = 25_000_000;
/** Longest side of a stored logo; it is shown much smaller. */
const STORED_SIDE = 600;
const SECONDS = 10;

// Only decoders of plain pictures: SVG, PDF and the like can name other files, or take for ever.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['VipsForeignLoadPng', 'VipsForeignLoadJpeg', 'VipsForeignLoadWebp', 'VipsForeignLoadNsgif'],
});
sharp.cache(false);
sharp.concurrency(1);

/**
 * A picture that somebody uploaded, decoded and written anew as PNG: nothing of the file but its pixels is kept.
 * @throws AppError('too_large'), AppError('unsupported_type') for anything that is no picture
 */
export async function reencodeLogo(file: Blob): Promise<Buffer> {
  if (file.size > LOGO_LIMITS.bytes) {
    throw new AppError(
      'too_large',
      `The logo has ${megabytes(file.size)} MB; at most ${megabytes(LOGO_LIMITS.bytes)} MB.`,
    );
  }
  const input = Buffer.from(await file.arrayBuffer());
  const { width, height } = await readable(() => sharp(input, { limitInputPixels: false }).metadata());
  const side = Math.max(width, height);
  if (side > LOGO_LIMITS.pixels || width * height > MOST_PIXELS) {
    throw new AppError('too_large', `The logo has ${width} x ${height} pixels; that is too many. Make it smaller.`);
  }
  return readable(() =>
    sharp(input, { limitInputPixels: MOST_PIXELS, failOn: 'error' })
      .autoOrient()
      .resize({ width: STORED_SIDE, height: STORED_SIDE, fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .png({ compressionLevel: 9 })
      .timeout({ seconds: SECONDS })
      .toBuffer(),
  );
}

async function readable<T>(decode: () => Promise<T>): Promise<T> {
  try {
    return await decode();
  } catch (error) {
    throw new AppError(
      'unsupported_type',
      'The logo must be an image: PNG, JPEG, WebP or GIF. This file is none, or it is damaged.',
      {
        cause: error,
      },
    );
  }
}

const megabytes = (bytes: number): string => (bytes / 1024 / 1024).toFixed(1).replace(/\.0$/, '');
