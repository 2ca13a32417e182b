import { CodeBlocks } from './code-blocks.ts';
import { PhpScanner } from './php-scanner.ts';
import { FileFault, Findings, type ParsedFile } from './findings.ts';
import type { Setting } from './settings.ts';
import { PHP_HEADER } from './render.ts';

type Value = Setting['data'];

/**
 * Parses define(), const, assignments and code blocks; any other statement or comment is other text, including everything within
 * it. Executes nothing. @throws FileFault when it is not a PHP file
 */
export function parsePhp(text: string, known: Iterable<Setting>): ParsedFile {
  const opening = text.indexOf('<?php');
  if (opening === -1) throw new FileFault('The file is not a PHP file.');
  const findings = new Findings(text);
  if (text.slice(0, opening).replace(/^\uFEFF/, '') !== '') findings.otherText(0, opening);
  const scan = new PhpScanner(text, opening + (text.startsWith(PHP_HEADER, opening) ? PHP_HEADER : '<?php').length);
  const blocks = new CodeBlocks(text, known);
  while (scan.skipSpace()) {
    const start = scan.at;
    const block = blocks.at(start);
    if (block) scan.at = block.end;
    const setting = block?.setting ?? constant(scan) ?? variable(scan);
    if (setting) findings.setting(setting, start, scan.at);
    else {
      scan.at = start;
      scan.skipCommentOrStatement();
      findings.otherText(start, scan.at);
    }
  }
  return findings.file();
}

/** define('A', 1); or const A = 1; */
function constant(scan: PhpScanner): Setting | null {
  const start = scan.at;
  if (scan.take(/define\s*\(\s*/iy)) {
    const key = scan.string();
    if (typeof key === 'string' && scan.take(/\s*,\s*/y)) {
      return { key, form: 'constant', data: valueUpTo(scan, start, /\s*(?:,\s*(?:true|false)\s*)?\)\s*;/iy) };
    }
  }
  scan.at = start;
  const name = scan.take(/const\s+([A-Za-z_][A-Za-z0-9_]*)\s*=(?![=>])\s*/iy)?.[1];
  if (name !== undefined) return { key: name, form: 'constant', data: valueUpTo(scan, start, /\s*;/y) };
  scan.at = start;
  return null;
}

/** $a = 1; or ${'a.b'} = 1; */
function variable(scan: PhpScanner): Setting | null {
  const start = scan.at;
  const plain = scan.take(/\$([A-Za-z_][A-Za-z0-9_]*)/y)?.[1];
  const key = plain ?? (scan.take(/\$\{\s*/y) && scan.string());
  const closed = plain !== undefined || scan.take(/\s*\}/y);
  if (typeof key === 'string' && closed && scan.take(/\s*=(?![=>])\s*/y)) {
    return { key, form: 'variable', data: valueUpTo(scan, start, /\s*;/y) };
  }
  scan.at = start;
  return null;
}

/** The plain value before `end`, or else the whole statement as source text. */
function valueUpTo(scan: PhpScanner, start: number, end: RegExp): Value {
  const value = literal(scan);
  if (value !== null && scan.take(end)) return value;
  scan.at = start;
  const isOpen = scan.skipStatement();
  const code = scan.text.slice(start, scan.at).trim();
  if (!isOpen) return { code };
  // Its `?>` would end PHP where the code is used; a comment on its last line would swallow the semicolon.
  return { code: /\/\/|#/.test(code.slice(code.lastIndexOf('\n') + 1)) ? `${code}\n;` : `${code};` };
}

function literal(scan: PhpScanner): Value | null {
  const text = scan.string();
  if (text !== null) return text;
  const word = scan.take(/(?:true|false)(?![A-Za-z0-9_])/iy)?.[0];
  if (word !== undefined) return word.toLowerCase() === 'true';
  const digits = scan.take(/-?\d+(?:\.\d+)?(?![A-Za-z0-9_.])/y)?.[0];
  // PHP reads 010 as octal.
  return digits !== undefined && String(Number(digits)) === digits ? Number(digits) : null;
}
