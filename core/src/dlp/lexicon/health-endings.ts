// SPDX-License-Identifier: Apache-2.0
/**
 * Endings that only medical words have, so that a disease, an operation or a medicine counts without being listed. The
 * endings of medicines are the stems of the WHO's international nonproprietary names (INN).
 */
import type { VocabularyLine } from './entry.ts';
import { WEIGHT } from './health-vocabulary.ts';
import { LABEL, maskOf } from './label.ts';

const HEALTH = maskOf(LABEL.HEALTH);

export const HEALTH_ENDINGS: readonly VocabularyLine[] = [
  {
    // Endings of diseases.
    labels: HEALTH,
    weight: WEIGHT.STRONG,
    phrases:
      '~plegia, ~paresia, ~algia, ~opatia, ~opathy, ~glicemia, ~glycemia, ~colesterolemia, ~cholesterolemia, ' +
      '~natremia, ~calemia, ~kalemia, ~citopenia, ~cytopenia, ~neutropenia, ~megalia, ~megaly, ~carcinoma, ' +
      '~sarcoma, ~blastoma, ~taquicardia, ~bradicardia, ~dispneia, ~dyspnea, ~hepatite, ~nefrite, ~colite, ' +
      '~encefalite, ~mielite, ~cistite, ~artrite, ~dermatite, ~condrite, ~vasculite, ~pericardite, ~cardite, ' +
      '~tireoidite, ~arthritis, ~dermatitis, ~carditis, ~cystitis, ~hepatitis, ~nephritis, ~encephalitis, ' +
      '~colitis, ~sclerosis, ~aterosclerose, ~esclerose, ~fibrilacao, ~trombose, ~thrombosis',
  },
  {
    // Endings of operations.
    labels: HEALTH,
    weight: WEIGHT.PHRASE,
    phrases:
      '~tomizado, ~tomizada, ~ectomia, ~ectomy, ~ostomia, ~ostomy, ~oplastia, ~oplasty, ~laparoscopia, ' +
      '~broncoscopia, ~artroscopia, ~histeroscopia, ~cistoscopia, ~laparoscopy, ~bronchoscopy, ~arthroscopy',
  },
  {
    // Endings of medicines and of prescribers.
    labels: HEALTH,
    weight: WEIGHT.MEDIUM,
    phrases:
      '~nopril, ~topril, ~lapril, ~dopril, ~zepril, ~sartana, ~sartan, ~olol, ~statina, ~statin, ~prazol, ' +
      '~prazole, ~azepam, ~azolam, ~oxetina, ~oxetine, ~cilina, ~cillin, ~micina, ~mycin, ~floxacino, ~floxacin, ' +
      '~ciclovir, ~triptana, ~triptan, ~gliptina, ~gliptin, ~gliflozina, ~gliflozin, ~glutida, ~glutide, ~dipino, ' +
      '~dipine, ~setrona, ~setron, ~tinibe, ~tinib, ~ciclibe, ~ciclib, ~zumabe, ~zumab, ~ximabe, ~ximab, ~mumabe, ' +
      '~mumab, ~conazol, ~conazole, ~profeno, ~profen, ~metasona, ~nisolona, ~nisolone, ~tiazida, ~thiazide, ' +
      '~tiapina, ~tiapine, ~barbital, ~bactam, ~fibrato, ~fibrate, ~heparina, ~xabana, ~xaban, ~denafila, ' +
      '~dalafila, ~denafil, ~gravir, ~buvir, ~vudina, ~zodona, ~faxina, ~faxine, ~triptilina, ~triptyline, ' +
      '~peridona, ~peridone, ~peridol, ~piprazol, ~tiroxina, ~thyroxine, ~pramida, ~pramide, ~semida, ~semide, ' +
      '~lukast, ~pamina, ~cainida, ~terol, ~coagulante, ~convulsivante, ~depressivo, ~inflamatorio, ~hipertensivo, ' +
      '~dilatador, ~imunossupressor, ~fenaco, ~fenac, ' +
      '~psiquiatrico',
  },
  {
    // Everyday words with the same endings.
    labels: 0,
    phrases:
      'nostalgia, simpatia, antipatia, empatia, apatia, telepatia, sympathy, empathy, antipathy, apathy, ' +
      'telepathy, homeopatia, homeopathy, alopatia, naturopatia, osteopatia, osteopathy, cardiopata, faxina, ' +
      'faxinas, colesterol, esterol, sterol, protocolo, chocolate',
  },
];
