// SPDX-License-Identifier: Apache-2.0
/**
 * Makes the generated pages fit a strict policy for content, and adds compressed forms. Scripts and styles inside a
 * page become files: the policy allows neither, and a folder of files can be hosted anywhere without own headers.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { gzipSync } from 'node:zlib';

const STYLES = 'static/css';
const SCRIPTS = 'static/js';
const INLINE_SCRIPT = /<script>([\s\S]*?)<\/script>/g;
const STYLED_TAG = /<([a-z][^<>]*?) style="([^"]*)"([^<>]*)>/g;
const COMPRESSED = /\.(?:html|js|css|json|svg|sql|txt)$/;
/** A host of the folder changes this file: a compressed form would hide the change. */
const EDITED = 'versions.json';

/** @param folder of the built site @param base such as `/docs/` */
export function finish(folder: string, base: string): void {
  const pages = filesOf(folder).filter((file) => file.endsWith('.html'));
  const styles = new Map<string, string>();
  const scripts = new Map<string, string>();
  const texts = pages.map((file) => {
    const text = readFileSync(join(folder, file), 'utf8');
    return withoutInlineStyles(withoutInlineScripts(text, scripts, base), styles);
  });
  const sheet = [...styles]
    .map(([style, name]) => `[data-inline="${name}"]{${style}}`)
    .sort()
    .join('\n');
  const path = posix.join(STYLES, `inline.${hashOf(sheet)}.css`);
  mkdirSync(join(folder, STYLES), { recursive: true });
  writeFileSync(join(folder, path), sheet);
  for (const [script, file] of scripts) writeFileSync(join(folder, file), script);
  for (const [index, file] of pages.entries()) {
    const link = `<link href="${base}${path}" rel="stylesheet">`;
    writeFileSync(join(folder, file), (texts[index] ?? '').replace('</head>', `${link}</head>`));
  }
  // The generator's own search is not used: see theme/search.
  for (const file of filesOf(folder).filter((one) => one.startsWith('static/search_index'))) rmSync(join(folder, file));
  for (const file of filesOf(folder).filter((one) => COMPRESSED.test(one) && one !== EDITED)) {
    writeFileSync(join(folder, `${file}.gz`), gzipSync(readFileSync(join(folder, file))));
  }
}

function withoutInlineScripts(text: string, scripts: Map<string, string>, base: string): string {
  return text.replace(INLINE_SCRIPT, (_whole, script: string) => {
    const file = scripts.get(script) ?? posix.join(SCRIPTS, `inline.${hashOf(script)}.js`);
    scripts.set(script, file);
    return `<script src="${base}${file}"></script>`;
  });
}

/** An attribute in the place of a class: the page's own script sets classes anew, and knows nothing of this one. */
function withoutInlineStyles(text: string, styles: Map<string, string>): string {
  return text.replace(STYLED_TAG, (_whole, before: string, style: string, after: string) => {
    const name = styles.get(style) ?? hashOf(style);
    styles.set(style, name);
    return `<${before} data-inline="${name}"${after}>`;
  });
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 10);

function filesOf(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => posix.join(entry.parentPath, entry.name).slice(folder.length + 1));
}
