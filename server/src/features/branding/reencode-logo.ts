import { LOGO_LIMITS } from '@mission-control/contract/branding/limits';
import sharp from 'sharp';
import { AppError } from '../../platform/errors.ts';

/** Guards against decompression bombs. */
const MAX_PIXELS = 25_000_000;
/** Longest side of a stored logo, in pixels. */
const STORED_SIDE = 600;
const TIMEOUT_SECONDS = 10;

// Raster formats only: SVG, PDF and the like can reference other files or take unbounded time.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['VipsForeignLoadPng', 'VipsForeignLoadJpeg', 'VipsForeignLoadWebp', 'VipsForeignLoadNsgif'],
});
sharp.cache(false);
sharp.concurrency(1);

/**
 * Decodes an uploaded picture and re-encodes it as PNG, keeping nothing but its pixels.
 * @throws AppError('too_large'), AppError('unsupported_type') if the file is not a picture
 */
export async function reencodeLogo(file: Blob): Promise<Buffer> {
  if (file.size > LOGO_LIMITS.bytes) {
    throw new AppError(
      'too_large',
      `The logo is ${megabytes(file.size)} MB; the limit is ${megabytes(LOGO_LIMITS.bytes)} MB.`,
    );
  }
  const input = Buffer.from(await file.arrayBuffer());
  const { width, height } = await readable(() => sharp(input, { limitInputPixels: false }).metadata());
  const side = Math.max(width, height);
  if (side > LOGO_LIMITS.pixels || width * height > MAX_PIXELS) {
    throw new AppError('too_large', `The logo is ${width} x ${height} pixels, which is too large. Make it smaller.`);
  }
  return readable(() =>
    sharp(input, { limitInputPixels: MAX_PIXELS, failOn: 'error' })
      .autoOrient()
      .resize({ width: STORED_SIDE, height: STORED_SIDE, fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .png({ compressionLevel: 9 })
      .timeout({ seconds: TIMEOUT_SECONDS })
      .toBuffer(),
  );
}

async function readable<T>(decode: () => Promise<T>): Promise<T> {
  try {
    return await decode();
  } catch (cause) {
    throw new AppError(
      'unsupported_type',
      'The logo must be an image: PNG, JPEG, WebP or GIF. This file is something else, or it is damaged.',
      { cause },
    );
  }
}

const megabytes = (bytes: number): string => (bytes / 1024 / 1024).toFixed(1).replace(/\.0$/, '');
