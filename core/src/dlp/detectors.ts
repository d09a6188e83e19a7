// SPDX-License-Identifier: Apache-2.0
/** All detectors, in the order in which they look at a document. */
import type { DlpType } from '@svc/contract';
import { type Document, hasLabel } from './document/document.ts';
import { findEmail } from './email.ts';
import type { Sink } from './finding.ts';
import { DIGITS_MAX } from './first-look/memory.ts';
import { CNS_DETECTOR, findHealthData } from './health/health-data.ts';
import { findChipCards } from './numbers/card-forms.ts';
import { CEP_DETECTOR } from './numbers/cep.ts';
import { CNH_DETECTOR } from './numbers/cnh.ts';
import { CNPJ_DETECTOR, findAlphanumericCnpj } from './numbers/cnpj.ts';
import { CPF_DETECTOR } from './numbers/cpf.ts';
import { CARD_DETECTOR } from './numbers/credit-card.ts';
import { eachNumber, isWholeChain, LOOSE, type NumberDetector, type NumberRun } from './numbers/numbers.ts';
import { PHONE_DETECTOR } from './numbers/phone-br.ts';
import { RG_DETECTOR } from './numbers/rg.ts';
import { shapeTree } from './numbers/shape-tree.ts';
import { findPixKey } from './pix/pix-key.ts';
import { findApiKey } from './secrets/api-key.ts';
import { findPrivateKey } from './secrets/private-key.ts';

const NUMBER_DETECTORS: readonly NumberDetector[] = [
  CPF_DETECTOR,
  CNPJ_DETECTOR,
  RG_DETECTOR,
  CNH_DETECTOR,
  PHONE_DETECTOR,
  CEP_DETECTOR,
  CARD_DETECTOR,
  CNS_DETECTOR,
];

/** The order matters: Pix keys come last because they are values that the other detectors found. */
const TEXT_DETECTORS: readonly (readonly [DlpType, (document: Document, sink: Sink) => void])[] = [
  ['CNPJ', findAlphanumericCnpj],
  ['CREDIT_CARD', findChipCards],
  ['EMAIL', findEmail],
  ['HEALTH_DATA', findHealthData],
  ['API_KEY', findApiKey],
  ['PRIVATE_KEY', findPrivateKey],
  ['PIX_KEY', findPixKey],
];

const SHAPES = new Set(NUMBER_DETECTORS.flatMap((detector) => detector.shapes));
const NUMBER_SHAPES = shapeTree(SHAPES);

interface Takers {
  detectors: readonly NumberDetector[];
  /** These also look at a whole chain in another's shape: "CPF 52 9 9822 4725" is grouped like a phone. */
  proven: readonly NumberDetector[];
}

/** Selects detectors by the shape of a run, and for a chain in no known shape by its number of digits. */
const TAKERS_BY_SHAPE = new Map<string, Takers>();
for (const shape of SHAPES) {
  const groups = shape.split('-').map(Number);
  const length = groups.reduce((sum, digits) => sum + digits, 0);
  const proven = NUMBER_DETECTORS.filter(
    ({ isProven, shapes, looseLengths }) => isProven && !shapes.includes(shape) && looseLengths.includes(length),
  );
  const detectors = NUMBER_DETECTORS.filter(({ shapes }) => shapes.includes(shape));
  TAKERS_BY_SHAPE.set(shape, { detectors, proven: groups.length > 1 ? proven : [] });
}
const DETECTORS_BY_LENGTH = Array.from({ length: DIGITS_MAX + 1 }, (_, length) =>
  NUMBER_DETECTORS.filter(({ looseLengths }) => looseLengths.includes(length)),
);

/** Adds the findings of a document, until each type has as many as the sink takes. */
export function detect(document: Document, sink: Sink): void {
  eachNumber(document, NUMBER_SHAPES, (run) => {
    if (run.shape === LOOSE) {
      put(document, run, sink, DETECTORS_BY_LENGTH[run.length]);
      return;
    }
    const { detectors, proven } = TAKERS_BY_SHAPE.get(run.shape) as Takers;
    put(document, run, sink, detectors);
    if (proven.length > 0 && isWholeChain(document, run)) put(document, run, sink, proven);
  });
  for (const [type, find] of TEXT_DETECTORS) if (!sink.isFull(type)) find(document, sink);
}

function put(document: Document, run: NumberRun, sink: Sink, detectors: readonly NumberDetector[] = []): void {
  for (const detector of detectors) {
    if ((detector.needs !== undefined && !hasLabel(document, detector.needs)) || sink.isFull(detector.type)) continue;
    detector.find(document, run, sink);
  }
}
