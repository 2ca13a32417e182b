import { timestamp } from 'drizzle-orm/pg-core';

/** A point in time. @param name of the column; the property's by default */
export const time = (name = '') => timestamp(name, { withTimezone: true });
