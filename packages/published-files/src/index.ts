export { asRead, parseFile, renderFile } from './files.ts';
export { FileFault, type ParsedFile } from './findings.ts';
export type { PlainSetting, Setting } from './settings.ts';
