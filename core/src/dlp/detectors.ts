/** All detectors, and in which order they look at a reading. */
import type { DlpType } from '@svc/contract';
import { findApiKey } from './api-key.ts';
import { CEP_DETECTOR } from './cep.ts';
import { CNH_DETECTOR } from './cnh.ts';
import { CNPJ_DETECTOR, findAlphanumericCnpj } from './cnpj.ts';
import { CPF_DETECTOR } from './cpf.ts';
import { CARD_DETECTOR } from './credit-card.ts';
import { findEmail } from './email.ts';
import type { Sink } from './finding.ts';
import { CNS_DETECTOR, findHealthData } from './health/health-data.ts';
import { eachNumber, LOOSE, type NumberDetector, shapeTree } from './numbers.ts';
import { PHONE_DETECTOR } from './phone-br.ts';
import { findPixKey } from './pix-key.ts';
import { findPrivateKey } from './private-key.ts';
import { RG_DETECTOR } from './rg.ts';
import { hasLabel, type View } from './view.ts';

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

/** In this order: Pix keys come last because they are values that the others found. */
const TEXT_DETECTORS: readonly (readonly [DlpType, (view: View, sink: Sink) => void])[] = [
  ['CNPJ', findAlphanumericCnpj],
  ['EMAIL', findEmail],
  ['HEALTH_DATA', findHealthData],
  ['API_KEY', findApiKey],
  ['PRIVATE_KEY', findPrivateKey],
  ['PIX_KEY', findPixKey],
];

const NUMBER_SHAPES = shapeTree(new Set(NUMBER_DETECTORS.flatMap((detector) => detector.shapes)));

/** Which detectors look at a run, by its shape. */
const DETECTORS_BY_SHAPE = new Map<string, NumberDetector[]>();
for (const detector of NUMBER_DETECTORS) {
  for (const key of [...detector.shapes, ...detector.looseLengths.map((length) => `${LOOSE}${length}`)]) {
    DETECTORS_BY_SHAPE.set(key, [...(DETECTORS_BY_SHAPE.get(key) ?? []), detector]);
  }
}

/** Adds what the reading holds, until each type has as many findings as the sink takes. */
export function detect(view: View, sink: Sink): void {
  eachNumber(view, NUMBER_SHAPES, (run) => {
    const key = run.shape === LOOSE ? `${LOOSE}${run.length}` : run.shape;
    for (const detector of DETECTORS_BY_SHAPE.get(key) ?? []) {
      if ((detector.needs !== undefined && !hasLabel(view, detector.needs)) || sink.isFull(detector.type)) continue;
      detector.find(view, run, sink);
    }
  });
  for (const [type, find] of TEXT_DETECTORS) if (!sink.isFull(type)) find(view, sink);
}
