// zod compiles parsers with `new Function`, which the page's policy forbids and reports. This global setting works whether zod loads before or
// after.
const place = globalThis as { __zod_globalConfig?: object };
place.__zod_globalConfig = Object.assign(place.__zod_globalConfig ?? {}, { jitless: true });
