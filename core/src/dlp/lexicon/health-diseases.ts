// SPDX-License-Identifier: Apache-2.0
/** Rarer diseases by the chapters of ICD-10, laboratory values, and acts of care around birth and surgery. */
import type { VocabularyLine } from './entry.ts';
import { WEIGHT } from './health-vocabulary.ts';
import { LABEL, maskOf } from './label.ts';

const HEALTH = maskOf(LABEL.HEALTH);

export const HEALTH_DISEASES: readonly VocabularyLine[] = [
  {
    // Portuguese terms, chapters A to Q.
    labels: HEALTH,
    weight: WEIGHT.STRONG,
    phrases:
      'infeccao (de|no|na|nos|em) (ouvido|garganta|urina|rim|rins|pele|olho|dente|sangue|pulmao|intestino|osso), ' +
      'erisipela, impetigo, furunculose, febre (reumatica|amarela|tifoide|maculosa), leptospirose, brucelose, ' +
      'cisticercose, esquistossomose, giardiase, amebiase, toxocariase, histoplasmose, criptococose, aspergilose, ' +
      'mononucleose, citomegalovirus, rubeola, poliomielite, difteria, botulismo, rotavirus, norovirus, mpox, ' +
      'pancitopenia, plaquetopenia, policitemia, hemocromatose, porfiria, hiperuricemia, osteopenia, osteomielite, ' +
      'hipopituitarismo, acromegalia, hiperprolactinemia, sindrome de cushing, doenca de addison, feocromocitoma, ' +
      'raquitismo, escorbuto, hipovitaminose, fenilcetonuria, distimia, ciclotimia, cleptomania, tricotilomania, ' +
      'anedonia, delirium tremens, catatonia, mutismo seletivo, encoprese, enurese, retardo mental, ' +
      'sindrome de (rett|turner|klinefelter|edwards|patau|ehlers danlos|raynaud|reye|cushing|abstinencia), ' +
      'trissomia, discalculia, disgrafia, disortografia, dispraxia, miastenia, distrofia muscular, ataxia, ' +
      'doenca de huntington, narcolepsia, neuralgia, vertigem, pterigio, uveite, ceratite, blefarite, ' +
      'degeneracao macular, hipermetropia, astigmatismo, ambliopia, otosclerose, desvio de septo, laringite, ' +
      'bronquiolite, pneumotorax, hemotorax, silicose, asbestose, pneumoconiose, hipertensao pulmonar, ' +
      'endocardite, flebite, tromboflebite, linfedema, esofagite, acalasia, duodenite, peritonite, colecistite, ' +
      'colangite, colestase, fissura anal, proctite, pielonefrite, glomerulonefrite, sindrome nefrotica, uretrite, ' +
      'prostatite, disfuncao eretil, vaginismo, vaginite, vaginose, salpingite, adenomiose, amenorreia, ' +
      'dismenorreia, placenta previa, hiperemese, mastite, anencefalia, hipospadia, urticaria, angioedema, ' +
      'anafilaxia, choque anafilatico, alopecia, hiperidrose, rosacea, ictericia, cianose, espondilite, ' +
      'espondilolistese, espondilose, cifose, hiperlordose, gonartrose, coxartrose, condromalacia, ' +
      'fascite plantar, sinovite, capsulite adesiva, manguito rotador, tenossinovite, miosite, esclerodermia, ' +
      'sarcoidose, amiloidose, ler dort, !dort, !dst, polineuropatia, ciatico, nervo ciatico, mal de parkinson, ' +
      'nanismo, cegueira, trombo, avc isquemico',
  },
  {
    // English terms.
    labels: HEALTH,
    weight: WEIGHT.STRONG,
    phrases:
      '(ear|eye|sinus|kidney|bladder|yeast|chest|skin|throat|lung|tooth|gum|staph) (infection|infections), ' +
      'dyscalculia, jaundice, cyanosis, ascites, erysipelas, rosacea, alopecia, urticaria, anaphylaxis, ' +
      'anaphylactic, leptospirosis, mononucleosis, rubella, tetanus, cholera, hemochromatosis, porphyria, ' +
      'osteopenia, osteomyelitis, spondylitis, kyphosis, lordosis, plantar fasciitis, rotator cuff, tenosynovitis, ' +
      'scleroderma, sarcoidosis, amyloidosis, myasthenia, muscular dystrophy, ataxia, huntington s, tourette, ' +
      'narcolepsy, neuralgia, vertigo, macular degeneration, astigmatism, bronchiolitis, pneumothorax, ' +
      'pulmonary hypertension, endocarditis, esophagitis, peritonitis, cholecystitis, pyelonephritis, ' +
      'erectile dysfunction, amenorrhea, placenta previa, hyperemesis, goiter, rickets, scurvy, dysthymia, ' +
      'anhedonia, catatonia, enuresis, intellectual disability, trisomy, sciatica, carpal tunnel, ' +
      'deep vein thrombosis, !dvt, !chf, !esrd, !tbi, guillain barre, epstein barr, hemorrhoids, hypothyroid, ' +
      'hyperthyroid, preterm labor, stillbirth, stillborn, lower back pain',
  },
  {
    // Births, injuries, dependence, and phrases of medical records.
    labels: HEALTH,
    weight: WEIGHT.PHRASE,
    phrases:
      'fratura(s|) (de|do|da|no|na), icteric(o|a), cianotic(o|a), dispneic(o|a), taquipneic(o|a), ' +
      'dependente de (crack|drogas|alcool|cocaina|opioides|heroina|morfina), ' +
      'viciad(o|a) em (crack|drogas|alcool|cocaina|remedios), ' +
      '(rompeu|rompi|lesionou|lesionei|machucou|torceu|torci|luxou) (o|a|os|as) ' +
      '(ligamento|tendao|menisco|joelho|tornozelo|ombro|pe|cotovelo|braco|perna|punho), ligamento cruzado, ' +
      'sera operad(o|a), vai operar, doacao de (medula|rim|orgaos), raquianestesia, ' +
      'anestesia (raquidiana|peridural|geral), apgar, rn vivo, ' +
      'teste d(o|a) (pezinho|orelhinha|olhinho|coracaozinho|linguinha), passou mal, principio de infarto, ' +
      'cranioencefalico, politraumatizad(o|a), usa marca passo, rebaixamento de consciencia, tratamento de canal, ' +
      'implante dentario, (extrair|extraiu|arrancou) (o|um|os) dente(s|), ' +
      '(tirou|tirei|retirou|removeu|extraiu) (o|a|os|as|um|uma) ' +
      '(utero|ovario|ovarios|rim|apendice|vesicula|baco|mama|prostata|tireoide|amigdalas|tumor|cisto|nodulo|siso), ' +
      '(deu|dar|dei) a luz, espirometria, polissonografia, eletroneuromiografia, densitometria ossea, ' +
      'cintilografia, ecodoppler, estudo urodinamico, mielograma, puncao lombar, tremor em repouso, ' +
      '(estar|estou|esta|sou|ser|sendo) gestante, (levou|levei|tomou|tomei) pontos (na|no|nas|nos), ' +
      'sonda (nasogastrica|vesical|gastrica), fralda geriatrica, desde (o|um) (avc|derrame|infarto), ' +
      'tubo de ventilacao, transfusao de, adverse event, escara(s|), visao monocular, ' +
      'pupilas (isocoricas|anisocoricas), sem intercorrencias, interprete de libras, nao verbal',
  },
  {
    // Laboratory values.
    labels: HEALTH,
    weight: WEIGHT.MEDIUM,
    phrases:
      '!tgo, !tgp, !ggt, !inr, !vhs, !pth, !psa, !vdrl, bilirrubina(s|), ferritina, amilase, lipase, troponina, ' +
      'hematocrito, neutrofilos, linfocitos, eosinofilos, leucograma, urocultura, hemocultura, acido urico, ' +
      'gama gt, fosfatase alcalina, albumina, testosterona, bilirubin, ferritin, troponin, hematocrit, ' +
      'neutrophils, amputou, deu (positivo|reagente), veio (positivo|reagente), teste(s|) (de|do) (covid|hiv), ' +
      'raquidiana, peridural, cuidador(a|) de idos(o|a)',
  },
];
