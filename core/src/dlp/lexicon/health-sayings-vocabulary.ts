// SPDX-License-Identifier: Apache-2.0
/** More diseases by everyday and clinical names, and phrases for being ill: sick calls, charts, personnel files. */
import type { VocabularyLine } from './entry.ts';
import { WEIGHT } from './health-vocabulary.ts';
import { LABEL, maskOf } from './label.ts';

const HEALTH = maskOf(LABEL.HEALTH);

export const HEALTH_SAYINGS: readonly VocabularyLine[] = [
  {
    // Diseases, Portuguese.
    labels: HEALTH,
    weight: WEIGHT.STRONG,
    phrases:
      'hidradenite, penfigo, penfigoide, liquen plano, queloide(s|), molusco contagioso, tricomoniase, ' +
      'cancro mole, ' +
      'doenca (de|do|da) (lyme|graves|wilson|gaucher|fabry|behcet|kawasaki|pompe|paget|von willebrand|peyronie|meniere|still|sangue|legg|scheuermann), ' +
      'sindrome (de|do|da) (meniere|behcet|prader willi|sjogren|antifosfolipide|x fragil|ovarios policisticos|fadiga cronica|pernas inquietas|stevens johnson|angelman|williams|kawasaki|tietze|hellp|wernicke|korsakoff|munchausen|fibromialgia|boca ardente|impacto|dumping), ' +
      'sindrome antifosfolipide, sindrome hellp, sindrome pos covid, hantavirose, raiva humana, salmonelose, ' +
      'monkeypox, oropouche, ascaridiase, teniase, esteatose, glioma, meningioma, bocio, hashimoto, prader willi, ' +
      'mucopolissacaridose, purpura trombocitopenica, !tept, compulsao alimentar, ' +
      'distrofia (de|miotonica|muscular), atrofia muscular, zumbido no ouvido, angina, ' +
      'bloqueio (atrioventricular|de ramo), sopro (no coracao|cardiaco), enfisema, refluxo gastrico, ' +
      'calculo(s|) biliar(es|), cistite, nefrite, vasculite, incontinencia (urinaria|fecal), ' +
      'bexiga (neurogenica|hiperativa), ejaculacao precoce, fimose, tem sop, esporao (de|do) calcaneo, ' +
      'imunodeficiencia, intoxicacao (alimentar|medicamentosa), bruxismo, gengivite, periodontite, sonambulismo, ' +
      'claustrofobia, claustrofobic(o|a), disforia de genero, gagueira, afasia, disfagia, dislalia, distonia, ' +
      'tremor essencial, tetraparesia, crise(s|) (hipertensiva|epileptica|asmatica)(s|), ' +
      'crise(s|) de (gota|bronquite|choro|enxaqueca|labirintite|hipertensao|coluna|rins|abstinencia|ausencia), ' +
      '(tem|tenho|teve) (gota|toc|acne|chagas|sarna|lepra), obesidade (morbida|severa|infantil), ' +
      'avc (isquemico|hemorragico), pe torto, surdez, mudez, surd(o|a) mud(o|a), surdomud(o|a), ' +
      'deficiente fisic(o|a), sarcopenia, cifoescoliose, lordose, halux valgo, osgood schlatter, trigemeo, ' +
      'cravo plantar, foliculite, carcinoma basocelular, ceratose, lesao de lca, ' +
      'lesao (medular|cerebral|do menisco|no menisco|no joelho|no ombro|ligamentar), parada respiratoria, ' +
      'choque septico, !hpb, hepatopatia, coronariopatia, esplenomegalia, diatese, sangue nas fezes, melena, ' +
      'hematemese, tuberculose pulmonar, klinefelter, leucopenia, varicocele, colostomia, ninfomania, vasculitis, ' +
      'diverticulitis, insulinodependente(s|), imunocomprometid(o|a), insulino dependente(s|)',
  },
  {
    // Diseases, English.
    labels: HEALTH,
    weight: WEIGHT.STRONG,
    phrases:
      'scabies, ringworm, trichomoniasis, botulism, monkeypox, chagas disease, leprosy, fatty liver, myeloma, ' +
      '(graves|wilson|addison|hashimoto|huntington|crohn|parkinson|alzheimer|kawasaki|peyronie|meniere)(s| s|) (disease|syndrome), ' +
      'hashimoto s, huntington s disease, prediabetes, prediabetic, type (one|two|i|ii) diabetes, thalassemia, ' +
      '!ocd, asperger(s| s|), lou gehrig, cluster headache(s|), bell(s| s) palsy, spina bifida, cataracts, ' +
      'cataract surgery, retinal detachment, pink eye, deafness, meniere, varicose veins, sinusitis, strep throat, ' +
      'tonsillitis, long covid, acid reflux, !gerd, gallstone(s|), urinary incontinence, incontinent, ' +
      'enlarged prostate, fibroids, tendonitis, tendinitis, bursitis, cleft (palate|lip), ' +
      '(third|second) degree burn(s|), food poisoning, agoraphobia, gender dysphoria, aphasia, brain injury, ' +
      'slipped dis(c|k), bulging dis(c|k), frostbite, hay fever, whooping cough, scarlet fever, yellow fever, ' +
      'typhoid, salmonellosis, has (gout|epilepsy|shingles|mono|hives|angina|cancer|ibs|als|rosacea|anemia), ' +
      'heart condition, heart arrhythmia, congestive heart, cardiac arrest, ' +
      'had (a|another) (seizure|heart attack|miscarriage|stillbirth|relapse), ' +
      'chronic (migraine|migraines|back|bronchitis|asthma|hepatitis|insomnia), anaphylaxis, sarcopenia, ' +
      'turner syndrome, marfan syndrome, ehlers danlos, rett syndrome, prader willi, fragile x, bunion(s|), ' +
      'rheumatic fever, lupus, colitis, endocarditis, polycystic, nonverbal autistic, ' +
      'autoimmune (disease|disorder|condition), immune deficiency, immunosuppressed, a(n|) eating disorder, ' +
      'bipolar (ii|i|type), manic (episode|depression), manic depressive, hearing impaired, hard of hearing, ' +
      'vision loss, partially sighted, terminal cancer, mesothelioma, palsy, hemiplegia, herniated, ' +
      'degenerative disc, spinal stenosis, frozen shoulder, tennis elbow, torn rotator, ' +
      'ruptured (disc|disk|appendix|achilles), lactose intolerance, !htn, !ckd, !nstemi, !stemi, !bph, !ibd, ' +
      'insulin dependent',
  },
  {
    // Words with another sense, and abbreviations of records.
    labels: HEALTH,
    weight: WEIGHT.MEDIUM,
    phrases:
      'cobreiro, pe de atleta, tetanus, febre alta, convalescenca, hipocondriac(o|a), sequelad(o|a), covid, ' +
      'athlete s foot, color blind, colorblind, color blindness, !ibs, a fib, hearing aids, menstruation, ' +
      'miscarried, bedridden, convalescing, sober living, overdosed, self harming, immunocompromised, ' +
      'comorbidade(s|), comorbidit(y|ies), cardiopatic(o|a), entubacao, respirador, bypass, curetagem, ' +
      'coagulograma, creatinina, anti hcv, anti hbs, hbsag, fta abs, igg, igm, !bhcg, !hcg, !fsh, dna fetal, ' +
      'ergometrico, !holter, oximetria, spo, afericao (de|da) (pressao|pa|glicemia|temperatura|sinais vitais|saturacao), gasometria, !bpc, !loas, doador(a|) de rim, desintoxicacao, ' +
      'fonoaudiologia, amamentacao, amamenta, lactante, desfralde, oxigenio domiciliar, oxigenoterapia, cpap, ' +
      'celiac, joanete(s|), doador(a|) de sangue, !tvp, !als, pc d, feeling sick, toxicologic(o|a), !thc, !beg, ' +
      '!rcr, !bnf, !acv, !rha, doctor s note, pfizer, coronavac, astrazeneca, !wbc, !rbc, !hgb, !ekg, nicu, picu, ' +
      'appy, !bun, afasic(o|a), prematuridade, convalescencia',
  },
  {
    // Phrases of people and charts, Portuguese.
    labels: HEALTH,
    weight: WEIGHT.PHRASE,
    phrases:
      '(registro|registros|anotacao|anotacoes|passagem) de enfermagem, caps ad, (acompanhamento|tratamento|atendido|atendida|encaminhado|encaminhada) (no|ao|pelo) caps, ' +
      'pos op, tirar (o|os) (siso|sisos|apendice|utero|vesicula|gesso|pontos), (entrou|entrei|caiu) em depressao, (faleceu|morreu|morreram) (de|por|com) (cancer|infarto|avc|covid|dengue|aids|overdose|complicacoes), (venceu|vencer|venci|sobreviveu ao|curou|curado|curada) (o|do|de|um|) cancer, (parou|parei|deixou|deixei) de beber, (alcoolicos|narcoticos) anonimos, frequenta o aa, ' +
      'caiu de cama, (testei|testou|testaram|deu|dei) positivo, testamos positivo, ' +
      '(tratamento|terapia) (pra|para|de|contra) (fertilidade|engravidar|infertilidade|depressao|ansiedade|cancer|dependencia|alcoolismo|cocaina|diabetes|tireoide|hiv|dor cronica), ' +
      'coleta de ovulos, congelamento de ovulos, congelar ovulos, transferencia de embriao, barriga de aluguel, ' +
      'pensamento(s|) suicida(s|), risco de suicidio, pensa em se matar, tentou se matar, se corta, se automutila, ' +
      'autoagressao, (bolsa de|usa bolsa de) colostomia, bolsa de colostomia, ' +
      'protese (de|na|no|do) (perna|quadril|joelho|femur|mama|braco|pe|valvula|mamaria), valvula mitral, ' +
      'laudo(s|) (pcd|de autismo|caracterizador|de deficiencia|da ressonancia|da tomografia|da biopsia|do ultrassom|da mamografia), ' +
      'readaptacao funcional, restricao medica, restricoes medicas, aptidao com restricao, ' +
      'inapt(o|a) (por|para o trabalho), (pet ct|petct), implante coclear, amniocentese, eletroconvulsoterapia, ' +
      'bypass gastrico, bpc (por|loas) deficiencia, bpc por deficiencia, ' +
      'cirurgia (refrativa|robotica|de redesignacao|de redesignacao sexual|vascular|toracica|neurologica|dentaria|bucomaxilo|de retina|de tireoide|de lca|de menisco|de quadril|de mama|de prostata|de ovario|de mao|de pe|de nariz|de septo|de amigdalas|da vesicula|da hernia|da coluna|do joelho|do ombro|de hemorroida|de varizes|de fimose|intrauterina), ' +
      '(marcou|marquei|fez|fiz|fara|fazer|agendou|passou por|passei por|passar por|submeteu se a|submetido a|submetida a|recupera se de|recuperando da|recuperacao da|recuperacao de|apos|depois da|pos) (a|uma|sua|minha|) cirurgia, ' +
      '(toma|tomo|tomava|tomando|toma|usa|uso|usando) (remedio|remedios|medicacao|medicamento|medicamentos|antidepressivo|antidepressivos|insulina|anticoncepcional|calmante|calmantes|tarja preta|corticoide|antibiotico|anticoagulante|hormonio|hormonios), ' +
      'em (quimioterapia|hemodialise|radioterapia|cuidados paliativos|coma|trabalho de parto|reabilitacao motora), ' +
      '(esta|ta) esperando (um|o) bebe, perdeu (a|um|o) (bebe|visao|audicao|movimento|movimentos), ' +
      '(gestante|gravidez) de (risco|alto risco|gemeos), gestacao (de risco|multipla|gemelar), ' +
      'data provavel do parto, idade gestacional, ' +
      'transplante (renal|hepatico|cardiaco|pulmonar|de medula ossea|osseo), ' +
      'fila (do|de|para) transplante, doador(a|) compativel, doador(a|) de (rim|figado|medula), tipagem sanguinea, ' +
      'sangue (tipo|do tipo) (o|a|b|ab), hemoglobina (glicada|de|baixa|abaixo), colesterol (ldl|hdl), ' +
      'pressao arterial (descontrolada|alta|baixa), febre (ha|desde|persistente), ' +
      'dor(es|) (cronica|pelvica|muscular|articular|intensa|forte|no joelho|no ombro|na lombar|na coluna|ao urinar|nas costas), ' +
      'palpitacao, palpitacoes, taquicardic(o|a), hipotens(o|a), cianotic(o|a), contusao, escoriacao, escoriacoes, ' +
      'edema (de|em|no|na) (membros|mmii|glote), mmii, mmss, bcnrr, abdome (flacido|globoso|doloroso), ' +
      'eupneic(o|a), sexo (masculino|feminino) com (dor|febre|tosse|quadro), hipotese(s|) diagnostica(s|), ' +
      'conduta (medica|expectante), alergic(o|a|os|as) (a|ao|as|aos), ' +
      'alergia(s|) (conhecida|conhecidas|referida|nega|desconhecida), nega alergias, nega comorbidades, ' +
      '(esta|estava|foi|ficou|segue|saiu|continua|entrou) (na|para a|pra|da) uti, ' +
      '(consulta|retorno|sessao|acompanhamento) (com|com o|com a|no|na) (psiquiatra|psicologo|psicologa|oncologista|cardiologista|ginecologista|neurologista|infectologista|urologista|ortopedista|endocrinologista|reumatologista|nefrologista|obstetra|mastologista|psicanalista|terapeuta|fisioterapeuta|pneumologista|hematologista), ' +
      'laudo pcd, holter, pressao (doze|treze|quatorze|quinze|dezesseis|dezoito|vinte) por, herniorrafia, hb a, ' +
      'beta h cg, laudo pc d, ' +
      'perdeu (dois|tres|um|o|os|a|parte do|parte da) (dedo|dedos|perna|braco|mao|pe|olho|rim|visao|audicao|memoria), ' +
      'extracao d(e|o|os) (siso|sisos|dente|dentes|molar|molares), ' +
      '(vai|vou|precisa|preciso) (tirar|retirar|remover|operar) (o|a|os|as|um|uma) (utero|ovario|ovarios|rim|apendice|vesicula|baco|mama|mamas|prostata|tireoide|amigdalas|tumor|cisto|nodulo|siso|coluna|joelho|hernia|ombro), ' +
      'transtorno(s|) d(e|o|a|os|as) (disco|discos|humor|sono|personalidade|fala|linguagem|aprendizagem|adaptacao|ansiedade|panico), ' +
      'brca, teste genetico, flacido indolor, abdome (flacido|globoso), murmurio, ' +
      'alergi(a|co|ca) a (gato|gatos|cachorro|cachorros|pelo|pelos|abelha|abelhas|cavalo|caes), ' +
      '(tem|tenho|teve|tive|sofre de|sofreu) (ansiedade|depressao|panico|infarto|cancer|tumor|recaida|burnout|sindrome|alergia|sequelas|hernia), ' +
      '(quebrou|quebrei|fraturei|torceu|torci|trincou) (o|a|os|as) (tornozelo|pe|dedo|braco|perna|punho|mao|costela|costelas|joelho|femur|bacia|clavicula|nariz|maxilar|cotovelo|ombro|coluna|quadril), ' +
      '(suspeita|caso|internado|internada|infectado|infectada|diagnosticado|diagnosticada|caiu|faltou|faltei) (de|com|por) (covid|dengue|gripe|virose|febre|influenza|diarreia|burnout|ansiedade|depressao), ' +
      '(laudo|receita|atestado|relatorio|exame|encaminhamento) d(o|a) (psiquiatra|psicologo|psicologa|psicanalista|fisioterapeuta|oncologista|cardiologista|ortopedista|neurologista|ginecologista|obstetra|dermatologista|endocrinologista|urologista|pediatra|reumatologista|infectologista|nefrologista|hematologista|pneumologista|neuropediatra), ' +
      'dose (da|de) (pfizer|astrazeneca|coronavac|janssen|moderna|vacina|reforco), ' +
      'ceg(o|a) (de um|do olho|de nascenca|de nascimento|desde)',
  },
  {
    // Phrases of people and charts, English.
    labels: HEALTH,
    weight: WEIGHT.PHRASE,
    phrases:
      '(died|dying|dies) (of|from) (cancer|covid|aids|an overdose|a stroke|a heart attack), (beat|survived|beating) cancer, cancer free, (quit|stopped) drinking, aa meetings, (alcoholics|narcotics) anonymous, ' +
      '(went into|go into|in active) labor, went into rehab, checked into rehab, in the icu, ' +
      'in the hospital (with|for|since|after), baby is due, due date is, expecting (twins|her|a baby), ' +
      'prosthetic (leg|arm|limb|hip|knee), colostomy (bag|), cochlear implant(s|), ' +
      'oxygen (tank|therapy|concentrator), walking frame, guide dog, brain scan, pet scan, bone scan, ' +
      'bone density, ultrasound scan, sleep study, genetic testing, pap test, glucose level(s|), blood oxygen, ' +
      'oxygen saturation, systolic, diastolic, body mass index, ' +
      '(takes|taking|took|take|on) (medication|medications|antidepressants|insulin|lithium|blood thinners|antibiotics|painkillers|anxiety medication|birth control|beta blockers|statins|metformin|methadone|suboxone|ssris|opioids|chemo), ' +
      'medical (accommodation|restriction|restrictions|history|emergency|procedure|file), ' +
      'reasonable accommodation for, workers comp (for|claim for), (egg|embryo) (freezing|retrieval|transfer), ' +
      'iui, surrogacy, high risk pregnancy, first trimester, second trimester, third trimester, trimester, ' +
      '(refill|rx|script) for, adverse reaction to, drug test (positive|came back positive), ' +
      'failed (a|the|his|her) drug test, detox (program|center|clinic), lactose intolerant, ' +
      '(open heart|knee|hip|heart|back|brain|spinal|shoulder|eye|gallbladder|thyroid|oral|dental|bariatric|emergency|bypass|gastric) surgery, ' +
      'cardiac stress test, weeks along, morning sickness, been sober, sober for, goes to aa, workers comp, ' +
      '(had|have|has|having|get|getting|got) (her|his|my|their|the|a|an) (appendix|gallbladder|tonsils|adenoids|spleen|thyroid|uterus|ovaries|ovary|kidney|tumor|cyst|mole|prostate|teeth|tooth|molar|polyp|polyps) (removed|out|taken out|pulled|extracted), ' +
      '(lost|losing|loses) (most of|some of|part of|all of|) (his|her|my|their|the) (hearing|sight|eyesight|vision), ' +
      'hard of hearing, going (deaf|blind), blind in (one|his|her|the), deaf in (one|his|her|the), ' +
      'lost (a|his|her|two|three) (finger|fingers|fingertip|fingertips|leg|arm|hand|eye|foot|toe|toes), ' +
      'broken (arm|leg|wrist|hip|ankle|femur), ' +
      '(has|have|had|having|got|caught|with|from) (covid|the flu|flu symptoms|a fever|a concussion|dengue|strep|hives|anxiety|cancer|a seizure|seizures|insomnia|mono|allergies|chest pains|a tumor|a hernia|a miscarriage), ' +
      '(has|have|had|having|suffered|suffers|after|from|since) (a|her|his|my|the|another|) (stroke|seizure|relapse|overdose|surgery|abortion|c section|biopsy|transplant), ' +
      '(is|was|are|been|am) (immunocompromised|bipolar|anorexic|blind|deaf|infertile|bedridden|paralyzed|intubated|hospitalized|sedated|medicated|expecting a baby|in labor|on dialysis|on oxygen|on a ventilator|on chemo|on methadone|on medication|on lithium), ' +
      '(her|his|my|their) (illness|disability|surgery|chemo|therapist|psychiatrist|medication|meds|seizures|depression|anxiety|cancer|tumor|allergies|allergy|rehab|addiction|sobriety), ' +
      'sees (a|an|her|his) (therapist|psychiatrist|counselor for|neurologist|specialist for), ' +
      'treated for (depression|anxiety|cancer|addiction|hiv), ' +
      'treatment for (depression|anxiety|cancer|addiction|alcoholism|a|an|his|her|hiv|infertility), ' +
      '(suffers|suffering|suffered) from (severe|chronic|) (anxiety|depression|insomnia|seizures|allergies), ' +
      '(underwent|undergo|undergoing|scheduled for|needs|recovering from|having|had) (surgery|a biopsy|an operation|a transplant|chemotherapy|radiation), ' +
      'withdrawal from (alcohol|opioids|heroin|benzos|cocaine|meth|oxy|fentanyl|methadone), ' +
      'abd pain, (flu|covid|booster|moderna|pfizer|tetanus|allergy) (shot|shots|jab|booster|vaccine), ' +
      '(second|first|third) (pfizer|moderna|covid) (dose|shot|jab), born (premature|prematurely|preterm), ' +
      '(allergic|allergy) to (dogs|cats|horses|bees|dog hair|cat hair|pet dander|dust|pollen), ' +
      '(dog|cat|pet|dust|pollen|egg|milk|shellfish|latex|nut|bee) allergy',
  },
  {
    // Phrases about oneself or another person; the illness follows.
    labels: HEALTH,
    weight: WEIGHT.PERSON,
    phrases:
      '(to|tou|tava|ta|segue|continua|ando|anda|acordei|acordou|estamos|estive|apareceu|veio) (com|de|por), ' +
      'tadinh(o|a), reclamante, reclamad(o|a), falecid(o|a), condomin(o|a), hospede, dependente, matriculad(o|a), ' +
      'recruta, bombeir(o|a), porteir(o|a), zelador(a|), cuidador(a|), baba, faxineir(o|a), padrasto, madrasta, ' +
      'enteado, enteada, afilhado, afilhada, noivo, noiva, namorado, namorada, namorad(o|a), gemeos, ' +
      'inquilin(o|a), locatari(o|a), tripulante, comissari(o|a), grandmother, grandfather, grandma, grandpa, aunt, ' +
      'uncle, nephew, niece, sister, brother, fiance, girlfriend, boyfriend, toddler, teenager, boy, girl, woman, ' +
      'guest, nanny, roommate, coworker, co worker, teammate, attendee, traveler, traveller, renter, homeowner, ' +
      'veteran, inmate, detainee',
  },
  {
    // Professions of care. With a name, such a person is a doctor who signs a lease; "no psiquiatra" is a patient's
    // visit.
    labels: HEALTH,
    weight: WEIGHT.PROFESSION,
    phrases:
      'psicanalista, oftalmo, dentista, midwife, ob gyn, psiquiatra(s|), psicolog(o|a), fisioterapeuta, ' +
      'oncologista, cardiologista, ortopedista, neurologista, ginecologista, obstetra, dermatologista, ' +
      'endocrinologista, urologista, pediatra, reumatologista, infectologista, geriatra, surgeon, psychiatrist, ' +
      'psychologist, therapist, cardiologist, neurologist, gynecologist, obstetrician, pediatrician, ' +
      'dermatologist, hematologist, nephrologist, nefrologista, hematologista, pneumologista, otorrino, ' +
      'oftalmologista, gastroenterologista, mastologista, proctologista, anestesista, nutricionista, ' +
      'neuropediatra, fonoaudiolog(o|a), terapeuta, cirurgiao, paramedic, paramedicos, psychotherapist, ' +
      'physiotherapist, orthopedist, urologist, endocrinologist, rheumatologist, neurologista infantil, ' +
      'cirurgia(o|) dentista, ~iatra, ~oncologista, ~cardiologista, ~patologista, ~urologista',
  },
  {
    labels: HEALTH,
    weight: WEIGHT.MEDIUM,
    phrases:
      '(ao|no|na|com|com o|com a|pelo|pela|meu|minha|seu|sua) (psiquiatra|psicologo|psicologa|psicanalista|oftalmo|fisioterapeuta|oncologista|cardiologista|ortopedista|neurologista|ginecologista|obstetra|dermatologista|endocrinologista|endocrino|urologista|pediatra|reumatologista|infectologista|geriatra|nefrologista|hematologista|pneumologista|otorrino|oftalmologista|gastroenterologista|mastologista|proctologista|nutricionista|neuropediatra|fonoaudiologo|fonoaudiologa|terapeuta), ' +
      '(her|his|my|their|see|sees|seeing|saw|to a|with a|by a) (psychiatrist|psychologist|therapist|cardiologist|neurologist|gynecologist|obstetrician|pediatrician|dermatologist|hematologist|nephrologist|oncologist|urologist|endocrinologist|rheumatologist|surgeon|midwife)',
  },
  {
    // Talk of offers, offices, news, art and tables. The words beside it need one point more, and none of these falls
    // ill.
    labels: maskOf(LABEL.FIGURATIVE),
    weight: WEIGHT.IMPERSONAL,
    phrases:
      'with (meaning|significance|possibility|possibilities|expectation|irony|menace|promise), promocao, promocoes, desconto(s|), frete, gratis, preco, precos, locacao, aluguel, alugar, oferta(s|), ' +
      'assine, garantia, voucher, kit, template, em branco, formulario em branco, sale, discount, price(s|), ' +
      'free shipping, warranty, rental, vinyl, inaugurou, inaugura, inauguracao, contratacao, edital, ' +
      'concurso publico, pregao, congresso, simposio, seminario, palestra(s|), workshop, webinar, inscricoes, ' +
      'inscritos, programacao, ministerio, secretaria de saude, portaria (n|no|ms|gm|normativa|interministerial), estatistica(s|), estudo(s|), ibge, ' +
      'populacao, casos, leitos, vagas, processo seletivo, hiring, opening, openings, news, study, survey, ' +
      'researchers, statistics, inaugurated, opens, livro(s|), peca de teatro, teatro, novela, romance, ' +
      'documentario, musica, playlist, album, poema, horoscopo, signo(s|), book, books, novel, movie, song, ' +
      'tv show, episode, season, tabela, table, enum, const, schema, column, select, string, boolean, robot, robo, ' +
      'guindaste, warehouse, politica, politicas, policy, policies, regulamento, diretriz(es), cartilha, ' +
      'orientacoes, tips, how to, faq, saiba, conheca, entenda, prevencao, prevenir, awareness, prevention, ' +
      '(dia|semana|mes) (mundial|nacional|municipal|estadual) (de|da|do|contra|sem), revista, jornal, reportagem, ' +
      'noticia(s|), folheto, folder, cartaz, ' +
      'nome d(a|o) (peca|filme|livro|musica|banda|serie|novela|album|show|espetaculo), horario de funcionamento, ' +
      'telefone geral, ltda, eireli, llc, inc, dicas',
  },
];
