// SPDX-License-Identifier: Apache-2.0
/** A page for people outside the app: no script, nothing from elsewhere. */
import { createHash } from 'node:crypto';

/** The colours are those of the app, in both themes. */
const STYLE = `:root{color-scheme:light dark;font:0.875rem/1.5 Inter,system-ui,sans-serif;
--canvas:light-dark(#f4f6f8,#0a0c0e);--surface:light-dark(#ffffff,#101215);--line:light-dark(#e2e4e7,#23262a);
--ink:light-dark(#13171e,#eef0f3);--ink-2:light-dark(#444952,#b7bbc1);--ink-3:light-dark(#626871,#92979f)}
*{box-sizing:border-box}html{scroll-padding-top:4rem}
body{margin:0;background:var(--canvas);color:var(--ink-2)}
a{color:var(--ink);text-underline-offset:.2em}:focus-visible{outline:2px solid var(--ink);outline-offset:2px}
header{position:sticky;top:0;z-index:1;display:flex;flex-wrap:wrap;align-items:center;gap:.25rem 1.25rem;
padding:.75rem 1.25rem;background:var(--surface);border-bottom:1px solid var(--line)}
header svg{width:1.25rem;height:1.25rem;flex:none}header strong{margin-right:auto;color:var(--ink)}
header a{text-decoration:none}header a:hover{text-decoration:underline}
.home{display:flex;align-items:center;gap:.5rem;margin-right:auto}
main{max-width:60rem;margin:0 auto;padding:2rem 1.25rem 4rem;min-width:0}
h1,h2,h3{color:var(--ink);line-height:1.3;text-wrap:balance}
h1{font-size:1.375rem;margin:0 0 1rem}h2{font-size:1.125rem;margin:3rem 0 .5rem}h3{font-size:1rem;margin:2rem 0 .5rem}
dl{display:grid;grid-template-columns:max-content 1fr;gap:.25rem 1rem;margin:.5rem 0}dd{margin:0;min-width:0}
code{font:.8125rem/1.5 "JetBrains Mono",ui-monospace,monospace;overflow-wrap:anywhere;color:var(--ink)}`;

const MARK =
  '<svg viewBox="0 0 32 32" aria-hidden="true"><rect width="32" height="32" rx="8" fill="#0f766e"/>' +
  '<path d="M9 16.5l4.8 4.8L23.5 11" fill="none" stroke="#fff" stroke-width="3.2" stroke-linecap="round"/></svg>';

const LINKS = {
  en: { app: 'App', docs: 'Documentation', docsUrl: '/docs/', packages: 'Packages' },
  'pt-BR': { app: 'Aplicativo', docs: 'Documentação', docsUrl: '/docs/pt-BR/', packages: 'Pacotes' },
} as const;

export const PAGE_HEADERS = {
  'content-security-policy': [
    "default-src 'none'",
    `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'referrer-policy': 'no-referrer',
} as const;

/** @param content trusted HTML: texts in it have passed `escaped` */
export function plainPage(language: keyof typeof LINKS, title: string, content: string): string {
  const words = LINKS[language];
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${title} · svc</title>
<style>${STYLE}</style>
</head>
<body>
<header>
<a class="home" href="/app" aria-label="svc, ${words.app}">${MARK}<strong>svc</strong></a>
<a href="/app">${words.app}</a>
<a href="${words.docsUrl}">${words.docs}</a>
<a href="/packages/">${words.packages}</a>
</header>
<main>
<h1>${title}</h1>
${content}
</main>
</body>
</html>
`;
}

export function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
