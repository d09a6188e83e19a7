// SPDX-License-Identifier: Apache-2.0
/**
 * Organs and their disorders. Neither proves much alone. Together they name a disease that no list holds: "fibrose" and
 * "pulmonar", "cisto" and "ovariano".
 */
import type { VocabularyLine } from './entry.ts';
import { WEIGHT } from './health-vocabulary.ts';
import { LABEL, maskOf } from './label.ts';

const HEALTH = maskOf(LABEL.HEALTH);

export const HEALTH_ANATOMY: readonly VocabularyLine[] = [
  {
    labels: HEALTH,
    weight: WEIGHT.WEAK,
    phrases:
      'pulmonar(es|), biliar(es|), gastric(o|a|os|as), intestinal, intestinais, uterin(o|a), ovarian(o|a), ' +
      'mamari(o|a), prostatic(o|a), tireoidian(o|a), cerebral, cerebrais, coronarian(o|a), coronari(o|a), ' +
      'vascular, arterial, venos(o|a), muscular, osse(o|a), articular, cutane(o|a), ocular, lombar, cervical, ' +
      'toracic(o|a), abdominal, pelvic(o|a), urinari(o|a), retal, esofagic(o|a), pancreatic(o|a), medular, ' +
      'femoral, tibial, sacral, plantar, tendao, tendoes, joelho(s|), ombro(s|), quadril, tornozelo(s|), ' +
      'cotovelo(s|), tibia, umero, clavicula, costela(s|), mandibula, vertebra(s|), pulmao, pulmoes, rim, rins, ' +
      'ovario(s|), utero, prostata, tireoide, retina, cornea, aorta, bexiga, intestino, estomago, esofago, ' +
      'pancreas, cranio, falange(s|), calcanhar, dente(s|), gengiva, braco(s|), antebraco, perna(s|), coxa, ' +
      'panturrilha, punho, pescoco, discal, femur, menisco(s|), respiratori(o|a), cardiovascular, auditiv(o|a), ' +
      'olho(s|), ouvido(s|), seio(s|), pulmonary, hepatic, gastric, uterine, ovarian, mammary, prostatic, thyroid, ' +
      'coronary, arterial, venous, lumbar, thoracic, pelvic, urinary, rectal, spinal, spine, knee(s|), shoulder, ' +
      'hip, ankle, elbow, lung(s|), kidney(s|), bladder, ovary, uterus, prostate, respiratory, abdominal, cardiac, ' +
      'meniscus, tendon, lombares, cervicais, corad(o|a), hidratad(o|a), indolor, flacido, ausculta, discos, ' +
      'lombossacra, leite de vaca, proteina do leite',
  },
  {
    labels: HEALTH,
    weight: WEIGHT.MEDIUM,
    phrases:
      'fibrose, hiperplasia, isquemia, isquemic(o|a), (deslocamento|descolamento) de (retina|placenta), ' +
      'malformacao, neoplasic(o|a), infeccios(o|a), cronicamente, placenta, amniotico, gemelar, parturiente, ' +
      'lactante, neonato, recem nascid(o|a), convuls(ao|iva), transtorno (de|do|da), ' +
      'disturbio (de|do|da|obstrutivo|restritivo), sindrome (de|do|da), fibrosis, stenosis, necrosis, atrophy, ' +
      'hyperplasia, dysplasia, ischemia, ischemic, embolism, nodule(s|), prolapse, fetus, congenital, ar ambiente, ' +
      'afebril, eupneic(o|a), compressao medular, artroplastia, audiometria, orteses, ortese, saturacao de o, ' +
      'glasgow, hemodinamicamente',
  },
  {
    // Phrases that only a clinical record uses.
    labels: HEALTH,
    weight: WEIGHT.PHRASE,
    phrases:
      'queimadura(s|) de (primeiro|segundo|terceiro|) grau, ostomizad(o|a), protrus(ao|oes) discal, ' +
      'protrusoes discais, ' +
      '(rm|tc|rx|us|usg) (de|do|da) ' +
      '(coluna|joelho|cranio|ombro|quadril|abdome|abdomen|torax|pelve|tornozelo|punho), sars co v, sars cov, ' +
      'compressao radicular, bi rads, birads, cateter nasal, normocorad(o|a), anicteric(o|a), acianotic(o|a), ' +
      'murmurio vesicular, ausculta pulmonar, bulhas ritmicas, trabalho de parto, dieta enteral, ' +
      'lesao por pressao, (liquido|saco) amniotico, batimentos cardiofetais, bcf, sinais flogisticos, ' +
      'nasal cannula, breath sounds, in labor',
  },
];
