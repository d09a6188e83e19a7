// SPDX-License-Identifier: Apache-2.0
/**
 * The answer as one HTML page, which opens without a network and prints. It holds no script and loads nothing, and its
 * own policy forbids both, so that no name in it can become more than text.
 */
import { createHash } from 'node:crypto';
import { HELD_ITEMS_MAX, type LgpdAnswer, type LgpdDecision } from '@svc/contract';
import { namesIn } from '@svc/core/plain-words';
import { escaped, momentText } from '../../../outgoing/mail/index.ts';
import { type Telling, WORDS } from './words.ts';

const STYLE = `:root{color-scheme:light dark;font:1rem/1.5 system-ui,sans-serif;
--paper:light-dark(#ffffff,#101215);--line:light-dark(#cfd3d8,#34383e);--ink:light-dark(#13171e,#eef0f3);
--ink-2:light-dark(#444952,#b7bbc1)}
*{box-sizing:border-box}body{margin:0 auto;max-width:46rem;padding:2rem 1.25rem 4rem;background:var(--paper);
color:var(--ink);overflow-wrap:anywhere}
h1{font-size:1.5rem;line-height:1.25;margin:0 0 1rem}h2{font-size:1.125rem;margin:0 0 .75rem}
h3{font-size:1rem;margin:1.25rem 0 .25rem}p{margin:.5rem 0}.note{color:var(--ink-2);font-size:.875rem}
section{margin-top:2rem;padding-top:1.5rem;border-top:1px solid var(--line)}
dl{display:grid;grid-template-columns:minmax(8rem,max-content) minmax(0,1fr);gap:.25rem 1rem;margin:.5rem 0}
dt{color:var(--ink-2)}dd{margin:0}ul{margin:.5rem 0;padding-left:1.25rem}
table{border-collapse:collapse;width:100%;margin:.5rem 0}th,td{text-align:start;padding:.25rem 1rem .25rem 0;
border-bottom:1px solid var(--line)}th{font-weight:500;color:var(--ink-2)}
.points{text-align:end;padding-right:0;font-variant-numeric:tabular-nums}
code,pre{font:.8125rem/1.5 ui-monospace,monospace}pre{white-space:pre-wrap;margin:.5rem 0;padding:.75rem;
border:1px solid var(--line);border-radius:.25rem}
@media (max-width:30rem){dl{grid-template-columns:1fr;gap:0}dd{margin-bottom:.5rem}}
@media print{:root{color-scheme:light;font-size:10pt}body{max-width:none;padding:0}
h2,h3{break-after:avoid}tr,li,dd{break-inside:avoid}pre{font-size:7pt}}`;

const POLICY = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`;

type Head = Omit<LgpdAnswer, 'decisions'>;

/** @param decisions each is written when the one before was taken */
export async function* pagePieces(
  head: Head,
  { count, timeZone }: { count: number; timeZone: string },
  decisions: AsyncIterable<readonly LgpdDecision[]>,
): AsyncGenerator<string> {
  const telling = { language: head.language, timeZone };
  yield openingOf(head, count, telling);
  for await (const page of decisions) yield page.map((decision) => sectionOf(decision, telling)).join('');
  yield closingOf(head, telling);
}

const paragraph = (text: string, className = ''): string =>
  `<p${className === '' ? '' : ` class="${className}"`}>${escaped(text)}</p>\n`;
const heading = (level: 2 | 3, text: string): string => `<h${level}>${escaped(text)}</h${level}>\n`;
const list = (items: readonly string[]): string =>
  items.length === 0 ? '' : `<ul>\n${items.map((item) => `<li>${item}</li>\n`).join('')}</ul>\n`;

function openingOf(head: Head, count: number, telling: Telling): string {
  const words = WORDS[telling.language];
  const moment = (iso: string) => momentText(new Date(iso), telling.language, telling.timeZone);
  return [
    `<!doctype html>\n<html lang="${telling.language}">\n<head>\n<meta charset="utf-8">\n`,
    `<meta http-equiv="Content-Security-Policy" content="${POLICY}">\n`,
    '<meta name="viewport" content="width=device-width">\n',
    `<title>${escaped(`${words.title} · ${head.organization.name}`)}</title>\n<style>${STYLE}</style>\n</head>\n`,
    `<body>\n<main>\n<h1>${escaped(words.title)}</h1>\n`,
    paragraph(words.intro(head.organization.name)),
    paragraph(words.law),
    head.session ? paragraph(words.session(count)) : '',
    head.isWhole ? '' : paragraph(words.notWhole(HELD_ITEMS_MAX)),
    head.searchedBackTo === null ? '' : paragraph(words.searchedBackTo(moment(head.searchedBackTo))),
    paragraph(words.madeAt(moment(head.madeAt)), 'note'),
  ].join('');
}

function closingOf({ contact, organization, notShown }: Head, { language }: Telling): string {
  const words = WORDS[language];
  return [
    '<section>\n',
    heading(2, words.ask),
    paragraph(contact === null ? words.askAnyway(organization.name) : words.askBy(organization.name, contact)),
    paragraph(words.authority, 'note'),
    '</section>\n<section>\n',
    heading(2, words.leftOut),
    list(notShown.map((name) => escaped(words.notShown[name]))),
    '</section>\n</main>\n</body>\n</html>\n',
  ].join('');
}

function sectionOf(decision: LgpdDecision, telling: Telling): string {
  const moment = momentText(new Date(decision.decidedAt), telling.language, telling.timeZone);
  return [
    '<section>\n',
    heading(2, WORDS[telling.language].decisionOf(moment)),
    factsOf(decision, telling),
    criteriaOf(decision, telling),
    riskOf(decision, telling),
    foundIn(decision, telling),
    reviewOf(decision, telling),
    proofOf(decision, telling),
    '</section>\n',
  ].join('');
}

function factsOf(
  { eventId, asked, finalDecision, review, automatedOnly }: LgpdDecision,
  { language }: Telling,
): string {
  const words = WORDS[language];
  const who = automatedOnly === null ? words.waits : automatedOnly ? words.automated : words.byPerson;
  const facts = [
    [words.number, eventId],
    [words.asked, asked],
    [words.outcome, review === null ? words.outcomes[finalDecision] : words.reviewed[review.status]],
    [words.who, who],
  ] as const;
  const rows = facts.map(([name, text]) => `<dt>${escaped(name)}</dt><dd>${escaped(text)}</dd>\n`);
  return `<dl>\n${rows.join('')}</dl>\n`;
}

function criteriaOf({ cause, policies }: LgpdDecision, { language }: Telling): string {
  const words = WORDS[language];
  const rules = policies.map(
    ({ name, sentence }) => `<strong>${escaped(name)}</strong>: ${escaped(sentence ?? words.longRule)}`,
  );
  return [
    heading(3, words.criteria),
    paragraph(cause.sentence),
    rules.length === 0 ? '' : paragraph(`${words.rules}:`),
    list(rules),
  ].join('');
}

function riskOf({ risk: { score, level, factors } }: LgpdDecision, { language }: Telling): string {
  const words = WORDS[language];
  const named: Readonly<Record<string, string>> = words.factors;
  const rows = factors.map(
    ({ code, points }) => `<tr><td>${escaped(named[code] ?? code)}</td><td class="points">${points}</td></tr>\n`,
  );
  const [factor, points] = [escaped(words.factor), escaped(words.points)];
  const names = `<th scope="col">${factor}</th><th scope="col" class="points">${points}</th>`;
  return [
    heading(3, words.risk),
    paragraph(words.riskIs(score, words.levels[level])),
    `<table>\n<thead>\n<tr>${names}</tr>\n</thead>\n<tbody>\n${rows.join('')}</tbody>\n</table>\n`,
  ].join('');
}

function foundIn({ findings, contentScanned }: LgpdDecision, { language }: Telling): string {
  const words = WORDS[language];
  const nothing = contentScanned === null ? words.notKnown : contentScanned ? words.foundNothing : words.notSent;
  const { dlpTypes, lgpdCategories } = namesIn(language);
  const found = findings.map(({ type, category }) => escaped(`${dlpTypes[type]} (${lgpdCategories[category]})`));
  return [
    heading(3, words.found),
    found.length === 0 ? paragraph(nothing) : list(found),
    contentScanned === false ? '' : paragraph(words.textNotKept),
  ].join('');
}

function reviewOf({ review }: LgpdDecision, { language, timeZone }: Telling): string {
  const words = WORDS[language];
  const { roles } = namesIn(language);
  const answers = review?.answers ?? [];
  const none = review === null ? words.noReview : words.noAnswer;
  const told = answers.map(({ answer, role, at }) =>
    words.answers[answer](roles[role], momentText(new Date(at), language, timeZone)),
  );
  return heading(3, words.review) + (told.length === 0 ? paragraph(none) : list(told.map(escaped)));
}

function proofOf({ proof }: LgpdDecision, { language }: Telling): string {
  const words = WORDS[language];
  const seq = proof.seq.toLocaleString(language);
  return [
    heading(3, words.proof),
    paragraph(proof.covered === null ? words.proofWaits(seq) : words.proofText(seq)),
    `<p><code>${escaped(proof.hash)}</code></p>\n`,
    proof.covered === null ? '' : paragraph(words.proofCheck, 'note'),
    proof.covered === null ? '' : `<pre>${escaped(JSON.stringify(proof))}</pre>\n`,
  ].join('');
}
