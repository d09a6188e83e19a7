// SPDX-License-Identifier: Apache-2.0
/**
 * Health words with weights. A disease counts alone. All other words need three points together within a few lines.
 * Diseases follow the chapters of ICD-10, medicines the most prescribed ones in Brazil and the United States.
 */
import type { VocabularyLine } from './entry.ts';
import { FAMILY_NAMES, GIVEN_NAMES } from './given-names.ts';
import { LABEL, maskOf } from './label.ts';

export const WEIGHT = {
  STRONG: 4,
  /** A clinical phrase that machines share: "diagnosis of", "prescribed". It is enough where no machine is near. */
  PHRASE: 3,
  MEDIUM: 2,
  /** As heavy, but also said of a film, a market or a machine. An everyday word beside it is no proof, a person is. */
  AMBIGUOUS: 1.875,
  WEAK: 1.125,
  /** Everyday words: a result, a day, a session. All of them together count once. */
  COMMON: 0.75,
  /** "Takes": also common, but a dose with a counted unit behind it, whatever the medicine. */
  INTAKE: 0.7,
  /** "Began", "stopped": the same when a medicine follows; factories begin and stop too. */
  CHANGE: 0.65,
  /** A place or profession of care: it counts once, since a hospital is also a customer. */
  INSTITUTION: 0.5,
  /** A medical profession: a psychiatrist is also a customer, a speaker and a neighbour. */
  PROFESSION: 1.25,
  /** Mentions a person; no health word by itself. */
  PERSON: -1,
  /** Addresses the public. */
  IMPERSONAL: -2,
  /** The same for people in the plural; behind its colon a list of single persons may begin. */
  GROUP: -3,
  /** The same for animals, whose owners have names. */
  ANIMAL: -4,
  /** The same for stories, whose patients are fictitious, even those with names. */
  STORY: -5,
  /** Pets by breed and by properties of pets alone: the name beside them is the pet's. */
  PET: -6,
} as const;

/** Units of medicine doses. The millilitre also measures drinking water. */
export const DOSES: ReadonlySet<string> = new Set(['mg', 'mcg', 'ui']);
/** Medical units, which count only after a number. */
export const UNITS: ReadonlySet<string> = new Set(['mg', 'mcg', 'ml', 'ui', 'mmhg', 'mg/dl', 'bpm']);
/** Units of pregnancies. */
export const WEEKS: ReadonlySet<string> = new Set(['semanas', 'weeks']);
/** Words that two values turn into a blood pressure. */
export const PRESSURES: ReadonlySet<string> = new Set(['pressao', 'bp', 'blood pressure']);

const HEALTH = maskOf(LABEL.HEALTH);

export const HEALTH_VOCABULARY: readonly VocabularyLine[] = [
  { labels: HEALTH, weight: WEIGHT.PERSON, phrases: `${GIVEN_NAMES}, ${FAMILY_NAMES}` },
  {
    // Unambiguous diseases and conditions, Portuguese.
    labels: HEALTH,
    weight: WEIGHT.STRONG,
    phrases:
      'diabetes, diabetic(o|a), diabete, pre diabetic(o|a), hipertens(o|a), hipertensao arterial, ' +
      'hipertensao, pressao alta, soropositiv(o|a), hiv, hiv positivo, !aids, sifilis, gonorreia, ' +
      'clamidia, hpv, herpes, candidiase, leucemia, linfoma, mieloma, melanoma, carcinoma, adenocarcinoma, ' +
      'sarcoma, metastase(s|), metastatic(o|a), neoplasia(s|), oncologic(o|a), ' +
      'tumor(es|) (maligno|benigno|cerebral), ' +
      'cancer (de|do|no|na) (mama|prostata|pulmao|pele|colo|utero|colon|intestino|estomago|ovario|pancreas|figado|tireoide|garganta|boca|esofago|reto|bexiga|rim|sangue|testiculo|cerebro), ' +
      'com cancer, tem cancer, teve cancer, contra (o|um) cancer, tratando (um|o) cancer, ' +
      'tratamento (de|do|contra o) cancer, cancer metastatico, esquizofrenia, esquizofrenic(o|a), ' +
      'transtorno bipolar, transtorno afetivo bipolar, bipolaridade, ' +
      'transtorno (depressivo|de ansiedade|do panico|de panico|de personalidade|alimentar|obsessivo compulsivo|de estresse|mental|do espectro autista|ansioso|borderline|opositor|do deficit de atencao), ' +
      'transtorno de ansiedade generalizada, transtorno misto, sindrome do panico, ' +
      'sindrome de (burnout|down|tourette|asperger|west|guillain barre|marfan|sjogren), sindrome metabolica, ' +
      'sindrome do intestino irritavel, sindrome do ovario policistico, ovario(s|) policistico(s|), ' +
      'sindrome do tunel do carpo, tunel do carpo, espectro autista, tdah, epilepsia, epileptic(o|a), ' +
      'crise(s|) convulsiva(s|), convulsao, convulsoes, parkinson, alzheimer, demencia, esclerose multipla, ' +
      'esclerose, enxaqueca(s|), cefaleia, fibromialgia, lupus, artrite reumatoide, artrite, artrose, ' +
      'osteoporose, hernia(s|) de disco, hernia discal, hernia inguinal, lombalgia, dorsalgia, cervicalgia, ' +
      'ciatalgia, tendinite, bursite, epicondilite, asma, asmatic(o|a), bronquite, pneumonia, tuberculose, ' +
      'dpoc, enfisema pulmonar, fibrose cistica, hepatite(s|), cirrose, pancreatite, gastrite, ' +
      'ulcera gastrica, refluxo gastroesofagico, colite, doenca de crohn, crohn, celiac(o|a), apendicite, ' +
      'colelitiase, calculo renal, calculos renais, pedra no rim, pedra(s|) nos rins, infeccao urinaria, ' +
      'insuficiencia (renal|cardiaca|respiratoria|hepatica), doenca renal, ' +
      'doenca(s|) (cronica|autoimune|cardiaca|coronariana|degenerativa|mental|renal|rara|pulmonar|hepatica|celiaca), ' +
      'arritmia(s|), fibrilacao atrial, cardiopatia(s|), cardiopata, miocardite, ' +
      'angina (instavel|estavel|pectoris), infarto agudo, infarto do miocardio, ' +
      'sofreu um (infarto|avc|derrame), teve um (infarto|avc|derrame), acidente vascular cerebral, !avc, ' +
      'aneurisma, trombose, embolia pulmonar, tromboembolismo, anemia, anemia falciforme, hemofilia, ' +
      'hemofilic(o|a), talassemia, hipotireoidismo, hipertireoidismo, tireoidite, dislipidemia, ' +
      'hipercolesterolemia, obesidade morbida, obesidade grau, psoriase, dermatite, vitiligo, glaucoma, ' +
      'catarata, retinopatia, endometriose, pre eclampsia, eclampsia, aborto espontaneo, gravida, gravidas, ' +
      'gravidez, gestacao de (alto|) risco, gestacao gemelar, semanas de (gestacao|gravidez|gestante), ' +
      'meses de (gestacao|gravidez), paraplegic(o|a), tetraplegic(o|a), hemiplegia, amputad(o|a), amputacao, ' +
      'surdez, cadeirante, autista, gravidissima, autismo, bulimia, anorexia, alcoolismo, alcoolista, ' +
      'dependencia quimica, dependente quimic(o|a), toxicomania, ideacao suicida, ideacoes suicidas, ' +
      'tentativa de suicidio, tentou suicidio, automutilacao, surto psicotico, psicose, episodio depressivo, ' +
      'depressao (grave|moderada|leve|profunda|maior|pos parto|recorrente|cronica|bipolar|severa), ' +
      'com depressao, tem depressao, teve depressao, quadro depressivo, ' +
      'quadro de (depressao|ansiedade|panico|psicose|estresse|pneumonia|dengue), ' +
      'crise(s|) de (ansiedade|panico|asma|epilepsia|pressao alta), hanseniase, leishmaniose, malaria, ' +
      'chikungunya, toxoplasmose, meningite, septicemia, sepse, coqueluche, sarampo, catapora, caxumba, ' +
      'varicela, paralisia (cerebral|facial|infantil), escoliose, fratura(s|) exposta(s|), ' +
      'fraturou, hemorroida(s|), miopia, labirintite, imunodeprimid(o|a), imunossuprimid(o|a), colica renal, ' +
      'conjuntivite, trombofilia, infertilidade, infertil, vasectomia, traumatismo craniano, paraplegia, ' +
      'hemiparesia, doenca de chagas, h pylori, gordura no figado, esteatose hepatica, retocolite, ' +
      'diverticulite, hidrocefalia, microcefalia, espinha bifida, labio leporino, fenda palatina, estrabismo, ' +
      'ceratocone, daltonic(o|a), daltonismo, baixa visao, entorse, escabiose, covid longa, ' +
      'sangramento vaginal, trombose venosa, varizes, pedra na vesicula, tireoidectomia, ' +
      'transtorno do espectro, surd(o|a), deficiente auditiv(o|a), antidepressiv(o|os), ansiolitic(o|os), ' +
      'antipsicotic(o|os), gestacional, pe diabetico, esquizoafetivo, borderline, fobia social, agorafobia, ' +
      'bipolar tipo, estresse pos traumatico, derrame pleural, edema pulmonar, parada cardiaca, cardiomegalia, ' +
      'hernia umbilical, hernia de hiato, cancer terminal, hepatocarcinoma, glioblastoma, neuroblastoma, ' +
      'rinite, sinusite, amigdalite, otite, faringite, insonia cronica, apneia do sono, soro reagente, ' +
      'hipoglicemia, hiperglicemia, cetoacidose, neuropatia, nefropatia, polipo(s|), mioma(s|), ' +
      'nodulo(s|) (na|no) (mama|tireoide|pulmao|seio), cisto(s|) (no|de) ovario, gastroenterite, ' +
      'dengue hemorragica, desnutricao',
  },
  {
    // Unambiguous diseases and conditions, English.
    labels: HEALTH,
    weight: WEIGHT.STRONG,
    phrases:
      'diabetic, hypertension, hypertensive, high blood pressure, hiv positive, syphilis, gonorrhea, ' +
      'chlamydia, leukemia, leukaemia, lymphoma, metastatic, metastasis, oncology, oncologist, ' +
      '(breast|lung|prostate|colon|skin|ovarian|cervical|pancreatic|thyroid|bladder|brain|kidney|liver|stomach|testicular) cancer, ' +
      'cancer (diagnosis|treatment|patient|surgery|survivor|therapy), has cancer, had cancer, with cancer, ' +
      'schizophrenia, schizophrenic, bipolar disorder, panic disorder, panic attack(s|), anxiety disorder, ' +
      'generalized anxiety, eating disorder, personality disorder, post traumatic stress, ptsd, adhd, autism, ' +
      'autistic, epilepsy, epileptic, alzheimer s, parkinson s, dementia, multiple sclerosis, migraine(s|), ' +
      'fibromyalgia, rheumatoid arthritis, arthritis, osteoarthritis, osteoporosis, herniated dis(c|k), ' +
      'asthma, asthmatic, bronchitis, tuberculosis, copd, emphysema, cystic fibrosis, hepatitis, cirrhosis, ' +
      'pancreatitis, gastritis, crohn s, celiac disease, appendicitis, ' +
      'kidney (stone|stones|disease|failure|transplant), renal failure, ' +
      'heart (failure|disease|attack|surgery|condition|murmur), arrhythmia, atrial fibrillation, ' +
      'coronary artery, myocardial infarction, had a stroke, suffered a stroke, a stroke in, ' +
      'after (her|his) stroke, mini stroke, aneurysm, thrombosis, pulmonary embolism, sickle cell, hemophilia, ' +
      'hypothyroidism, hyperthyroidism, hyperlipidemia, psoriasis, glaucoma, endometriosis, preeclampsia, ' +
      'miscarriage, pregnant, pregnancy, weeks pregnant, months pregnant, paraplegic, quadriplegic, amputee, ' +
      'wheelchair user, in a wheelchair, uses a wheelchair, bulimia, alcoholism, ' +
      'substance (abuse|use disorder), drug addiction, opioid (addiction|dependence), suicidal, ' +
      'suicidal ideation, suicide attempt, attempted suicide, self harm, psychosis, psychotic, ' +
      '(major|severe|clinical|postpartum|chronic) depression, depressive (episode|disorder), with depression, ' +
      'has depression, from depression, for depression, depression and anxiety, anxiety and depression, pcos, ' +
      'lyme disease, shingles, eczema, tinnitus, gout, infertility, stent, stents, defibrillator, pap smear, ' +
      'ocd diagnosis, obsessive compulsive, suicidal thoughts, suicidal behavior, autism spectrum, ' +
      'hairline fracture, fractured (her|his|my|a|the), sprained ankle, lung disease, liver disease, ' +
      'blood disorder, heart rhythm, terminally ill, terminal illness, birth defect, colon polyps, ' +
      'hernia repair, stage (ii|iii|iv) cancer, lymphedema, anorexia nervosa, ' +
      'alcohol (abuse|dependence|addiction), postnatal depression, gestational, ectopic pregnancy, measles, ' +
      'mumps, meningitis, sepsis, chickenpox, cerebral palsy, scoliosis, down syndrome, irritable bowel, ' +
      'chronic (pain|fatigue|kidney|illness|obstructive), blood clot(s|), urinary tract infection, ' +
      'uti symptoms, gestational diabetes, sleep apnea, anaemia, tumour, malignancy, benign tumor, ' +
      'brain tumor, lupus erythematosus, ulcerative colitis, neuropathy, hypoglycemia, mastectomy, ' +
      'hearing loss, visually impaired, hearing impaired, torn (acl|meniscus|ligament), ' +
      'concussion',
  },
  {
    // Clinical acts, records and phrases that tie a fact to a person.
    labels: HEALTH,
    weight: WEIGHT.PHRASE,
    phrases:
      '(carteira|carteirinha|caderneta|cartao) (vacinal|de vacinas|de vacina), caderneta de vacinacao, respira (sem|com|por) (aparelho|aparelhos|ajuda), (uses|on|needs) oxygen, ' +
      'fainted, desmai(ou|ei), referred to (a |)(cardiology|neurology|urology|psychiatry|gynecology|orthopedics|rheumatology|endocrinology|nephrology|oncology|hematology), palpitations, azoospermia, (perdi|perdeu|perdemos) (meu|nosso|seu) bebe, deficit cognitivo, comprometimento cognitivo, declinio cognitivo, cognitive (impairment|decline), ' +
      'encaminhad(o|a) (a|ao|para|para a|pra) (cardiologia|neurologia|urologia|psiquiatria|ginecologia|ortopedia|reumatologia|endocrinologia|nefrologia|oncologia|hematologia|infectologia|psicologia|fisioterapia), ' +
      '(tirar|tirou|tirado) a propria vida, (take|took|taken) (his|her|their|my) own life, !dum, positive (covid|pregnancy|drug|hiv|tb|strep) test, agua no(s|) (pulmao|pulmoes|joelho), perda auditiva, perda de visao, perda visual, nascimento prematuro, nasceu prematur(o|a), ' +
      'incubadora neonatal, pcr positivo, ' +
      '(quebrou|fraturou|quebrei) (o|a) (femur|bacia|perna|braco|pulso|tornozelo|clavicula|mao|pe|nariz|dedo|costela|quadril|joelho), ' +
      'vai ser operad(o|a), parada cardiorrespiratoria, bariatrica, inseminacao artificial, hormonioterapia, ' +
      'terapia de reposicao hormonal, hormone therapy, mental illness, nervous breakdown, dislexia, dyslexia, ' +
      'dyslexic, paralyzed, root canal, extracao do siso, birth control pill, ' +
      'ruptura do (lca|ligamento|menisco|tendao), quimioterapia, quimio, radioterapia, imunoterapia, ' +
      'hemodialise, dialise, transplante (de|do) (rim|figado|medula|coracao|cornea|pulmao), transplantad(o|a), ' +
      'marcapasso, marca passo, perdeu o bebe, perda do bebe, ' +
      'cirurgia (bariatrica|cardiaca|de hernia|ortopedica|plastica|de catarata|de emergencia|no joelho|na coluna|no ombro|de vesicula|do coracao|de joelho|de coluna|de apendice|de miopia|eletiva|de urgencia|oncologica), ' +
      'mastectomia, histerectomia, prostatectomia, vasectomia, laqueadura, cateterismo, angioplastia, ' +
      'ponte de safena, biopsia, mamografia, colonoscopia, endoscopia, ultrassonografia, ' +
      'ressonancia magnetica, tomografia, eletrocardiograma, ecocardiograma, eletroencefalograma, hemograma, ' +
      'papanicolau, espermograma, exame toxicologico positivo, ' +
      'exame(s|) de (sangue|urina|imagem|gravidez|hiv|fezes|glicemia|colesterol|prostata|prenatal), ' +
      'exame beta hcg, beta hcg, carga viral, linfocitos cd, glicemia, glicemia de jejum, ' +
      'hemoglobina glicada, hba, glicose (em jejum|jejum), colesterol (total|ldl|hdl|alto), triglicerides, ' +
      'triglicerideos, creatinina, tsh, psa total, ureia, pressao arterial, tipo sanguineo, grupo sanguineo, ' +
      'fator rh, ' +
      'laudo(s|) (medico|psiquiatrico|psicologico|pericial medico|neurologico|clinico|do exame|radiologico|oncologico|cardiologico|anatomopatologico|ortopedico), ' +
      'pericia medica, atestado(s|) (medico|de saude|odontologico|psicologico), relatorio medico, ' +
      'receita(s|) (medica|controlada|azul|de controle especial), receituario(s|), prescricao medica, ' +
      'prontuario(s|) (medico|do paciente|da paciente|clinico|hospitalar|eletronico do paciente), ' +
      'diagnosticad(o|a|os|as) com, diagnosticad(o|a) (por|de) (medico|cancer), recebeu (o|um) diagnostico de, ' +
      'diagnostico clinico, diagnostico medico, hipotese diagnostica, ' +
      'diagnostico(s|) (principal|secundario) cid, testou positivo, testou negativo, teste positivo para, ' +
      'resultado reagente, sorologia, alta (hospitalar|medica|da uti|do hospital), recebeu alta, teve alta, ' +
      'internad(o|a|os|as), internacao hospitalar, ' +
      'internacao (na|no|em) (uti|hospital|clinica|psiquiatria|enfermaria), ' +
      'internacao (psiquiatrica|compulsoria|involuntaria), ' +
      'afastad(o|a) (por|pelo inss por|devido a|em razao de) (doenca|depressao|burnout|motivo de saude|motivos de saude|problemas de saude|problema de saude|saude|licenca medica|cirurgia|lesao|transtorno|lombalgia), ' +
      'licenca(s|) (medica|saude|para tratamento de saude|por motivo de doenca|para tratamento), ' +
      'afastamento (medico|por doenca|por saude|para tratamento), tratamento de saude, ' +
      'tratamento (oncologico|psiquiatrico|psicologico|quimioterapico|medico|medicamentoso|hormonal|de fertilidade|para fertilidade|dentario|ortodontico), ' +
      'fertilizacao in vitro, ' +
      'acompanhamento (psicologico|psiquiatrico|medico|oncologico|com psiquiatra|com psicologo|cardiologico), ' +
      'terapia (hormonal|cognitivo comportamental|ocupacional), ' +
      'sessao de (terapia|quimioterapia|fisioterapia|psicoterapia), ' +
      'sessoes de (terapia|quimioterapia|fisioterapia|radioterapia|psicoterapia|hemodialise), psicoterapia, ' +
      'faz terapia, alergic(o|a|os|as) a, alergic(o|a) ao, ' +
      'alergia(s|) (a|ao|aos|as|medicamentosa|alimentar|severa|grave) (dipirona|penicilina|amendoim|lactose|camarao|frutos do mar|gluten|latex|leite|ovo|iodo|aas|ibuprofeno|corante|amoxicilina|sulfa|medicamento|medicamentos|poeira|picada|proteina), ' +
      'alergia(s|) a, alergia(s|) medicamentosa(s|), alergia alimentar, intolerancia a (lactose|gluten), ' +
      'intolerante a (lactose|gluten), ' +
      'pessoa com deficiencia (fisica|visual|auditiva|intelectual|mental|multipla), ' +
      'deficiencia (fisica|visual|auditiva|intelectual|mental|multipla|motora), ' +
      'deficiente (fisico|fisica|visual|auditivo|auditiva|intelectual), laudo pcd, laudo de pcd, ' +
      '(pessoa|pessoas|aluno|aluna|filho|filha|crianca|menino|menina) com (tea|tdah|autismo), ' +
      'laudo (de|do) tea, cadeira de rodas, aparelho auditivo, mobilidade reduzida, ' +
      'usuari(o|a) de (drogas|crack|cocaina|insulina), reabilitacao por (alcool|drogas), ' +
      'clinica de (reabilitacao|recuperacao), uso de insulina, auxilio doenca, aposentadoria por invalidez, ' +
      'aposentad(o|a) por invalidez, incapacidade laborativa, doenca ocupacional, acidente de trabalho com, ' +
      'capacidade laborativa, pre natal, prenatal, parto (prematuro|cesareo|cesariana|normal), cesariana, ' +
      'sintoma(s|) de (depressao|ansiedade|covid|gripe|infarto|burnout|abstinencia|dengue), ' +
      'evolucao (clinica|de enfermagem|medica), anamnese, historico (medico|clinico|de saude|familiar de), ' +
      'quadro clinico, quadro de saude, ' +
      'saude mental (do|da) (colaborador|colaboradora|funcionario|funcionaria|paciente|aluno|aluna), ' +
      'remedio(s|) controlado(s|), ' +
      'remedio(s|) para (pressao|depressao|dormir|ansiedade|diabetes|o coracao|a pressao|dor), ' +
      'medicacao controlada, medicamento(s|) controlado(s|), remedio tarja preta, ' +
      'tomou (a|) (primeira|segunda|terceira) dose, carteira de vacinacao, cartao de vacinacao, ' +
      'nao vacinad(o|a), pos operatorio, pre operatorio, pos cirurgic(o|a), ' +
      'prontuario (n|no|numero), numero do prontuario, n do prontuario, exame toxicologico, ' +
      'intervencao cirurgica, sonda nasoenteral, acamad(o|a), home care, leito de uti, cesarea, parto de, ' +
      'puerperio, ' +
      '(operar|operou|opera|operei) (o|a|do|da|os|as) (coracao|joelho|vesicula|hernia|coluna|catarata|garganta|prostata|cabeca|estomago|rim|ombro|quadril|miopia|amigdalas|olho|olhos|apendice|mama|utero|tireoide|menisco|nariz), ' +
      'gestacao de (gemeos|risco), gestacao (da|do), ' +
      'exame de (psa|dna fetal|covid|vista|olho|olhos|coracao|imagem|tireoide|esforco|holter), triplice viral, ' +
      'bcg, ' +
      'vacina (da|do|de|contra a|contra o|contra) (covid|gripe|hpv|sarampo|febre amarela|hepatite|dengue|tetano|influenza|meningite|poliomielite|raiva), ' +
      'plano de parto, perda gestacional, ist positivo, guia tiss, guia sadt, laudo do medico, ' +
      'atestado de afastamento, atestado de (um|dois|tres|cinco|sete|quinze) dias, dias de atestado, ' +
      'em tratamento (para|contra|de) (o|a|) (cancer|depressao|hiv|hepatite|alcoolismo|ansiedade|tuberculose|drogas), ' +
      'doador(a|) de (orgaos|medula), ' +
      'operad(o|a) (do|da|de) (apendice|apendicite|coracao|joelho|vesicula|hernia|coluna|catarata|garganta|prostata|cabeca|estomago|rim|ombro|quadril|miopia|amigdalas|urgencia), ' +
      'covid (positivo|detectado|positive|reagente), ' +
      'dor(es|) (no peito|toracica|lombar|abdominal|cronica|de barriga|nas costas), falta de ar, tentante, ' +
      'nivel de suporte, hemodinamica, intubad(o|a), entubad(o|a), traqueostomia, ventilacao mecanica, ' +
      'cuidados paliativos, paciente terminal, coma induzido, ' +
      '(esta|estou|estava|esteve|estao|ficou|fiquei|amanheceu|segue) com (dengue|gripe|virose|febre|diarreia|tontura|infeccao|covid|colica|hemorragia|burnout|ansiedade), ' +
      '(pegou|peguei|contraiu|teve|tive|tem) (dengue|covid|virose)',
  },
  {
    labels: HEALTH,
    weight: WEIGHT.PHRASE,
    phrases:
      'chemotherapy, chemo, radiotherapy, radiation therapy, dialysis, hemodialysis, pacemaker, ' +
      'organ transplant, kidney transplant, liver transplant, bone marrow, hip replacement, ' +
      'knee (surgery|replacement), heart surgery, back surgery, bypass surgery, hysterectomy, biopsy, ' +
      'mammogram, colonoscopy, endoscopy, mri scan, ct scan, electrocardiogram, echocardiogram, ' +
      'ultrasound shows, diagnosed with, diagnosis of, was diagnosed, been diagnosed, got diagnosed, ' +
      'newly diagnosed, admitted (with|for|to the hospital|to icu|to hospital), tested positive for, ' +
      'tested positive, tested negative for, test positive for, lab results, lab result, ' +
      'blood (test|work|type|pressure|sugar|glucose|tests|results), viral load, ' +
      'cholesterol (level|levels), ldl cholesterol, ' +
      'medical (leave|condition|certificate|conditions|diagnosis|chart), sick leave, sick note, ' +
      'patient (presents|presented|reports|reported|denies|complains|admitted|discharged|history|is a|has a|was|chart|record), ' +
      'patient name, discharge summary, hospital discharge, discharged from (the|) hospital, in remission, ' +
      'was hospitalized, been hospitalized, hospitalized (for|with|after), intensive care, ' +
      'emergency room visit, on insulin, takes insulin, insulin (pump|dependent|injections), (was|were|been|am|got) prescribed, ' +
      'prescription for, prescription refill, allergic to, allergy to, allergies (include|to), food allergy, ' +
      'peanut allergy, penicillin allergy, therapy notes, therapy (session|sessions), psychotherapy, ' +
      'sees a (therapist|psychiatrist|psychologist|cardiologist), ' +
      'seeing a (therapist|psychiatrist|psychologist), physical therapy, ' +
      'mental health (issues|leave|condition|treatment|diagnosis|crisis), rehab for, in rehab, ' +
      'fertility treatment, ivf, fmla leave, disability (leave|benefits|claim|accommodation|rating), ' +
      'long term disability, short term disability, with a disability, has a disability, legally blind, ' +
      'prenatal, c section, due to (illness|surgery|a medical), chief complaint, chest pain, ' +
      'shortness of breath, abdominal pain, back pain, ' +
      'vaccination (record|records|status|card|log|history|certificate|date|proof), unvaccinated, blood donor, immunocompromised, epi pen, ' +
      'sign language interpreter, needs (an inhaler|insulin|dialysis|surgery|a transplant), food allergies, ' +
      'drug allergies, radiology report, post op, postoperative, pre op, post surgery, ' +
      'disability rating, on disability, x ray (showed|shows|of), iv drip, intubated, in a coma, er visit, ' +
      'hospital admission, hospital stay, maternity (leave|ward), hospice, palliative care, ' +
      'on antidepressants, antidepressant(s|), antipsychotic(s|), antiretroviral(s|), antirretroviral, ' +
      'antirretrovirais, anticoagulant(s|), chemo sessions, hearing aid(s|), ' +
      'recovering from (surgery|an operation|a heart attack|cancer|covid), ' +
      'surgery (on|for) (her|his|my|the|a) (knee|back|heart|shoulder|hip|spine|eye|appendix|hernia|hand|foot|ankle|tumor), ' +
      'underwent (surgery|an operation|a procedure|chemotherapy), scheduled for surgery',
  },
  {
    // Words with another sense outside medicine. Two of them count, or one with a person and a weak word.
    labels: HEALTH,
    weight: WEIGHT.MEDIUM,
    phrases:
      '!tarv, etilismo, tabagismo, engravidar, engravidou, !lca, !samu, !diu, convulsionou, lipoaspiracao, mri, ' +
      'contraceptive, birth control, menstruada, !std, !bp, !hiv, ortodontico, infartou, !pcr, !ldl, !hdl, siso(s|), statins, estatina(s|), betabloqueador(es|), beta blockers, dengue, zika, zika virus, buchuda, emprenhou, mmhg, ' +
      'diarreia, gestante(s|), licenca maternidade, amamentando, puerpera, internacao, internou, !uti, ' +
      'pronto socorro, prontuario(s|), receita azul, medicacao, prescrit(o|a), posologia, insulina, cardiac(o|a), ' +
      'hepatic(o|a), neurologic(o|a), psiquiatric(o|a|os|as), fisioterapia, ecografia, !pcd, vacinad(o|a), ' +
      'vacinacao, coluna lombar, imc, obes(o|a), tabagista, etilista, alcoolatra, pneumonia, hospitalized, ' +
      'hospitalised, icu, medication(s|), meds, insulin, antibiotic(s|), antibiotico(s|), painkillers, ' +
      'oncologist s, vaccinated, quadriplegia, corticoide, ' +
      'anti inflamatorio(s|), sprained, infected wound, !tea, !hda, !avc, menstruacao, sobriety, allergen, ' +
      'exame clinico, medicada, medicado, sedad(o|a), psiquiatria, fono, inhaler, epipen, chronic illness, ' +
      'autoimmune, autoimune, prescription(s|), mrn, tumor s, obese, bmi, creatinine, hemoglobin, hemoglobina, ' +
      'platelets, plaquetas, leucocitos, clinic(o|a) geral, mammography, nurse notes, inss por doenca, ' +
      'licenca medica, adoeceu, hospitalizad(o|a), quadro (estavel|grave), seizure(s|), anemic, queixa principal, ' +
      'ecg, eeg, !nyha',
  },
  {
    // Words that everyday talk also uses: a fever, a fracture, a relapse.
    labels: HEALTH,
    weight: WEIGHT.AMBIGUOUS,
    phrases:
      'relapsed, relapsing, fainting, coughing, wheezing, vomited, throwing up, threw up, bleeding, swollen, sprain, bruised, limping, ' +
      'gripad(o|a), resfriad(o|a), inchad(o|a), enjoad(o|a), engessad(o|a), lesionad(o|a), desidratad(o|a), afonic(o|a), rouc(o|a), ' +
      'mancando, vomitando, vomitou, tossindo, sangrando, apneia, apnea, transfusao, transfusoes, transfusion(s|), positivei, positivou, diabetic(os|as), hipertens(os|as), soropositiv(os|as), autistas, celiac(os|as), abortou, abortei, transplante(s|), vaccination, vaccinations, sonolent(o|a), desacordad(o|a), prematur(o|a|os|as), headache, headaches, ressonancia, muletas, bota ortopedica, desmaio, cocaina, crack, ' +
      'cocaine, heroin, ultrasound, crutches, menstrual, mental health, saude mental, ' +
      'prosthetic, hematoma, cancer, canceres, tumor, tumores, depressao, depressiv(o|a), bipolar, ansiedade, ' +
      'burnout, suicidio, suicida, infarto, derrame cerebral, gripe, virose, febre, febril, vomito(s|), ' +
      'nausea(s|), tontura(s|), gestacao, parto, aborto, menopausa, cirurgia(s|), medicamento(s|), remedio(s|), ' +
      'prescreveu, comprimido(s|), capsula(s|), gotas, dosagem, anestesia, hemorragia, renal, psicologic(o|a), ' +
      'ultrassom, raio x, colesterol, alergia(s|), alergic(o|a), vacina(s|), lesao, ligamento, fratura, obesidade, ' +
      'recaida, depressed, depression, anxiety, surgery, inpatient, outpatient, medicine(s|), pills, dosage, ' +
      'wheelchair, disability, deaf, allergic, allergy, allergies, vaccine, flu, fever, vomiting, dizziness, ' +
      'protese, proteses, fracture, fractures, fractured, x ray, xray, tosse, enjoo, colica, colicas, sangramento, ' +
      'inchaco, inflamacao, pilula(s|), fumante, smoker, luxacao, torcao, queimadura, cough, concussion, cego, ' +
      'cega, menopause, addict, addiction, cirurgic(o|a), surgical, psychological, fertility, abortion, overdose, ' +
      'relapse, rehab, insomnia, insonia, glucose, cholesterol, reabilitacao, burn out, doente, malignant, ' +
      'maligno, maligna, vital signs, sinais vitais, uso continuo, medical (record|records|history|report), ' +
      'health records, radiografia, acne, micose(s|), sarna, tetano, colera, ebola, lombriga(s|), lepra, refluxo, ' +
      'zumbido, concussao, gago, gaga, caspa, piolho(s|), convalescente, hives, salmonella, stutter(s|ing|), ' +
      'stammer, whiplash, nauseous, dizzy, feverish, detox, medicated, debilitad(o|a), ablacao, inseminacao, ' +
      'coagulacao, saturacao, fistula, dor de (cabeca|barriga|garganta|ouvido|dente|estomago), transtornos, ' +
      'transtorno, rash, medula, estenose, necrose, atrofia, displasia, edema, embolia, hernia(s|), cisto(s|), ' +
      'nodulo(s|), ulcera(s|), hemorragic(o|a), abscesso, gangrena, septic(o|a), prolapso, congenit(o|a), ' +
      'insuficiencia, feto, fetal, neonatal, cateter, paralisia, hernia, cyst(s|), ulcer(s|), abscess, gangrene, ' +
      'catheter, lesion(s|), newborn, paralysis, syndrome, disorder, dislocated, protrusao, extrusao, ' +
      'abaulamento, radicular',
  },

  {
    labels: HEALTH,
    weight: WEIGHT.WEAK,
    phrases:
      'pte, pcte, fisio, paciente, pacientes, patient, patients, exames, receitou, sintoma, sintomas, symptom, symptoms, doenca, ' +
      'doencas, disease, illness, dor, dores, pain, terapia, therapy, therapist s, consulta medica, ' +
      'retorno medico, repouso, alta medica, leito, cid, icd, idade gestacional, exame, sangue, transplant, ' +
      'rx, dx, hx, covid, symptoms of, infeccao, infection, infected, infectad(o|a), ' +
      'reagente, glicose, hospitalar, clinic(a|o) medica, medico, medica, medicos, physician, pericia, ' +
      'sequela(s|), incapacidade, invalidez, ' +
      'tratamento, tratamentos, treatment, diagnostico, diagnosticos, ' +
      'diagnosis, laudo, atestado, receita, receitas',
  },
  {
    // Everyday words that add weight to the words above; together they count once.
    labels: HEALTH,
    weight: WEIGHT.COMMON,
    phrases:
      'recuperacao, recovery, saude, crise, crises, cronic(o|a), aguda, grave, agudo, acute, severe, queixa, ' +
      'queixas, relata, refere, nega, denies, evolui, evolucao, deficiencia(s|), deficiente, chronic, ' +
      'clinical, dose, doses, tablets, disabled, blind, drogas, stroke, operou, operad(o|a) (do|da|de), ' +
      'car (accident|crash|wreck), diagnosticad(o|a), sick, sober, diagnosed, tea, sus, prescricao, ig, semanas, weeks, g dl, daily, ' +
      ' twice daily, once daily, por dia, ' +
      'ao dia, dias, horas, vo, iv, sc, im, afastad(o|a), afastamento, afastou, ausente, ausencia, ' +
      'falta justificada, licenca, leave, absent, missed work, operacao, operation, virus, positivo, positive, ' +
      'negativo, mg, mcg, ml, ui, mg dl, bpm, cardio, pressao, resultado, resultados, results, result, ' +
      'rehabilitation, condition, condicao, discharge, discharged, procedimento, procedure, sessao, sessoes, ' +
      'session, suspeita, suspeita de, historico, history, doctor, doctors, dr, dra, especialista, perito, ' +
      'inss, meu inss, convenio, sofre de, sofre, sofreu, suffers, suffering from, acompanhamento, detectado, detected, ' +
      'remission',
  },
  {
    labels: HEALTH,
    weight: WEIGHT.INTAKE,
    phrases:
      'toma, tomo, tomando, tomou, tomei, tomava, tomar, tome, faz uso, fazendo uso, em uso, uso diario, usa, uso, usando, ' +
      'ingeriu, ingerir, aplica, aplicar, administrar, administrad(o|a), receitou, prescreveu, prescrit(o|a), receitad(o|a), ' +
      'taking, takes, took, take, given, injects, injected, prescribed, ' +
      'comecei, iniciei, parei, larguei, suspendi, aumentei, reduzi, troquei, voltei (pro|pra|com|ao), ' +
      '(to|tou|estou|fiquei|fico|durmo|vivo|ficou) sem, i (started|stopped|quit|began), (came|coming|weaned|weaning|tapering|tapered) off, ' +
      '(go|went|going|been|am|i m|put me|put him|put her|is|s|was|back|started him|started her|started me) on, ' +
      '(been|am|i m|is|was|went|go|going|took me|took him|took her) off, switched (me|him|her|from) to, upped (my|his|her)',
  },
  {
    labels: HEALTH,
    weight: WEIGHT.CHANGE,
    phrases:
      'comecou, iniciou, parou, largou, interrompeu, trocou, voltou (pro|pra|com|ao), aumentaram, trocaram, ' +
      'started, stopped, quit, began, resumed, skipped, skipping',
  },
  {
    // Branches of medicine. A list of them belongs to a hospital, and counts once as well.
    labels: HEALTH,
    weight: WEIGHT.PROFESSION,
    phrases:
      'cardiology, neurology, urology, psychiatry, pediatrics, gynecology, orthopedics, rheumatology, endocrinology, ' +
      'nephrology, nefrologia, hematologia, infectologia, urologia, psicologia, psiquiatria, oncologia, cardiologia, ' +
      'neurologia, ortopedia, ginecologia, pediatria, dermatologia, dermatology',
  },
  {
    labels: HEALTH,
    weight: WEIGHT.INSTITUTION,
    phrases:
      'medic(o|a) (do trabalho|veterinario|veterinaria|legista), ambulancia(s|), ambulance(s|), hospital, hospitais, hospitals, clinica, clinicas, clinic, clinics, ubs, upa, laboratorio, enfermaria, ' +
      'ambulatorio, ambulatorial, enfermeir(o|a), nurse, farmacia, pharmacy, posto de saude, plano de saude, ' +
      'health plan, health insurance, unimed, emergencia medica, santa casa, maternidade, enfermagem, ' +
      'consultorio, healthcare, ward, caps, amil, hapvida',
  },
  {
    labels: HEALTH,
    weight: WEIGHT.PERSON,
    phrases:
      'ele, ela, dele, dela, meu filho, minha filha, meu pai, minha mae, minha esposa, meu marido, esposa, ' +
      '(o|a|meu|minha|seu|sua|nosso|nossa) vo, vovo, (esta|estava) com, marido, filho, filha, mae, pai, avo, irma, irmao, sobrinha, colaborador, colaboradora, funcionario, ' +
      'funcionaria, empregado, empregada, servidor, servidora, aluno, aluna, claimant, insured, patient s, ' +
      'student, colleague, worker, driver, motorista, vizinho, vizinha, amigo, amiga, professor, professora, ' +
      'gerente, chefe, candidato, candidata, candidate, client, tenant, atleta, menino, menina, bebe, sogra, ' +
      'sogro, cunhado, cunhada, tia, tio, neto, neta, minha, meu, titular, beneficiari(o|a), segurad(o|a), sr, ' +
      'sra, dona, senhor, senhora, crianca, idos(o|a), anos, estou, estava, tenho, tive, fui, sou, he, she, ' +
      'his, her, him, my son, my daughter, my wife, my husband, employee, mother, father, son, daughter, wife, ' +
      'colega(s|), palestrante, conselheir(o|a), inscrit(o|a), ' +
      '(dono|dona|tutor|tutora) (do|da|de|dos|das) (gato|gata|cachorro|cachorra|cao|cadela|cavalo|pet|gatos|cachorros|loja|imovel|labrador|golden|poodle|petshop|pinscher|shih tzu), ' +
      'o reu, a re, genitor(a|), tradutor(a|), interprete, escriv(ao|a), juiz(a|), advogad(o|a), promotor(a|), coordenador(a|), ' +
      'supervisor(a|), analista, assistente, vendedor(a|), entregador(a|), motoboy, pedreir(o|a), eletricista, cozinheir(o|a), garcom, ' +
      'garconete, costureira, jardineir(o|a), vigia, vigilante, policial, soldado, sargento, tenente, marinheir(o|a), piloto, pastor, padre, ' +
      'freira, fiador(a|), testemunha, bolsista, orientador(a|), detent(o|a), recepcionista, contador(a|), ' +
      'teacher, engineer, lawyer, judge, soldier, pilot, waiter, waitress, cleaner, janitor, guard, receptionist, accountant, intern, ' +
      'apprentice, volunteer, defendant, juror, landlord, neighbor, neighbour, babysitter, au pair, classmate, passageir(o|a), hospede, morador(a|), inquilin(o|a), estagiari(o|a), trabalhador(a|), ' +
      'operari(o|a), diarista, aprendiz, vitima, autor(a|), periciad(o|a), requerente, associad(o|a), passenger, ' +
      'resident, victim, plaintiff, applicant, ' +
      '(meus|minhas|nossos|nossas) (pais|avos|filhos|filhas|irmaos|irmas|gemeos|gemeas|alunos|vizinhos), husband, mr, mrs, years old, yo, i am, i m, i have, i was, my, nome',
  },
  {
    // Beside these, an ambiguous word is about machines, data or business.
    labels: maskOf(LABEL.TECHNICAL),
    phrases:
      'rede, redes, network, sistema, sistemas, software, hardware, banco de dados, database, api, apis, ' +
      'deploy, deployment, server, servers, servidor(es|) (web|de aplicacao|dns|proxy), build, bug, bugs, ' +
      'codigo fonte, lgpd, gdpr, malware, antivirus, cpu, disco, backup, log, logs, endpoint, endpoints, npm, ' +
      'caracteres, characters, campo opcional, campo obrigatorio, firmware, debug, debugged, debugging, feat, chore, refactor, async, await, dashboard(s|), view, views, squad(s|), divida tecnica, plano(s) de execucao, lentidao, churn, should (reject|return|render|throw|accept|handle|not), docker, kubernetes, sql, css, html, javascript, python, excecao, excecoes, exception, exceptions, erro, ' +
      'erros, error, errors, sprint, base legada, dados, data, dados pessoais, firewall, roteador, router, ' +
      'switch, memoria ram, memory leak, microservico(s|), pipeline, cluster, latencia, latency, timeout, ' +
      'query, queries, api gateway, cloud, script, plugin, ' +
      'receita (federal|liquida|bruta|recorrente|mensal|operacional|anual|de bolo|de vendas), revenue, ' +
      'pool(s|), restart, reindex, rollback, replica(s|), pod(s|), postmortem, outage, runbook, base de dados, queue(s|), cache, ' +
      'thread(s|), heap, kernel, hotfix, commit, uptime, downtime, http, tcp, dns, ssl, cron, etl, kafka, redis, postgres, mysql, ' +
      'mongodb, nginx, terraform, jenkins, grafana, prometheus, datadog, kibana, elasticsearch, lambda, mainframe, worker (process|node|pool), ' +
      'milissegundos, notebook, laptop, quarantined, quarentena de, oficina, catalisador, cilindro, ignicao, ecu, obd, injetor(es|), freio(s|), ' +
      'cambio automatico, embreagem, lavadora, secadora, rolo, toner, cartucho, fusor, placa mae, lampada, ' +
      'node, rack, gateway, hostname, status code, upstream, campo, field, form field, optional, opcional, nullable, dropdown, checkbox, controller, unit test(s|), test case(s|), ' +
      'faturamento, mercado, economica, economia, economic, market, dolar, juros, inflacao, credito, ' +
      'financeira, bolsa, acoes, stock, motor, maquina, maquinas, veiculo, veiculos, impressora, equipamento, ' +
      'bateria, battery, esgoto, agua, residuos, superficie, solo, bolo, chocolate, farinha, culinaria, jogo, ' +
      'filme, doente de (raiva|amor|saudade|ciume|rir), seja paciente, be patient, please be patient, ' +
      '(ser|sendo|tao) (tao|muito|bem|super|) paciente (conosco|com), ' +
      '(being|so|been) (so|very|) patient with, ' +
      'alta (disponibilidade|do dolar|temporada|demanda|performance|gerencia|direcao|velocidade|qualidade|resolucao), ' +
      'health check, healthcheck, health checks, liveness, readiness, campaign performance, campanha, ' +
      'administrativ(o|a), corporativ(o|a), institucional, organizacional, burocratic(o|a), politic(o|a), coletiv(o|a), ' +
      'prescribed (burn|burns|fire), compressor, camera, cameras, camera calibrada, valvula, aids to, visual aids, teaching aids, water, water quality, soil, orcamento, despesas, budget, marketing, curso, treinamento, seo, startup, produto, feature, release, contrato, fornecedor, licitacao, ' +
      'rebanho(s|), gado, ' +
      'veterinari(o|a), racao, livestock, cattle, veterinary, ' +
      'pao, fermento, acucar, xicara, forno, enum, ' +
      'sem carencia, rede credenciada, cobre consultas, consultas e exames, nosso plano, planos a partir, ' +
      'plano (empresarial|odontologico empresarial), mensalidade(s|), tabela de precos, catalogo',
  },
];
