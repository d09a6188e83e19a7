// SPDX-License-Identifier: Apache-2.0
/**
 * Phrases of colleagues, customers and clerks for illness, expected children and leave without a disease's name. Names
 * of things and societies that are called after a disease are here too.
 */
import type { VocabularyLine } from './entry.ts';
import { WEIGHT } from './health-vocabulary.ts';
import { LABEL, maskOf } from './label.ts';

const HEALTH = maskOf(LABEL.HEALTH);

export const HEALTH_TALK: readonly VocabularyLine[] = [
  {
    // Illness by other names.
    labels: HEALTH,
    weight: WEIGHT.STRONG,
    phrases:
      'bipolar episode(s|), (manic|psychotic) (break|episode), (crise|crises) (renal|de panico|de coluna|biliar), ' +
      'ataque(s|) de (panico|ansiedade|asma|epilepsia), torn (hamstring|calf|labrum|muscle|tendon), mao pe boca, mao pe e boca, hand foot and mouth, estomatite, ' +
      'alergic(o|a) (a|ao) (ovo|ovos|leite|amendoim|camarao|gluten|lactose|soja|nozes|castanha|castanhas|trigo|corante|latex|dipirona|penicilina|iodo|ibuprofeno|amoxicilina|sulfa|abelha|abelhas), ' +
      '(afastado|afastada|dispensado|dispensada|internado|internada) (por|com) (pressao alta|hipertensao)',
  },
  {
    // Wards, leave, therapy and examinations.
    labels: HEALTH,
    weight: WEIGHT.PHRASE,
    phrases:
      '(in|to|from) (a|the|) (psych|psychiatric|mental) (ward|unit|hospital|facility|hold), (from|on a|on) psych hold, psych eval, ' +
      '(was|been|got) sectioned, on suicide watch, foi (pra|para a) ala psiquiatrica, ' +
      '(to|tou|estou|esta|ta|tava|estava|ficou|fiquei|entrou|segue|saiu|entrei) de atestado, ' +
      '(encostado|encostada) (pelo|no) inss, pericia (do|no) (meu|) inss, ' +
      '(out|off|home) sick, (calling|called|call|calls) (in|off|out) sick, signed off sick, ' +
      '(passei|passou|passamos|virei|virou) a (noite|madrugada) no (hospital|pronto socorro), ' +
      '(to|tou|estou|ta|esta|estamos|tamo) esperando (bebe|nenem|gemeos|um bebe|um nenem|uma menina|um menino), ' +
      '(ganhar|ganhou|teve|tive|vou ter|vai ter) (nenem|bebe|o bebe|o nenem|um bebe|gemeos), bolsa (rompeu|estourou|rompida), ' +
      '(ta|esta|to|estou) de barrigao, expecting (our|their|her|my|his) (first|second|third|fourth) (in|child|baby), ' +
      '(lost|losing|lose) (the|her|their|our) (baby|pregnancy), ' +
      '(i use a|uses a|my|her|his) wheelchair, perdi (a|o|um|uma) (perna|braco|visao|audicao|dedo|rim|olho|mao|pe), ' +
      '(tenho|faco|fazia|fiz|comecei|larguei|na minha|da minha|pra minha) terapia, (my|her|his|in|from|after) therapy, ' +
      '(my|her|his) shrink, (i m|i am|he is|she is|he s|she s) (burned|burnt) out, ' +
      '(days|months|years|weeks) sober, sponsor from aa, aa sponsor, (frequento|frequenta) o (aa|na), ' +
      'tore (his|her|my|the|an|a) (acl|meniscus|hamstring|rotator|ligament|achilles|calf|groin|muscle), ' +
      '(agua|liquido) na pleura, bico de papagaio (na|no) (coluna|lombar|pescoco|cervical), ' +
      '(travei|travou) (a|o) (coluna|pescoco|lombar|costas), (coluna|lombar) travada, acucar (no sangue|alto no sangue), ' +
      'meu acucar (ta|esta) em, my sugar (dropped|crashed|spiked|is low|is high|was low|was high), ' +
      'labirinto atacado, tirei o gesso, (threw|thrown) (my|his|her|out my|out his|out her) back, ' +
      '(nervo|ciatico|tendao|ouvido|dente|siso) inflamado, (declined|refused) (vaccination|the vaccine|mmr), ' +
      'acuidade visual, limiar(es|) auditivo(s|), rebaixamento (auditivo|de limiar|de limiares|em agudos), neurossensorial, sensorineural, !pair bilateral, audiogram, spirometry, ' +
      '(ressonancia|tomografia|ultrassom|radiografia) (do|da|de) (joelho|ombro|coluna|cranio|cabeca|quadril|abdomen|torax|pelve|mama|tireoide|punho|tornozelo|lombar|cervical|utero), ' +
      'engravidei, (entrar|entro|entrou|sair|saio|saiu|esta|estou) (de|em) licenca maternidade, beta positivo, disclosed (ms|hiv|epilepsy|cancer|depression), (vaquinha|rifa) (da|pra|para a) cirurgia, ' +
      'perdi (um|o) bebe, ultrasound showed, (sou|ser) bipolar, ' +
      'inapt(o|a) para (empilhadeira|altura|trabalho em altura|dirigir|a funcao|funcao|espaco confinado|operar), ' +
      'aso (inapto|inapta|com restricao), (failed|fails) (the|a|his|her|) (vision|hearing|eye) (test|exam|screening), ' +
      '(vision|hearing) (test|exam|screening) (failed|abnormal), ' +
      '(esqueci|esqueceu|acabou|perdi) (o|a|meu|minha|do|da) (anticoncepcional|remedio|insulina|bombinha|pilula)',
  },
  {
    // The same, shared with things: a person must be mentioned.
    labels: HEALTH,
    weight: WEIGHT.MEDIUM,
    phrases:
      'psych (ward|unit|meds), psychiatric (ward|unit|hospital|hold|care), mental hospital, mental institution, ' +
      'ala psiquiatrica, hospital psiquiatrico, (cordao|colar) de girassol, ' +
      '(faz|faco|fazia|fazendo) tratamento (no|na|para|pra|contra|ha|desde), corte profundo, ' +
      'stomach (bug|flu|virus), embuchou, embuchada, embarrigou, foot and mouth, non verbal, nonverbal, intestino preso, ' +
      '!mmr, !obx, iud, !fiv, andador, !cvf, audiograma, audiometry, snellen, visao (no|do|de um) olho, ' +
      'vision (test|exam|screening), hearing (test|exam|screening), (left|right) ear',
  },
  {
    labels: HEALTH,
    weight: WEIGHT.AMBIGUOUS,
    phrases: 'inapt(o|a)',
  },
  {
    // First-person phrases at a counter, on the telephone or in an application.
    labels: HEALTH,
    weight: WEIGHT.PERSON,
    phrases:
      '(cliente|lead|proponente|assinante|comprador|compradora|usuaria) ' +
      '(disse|diz|relatou|relata|informou|contou|avisou|declarou|mencionou|perguntou|alegou|comentou|explicou|ligou), ' +
      '(caller|customer|client|buyer|prospect|shopper|guest) (said|says|mentioned|told|asked|disclosed|explained), ' +
      'caller, moc(o|a), rapaz, guri(a|), garot(o|a), corretor(a|), doador(a|), nora, genro, ' +
      'posso (sair|faltar|chegar|ir embora), i ve',
  },
  {
    // Things named after an illness.
    labels: maskOf(LABEL.FIGURATIVE),
    phrases:
      'parkinson s law, lei de parkinson, nonverbal (communication|cues|cue|language|reasoning), ' +
      'bico de papagaio, cataratas do, fraude(s|), golpe(s|), alta d(o|a) (boleto|cobranca), ' +
      'comprimido(s|) de cloro, capsula(s|) de (cafe|cha), ' +
      'gotas de (chuva|orvalho|tinta|limao|baunilha|detergente), rehab of (the|a|an), sangue (nos olhos|latino|novo), ' +
      'cancer com (lua|sol|venus), chassi, reboque, viga(s|)',
  },
  {
    // Societies for an illness, and titles of songs.
    labels: HEALTH,
    weight: WEIGHT.IMPERSONAL,
    phrases:
      '(alzheimer s|heart|lung|diabetes|cancer|arthritis|epilepsy|autism|parkinson s|lupus|asthma) ' +
      '(association|society|foundation|fund|charity|research institute), repertorio, sem carencia',
  },
  {
    labels: HEALTH,
    weight: WEIGHT.STORY,
    phrases:
      'setlist, set list, tracklist, track list, track listing, encore, peca infantil, lado (a|b), ' +
      '(musicas|cancoes|faixas|songs|hits) (do|da|dos|das|de|from|of|on)',
  },
];
