import { z } from 'zod';
import { SERVICES } from './catalogue.ts';
import { CONFIG_KINDS } from './config/kinds.ts';

/** A service of the catalogue. */
export const serviceSlug = z.enum(SERVICES.map(({ slug }) => slug));
/** A kind of config. In a path, any other slug does not match: 404 (C-003). */
export const configSlug = z.enum(CONFIG_KINDS.map(({ slug }) => slug));
