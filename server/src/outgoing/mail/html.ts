// SPDX-License-Identifier: Apache-2.0
/**
 * The HTML part of a mail: tables and styles in place, for mail programs know little else. It loads nothing from
 * anywhere, so that no server learns that a mail was opened. All words are escaped here.
 */
import { FURTHER_DOWN, type Language, type Text } from './text.ts';

/** The colours of the app, in light; in dark the style sheet replaces them. */
const INK = '#13171e';
const INK_2 = '#444952';
const INK_3 = '#626871';
const LINE = '#e2e4e7';
const FONT = "Inter,-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";

const DARK = `
  body, .canvas { background-color: #0a0c0e !important; }
  .sheet { background-color: #101215 !important; border-color: #23262a !important; }
  .rule { border-color: #23262a !important; }
  .ink, .ink a { color: #eef0f3 !important; }
  .ink-2, .ink-2 a { color: #b7bbc1 !important; }
  .ink-3, .ink-3 a { color: #92979f !important; }
  .solid { background-color: #ebedef !important; border-color: #ebedef !important; color: #111418 !important; }
  .line { background-color: #101215 !important; border-color: #34383e !important; color: #eef0f3 !important; }`;

interface Section {
  language: Language;
  text: Text;
}

/** @param sections one for each language, the first of which names the document */
export function htmlOf(sections: readonly Section[], baseUrl: string): string {
  const [first] = sections;
  if (first === undefined) throw new Error('a mail without a language');
  const preface = sections.length > 1 ? paragraph(escaped(FURTHER_DOWN), 'ink-3', NOTE, ' lang="pt-BR"') : '';
  const preview = escaped(first.text.paragraphs[0] ?? '');
  const rows = sections.map((section, index) => sectionOf(section, index, baseUrl)).join('\n');
  return `<!doctype html>
<html lang="${first.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escaped(first.text.subject)}</title>
<style>
  @media (max-width: 480px) { .sheet { padding: 24px 20px 12px !important; } }
  @media (prefers-color-scheme: dark) {${DARK}
  }
</style>
</head>
<body class="canvas" style="margin:0;padding:0;background-color:#f4f6f8;font-family:${FONT}">
<div style="display:none;max-height:0;overflow:hidden">${preview}</div>
${table('class="canvas" style="background-color:#f4f6f8"')}
<tr><td align="center" style="padding:32px 16px">
${table('style="max-width:560px"')}
<tr><td style="padding:0 4px 16px">${MARK}</td></tr>
<tr><td class="sheet" style="${SHEET}">
${preface}${rows}
</td></tr>
<tr><td style="padding:16px 4px 0">${footOf(sections, baseUrl)}</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`;
}

const table = (attributes: string): string =>
  `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" ${attributes}>`;

/** The shapes of allowed, asked and blocked, then the name. */
const MARK =
  `<span class="ink" style="font-size:15px;line-height:20px;color:${INK}">` +
  `<span aria-hidden="true" style="letter-spacing:2px">&#9679;&#9670;&#9632;</span> ` +
  `<strong style="font-weight:600">svc</strong></span>`;

const SHEET = `padding:32px 32px 20px;background-color:#ffffff;border:1px solid ${LINE};border-radius:10px`;
const BODY = `font-size:15px;line-height:23px`;
const NOTE = `font-size:13px;line-height:20px`;
const COLOURS = { ink: INK, 'ink-2': INK_2, 'ink-3': INK_3 } as const;

function paragraph(html: string, look: keyof typeof COLOURS, size: string, attributes = ''): string {
  const style = `margin:0 0 12px;${size};color:${COLOURS[look]};overflow-wrap:anywhere`;
  return `<p class="${look}"${attributes} style="${style}">${html}</p>\n`;
}

function sectionOf({ language, text }: Section, index: number, baseUrl: string): string {
  const { subject, paragraphs, details = [], action, notes = [] } = text;
  const level = index === 0 ? 'h1' : 'h2';
  const style = `margin:0 0 16px;font-size:20px;line-height:28px;font-weight:600;letter-spacing:-0.01em;color:${INK}`;
  return [
    index === 0 ? '' : `<div class="rule" style="margin:28px 0;border-top:1px solid ${LINE}"></div>\n`,
    `<div lang="${language}">\n`,
    `<${level} class="ink" style="${style};overflow-wrap:anywhere">${escaped(subject)}</${level}>\n`,
    ...paragraphs.map((one) => paragraph(linked(one, baseUrl), 'ink', BODY)),
    details.length === 0 ? '' : detailsOf(details),
    action === undefined ? '' : actionOf(action, language),
    ...notes.map((one) => paragraph(linked(one, baseUrl), 'ink-3', NOTE)),
    '</div>',
  ].join('');
}

function detailsOf(details: NonNullable<Text['details']>): string {
  const cell = `padding:8px 0;border-top:1px solid ${LINE};font-size:14px;line-height:20px;vertical-align:top`;
  const rows = details.map(
    ([label, text]) =>
      `<tr><td class="rule ink-3" width="96" style="${cell};color:${INK_3}">${escaped(label)}</td>` +
      `<td class="rule ink" style="${cell};color:${INK};overflow-wrap:anywhere">${escaped(text)}</td></tr>\n`,
  );
  return `${table('style="margin:16px 0 20px"')}\n${rows.join('')}</table>\n`;
}

const OTHERWISE: Record<Language, string> = {
  en: 'If the button does not work, open this address:',
  'pt-BR': 'Se o botão não funcionar, abra este endereço:',
};

function actionOf({ label, url, look }: NonNullable<Text['action']>, language: Language): string {
  const isLine = look === 'line';
  const colours = isLine
    ? `background-color:#ffffff;border:1px solid #cfd3d8;color:${INK}`
    : 'background-color:#1a1e25;border:1px solid #1a1e25;color:#ffffff';
  const style =
    `display:inline-block;padding:10px 18px;border-radius:6px;font-size:15px;line-height:20px;font-weight:500;` +
    `text-decoration:none;${colours}`;
  const address = escaped(url);
  const button = `<a class="${isLine ? 'line' : 'solid'}" href="${address}" style="${style}">${escaped(label)}</a>`;
  const plain = `${OTHERWISE[language]}<br>${anchor(address)}`;
  return `<p style="margin:20px 0">${button}</p>\n${paragraph(plain, 'ink-3', NOTE)}`;
}

const FEET: Record<Language, string> = {
  en: 'svc decides, before AI agents act, whether they may.',
  'pt-BR': 'O svc decide, antes que agentes de IA ajam, se eles podem.',
};

function footOf(sections: readonly Section[], baseUrl: string): string {
  const words = sections.map(({ language }) => `<span lang="${language}">${FEET[language]}</span>`).join(' ');
  return paragraph(`${words}<br>${anchor(escaped(baseUrl))}`, 'ink-3', 'font-size:12px;line-height:18px');
}

const anchor = (address: string): string => `<a href="${address}" style="color:inherit">${address}</a>`;

/** The service's own addresses as links: never one that another person wrote. */
function linked(text: string, baseUrl: string): string {
  const own = new RegExp(`(${baseUrl.replaceAll(/[^\w]/g, '\\$&')}(?:/[^\\s]*[\\w/])?(?=[.,:;]?(?:\\s|$)))`, 'g');
  return text
    .split(own)
    .map((part, index) => (index % 2 === 1 ? anchor(escaped(part)) : escaped(part)))
    .join('');
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
}
