/** A page for people outside the app: no script, nothing from elsewhere. */
import { createHash } from 'node:crypto';

const STYLE = `:root{color-scheme:light dark;font:15px/1.5 system-ui,sans-serif}
body{max-width:52rem;margin:3rem auto;padding:0 1rem}
h1{font-size:1.5rem}h2{font-size:1rem;margin:2rem 0 .25rem}h3{font-size:.9rem;margin:1.25rem 0 .25rem}
dl{display:grid;grid-template-columns:max-content 1fr;gap:.25rem 1rem;margin:.5rem 0}dd{margin:0}
table{border-collapse:collapse;width:100%;font-size:.9rem}
td,th{text-align:start;vertical-align:top;padding:.25rem .75rem .25rem 0;
border-bottom:1px solid color-mix(in srgb,currentColor 15%,transparent)}
.wide{overflow-x:auto}nav li{margin:.1rem 0}
code{font:.85rem ui-monospace,monospace;overflow-wrap:anywhere}`;

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
export function plainPage(language: string, title: string, content: string): string {
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${title}</title>
<style>${STYLE}</style>
</head>
<body>
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
