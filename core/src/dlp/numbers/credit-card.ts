// SPDX-License-Identifier: Apache-2.0
/** Payment cards: a brand's prefix and length, and a valid Luhn digit. Groups count alone; bare digits need a label. */

import { gapAfter, gapBefore, isForeignField, isLabelled } from '../context/context.ts';
import type { Document } from '../document/document.ts';
import type { Sink } from '../finding.ts';
import { LABEL, type Label } from '../lexicon/label.ts';
import { isCardNumber } from './card-brands.ts';
import { isBesideExpiry, isOnTrack } from './card-forms.ts';
import { JOIN } from './joins.ts';
import { isBounded, isInsideRow, joinedByLineBreak, LOOSE, type NumberDetector, type NumberRun } from './numbers.ts';

const GROUPED: ReadonlySet<string> = new Set(['4-4-4-4', '4-6-5', '4-6-4', '4-4-4-4-3']);
const LONG_SHAPE = '4-4-4-4-3';
const RIVALS: readonly Label[] = [LABEL.OTHER, LABEL.SUS];
/** A security code or expiry date follows a card number closely. */
const CARD_AFTER_GAP_MAX = 24;

const BARE_SHAPES = ['13', '14', '15', '16', '17', '18', '19'];

export const CARD_DETECTOR: NumberDetector = {
  type: 'CREDIT_CARD',
  shapes: ['4-4-4-4', '4-6-5', '4-6-4', ...BARE_SHAPES, '4-4-4-4-3', '8-8', '4-12', '6-10'],
  looseLengths: [13, 14, 15, 16, 17, 18, 19],
  find: findCreditCard,
};

function findCreditCard(document: Document, run: NumberRun, sink: Sink): void {
  if (run.length < 13 || !isCardNumber(run.digits, run.length, true)) return;
  if (isOnTrack(document, run) || isBesideExpiry(document, run)) {
    sink.add('CREDIT_CARD', run.start, run.end);
    return;
  }
  const isGrouped = GROUPED.has(run.shape) && hasEqualJoins(document, run);
  if (!isBounded(document, run, false) || joinedByLineBreak(run) > 1) return;
  if (isGrouped && isInsideRow(document, run, 4)) return;
  // "5198 2231 7740 1163 - 450 pontos" counts points behind its dash.
  if (run.shape === LONG_SHAPE && !isGrouped) return;
  const isKnownAlone = isGrouped && isCardNumber(run.digits, run.length, false);
  if (isKnownAlone || isCalledCard(document, run) || isBrokenCard(document, run))
    sink.add('CREDIT_CARD', run.start, run.end);
}

/** Groups of four with a line end in the middle. The text on both sides must speak of a card. */
function isBrokenCard(document: Document, run: NumberRun): boolean {
  if (run.shape !== '4-4-4-4' || joinedByLineBreak(run) !== 1 || isInsideRow(document, run, 4)) return false;
  const gap = Math.min(gapBefore(document, LABEL.CARD, run.start), gapAfter(document, LABEL.CARD, run.end));
  return gap <= BROKEN_CARD_GAP_MAX;
}

const BROKEN_CARD_GAP_MAX = 40;

function isCalledCard(document: Document, run: NumberRun): boolean {
  if (isLabelled(document, run.start, run.end, LABEL.CARD, RIVALS))
    return !isForeignField(document, run.start, LABEL.CARD);
  return run.shape !== LOOSE && gapAfter(document, LABEL.CARD_AFTER, run.end) <= CARD_AFTER_GAP_MAX;
}

/** The groups of one card have equal joins; mixed joins are columns that happen to stand side by side. */
function hasEqualJoins(document: Document, run: NumberRun): boolean {
  const first = run.joins[run.firstGroup];
  const mark = document.bytes[document.tokens.digitEnds.at(run.firstGroup)];
  const isApart = isDash(document, document.tokens.digitEnds.at(run.firstGroup) + 1);
  for (let group = run.firstGroup; group < run.firstGroup + run.groupCount - 1; group += 1) {
    const end = document.tokens.digitEnds.at(group);
    if (run.joins[group] !== first || document.bytes[end] !== mark || isDash(document, end + 1) !== isApart)
      return false;
  }
  return first !== JOIN.LINE_BREAK && first !== JOIN.COMMA && mark !== 0x2f && mark !== 0x5f;
}

function isDash(document: Document, index: number): boolean {
  return document.bytes[index] === 0x2d;
}
