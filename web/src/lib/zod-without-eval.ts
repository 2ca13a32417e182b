// zod writes parsers with `new Function`, which the page's policy forbids; even to try is reported. Its settings are found here, whether it
// was loaded before or comes after.
const place = globalThis as { __zod_globalConfig?: object };
place.__zod_globalConfig = Object.assign(place.__zod_globalConfig ?? {}, { jitless: true });
