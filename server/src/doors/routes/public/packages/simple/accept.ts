// SPDX-License-Identifier: Apache-2.0
/** Which form of the index a caller asks for: PEP 691 on the header `Accept` of RFC 9110. */

export const JSON_FORM = 'application/vnd.pypi.simple.v1+json';
/** The first one is for whom asks for all of them alike, or for none. */
const FORMS = ['text/html', 'application/vnd.pypi.simple.v1+html', JSON_FORM] as const;

type Form = (typeof FORMS)[number];

interface Range {
  range: string;
  weight: number;
}

/** @param accept as it was sent; a part that is no media range counts for nothing */
export function formFor(accept = '*/*'): Form {
  const ranges = accept.split(',').flatMap(rangeOf);
  const weighed = FORMS.map((form) => ({ form, weight: weightOf(form, ranges) }));
  return weighed.reduce((best, one) => (one.weight > best.weight ? one : best)).form;
}

function rangeOf(part: string): Range[] {
  const [range = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase());
  const [, sent = '1'] = /^q=(.*)$/.exec(parameters.find((text) => text.startsWith('q=')) ?? '') ?? [];
  const isReadable = /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+$|^[\w!#$&^.+-]+\/\*$|^\*\/\*$/.test(range);
  if (!isReadable || !/^(0(\.\d{0,3})?|1(\.0{0,3})?)$/.test(sent)) return [];
  // The newest version of a form is the only one that there is.
  return [{ range: range.replace('.simple.latest+', '.simple.v1+'), weight: Number(sent) }];
}

/** The most exact range decides, so that `text/html;q=0` refuses what a wildcard would take. */
function weightOf(form: Form, ranges: readonly Range[]): number {
  const [type = ''] = form.split('/', 1);
  for (const range of [form, `${type}/*`, '*/*']) {
    const named = ranges.filter((one) => one.range === range);
    if (named.length > 0) return Math.max(...named.map(({ weight }) => weight));
  }
  return 0;
}
