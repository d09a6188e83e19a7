// SPDX-License-Identifier: Apache-2.0
/**
 * Injuries of sport, procedures, devices of daily life, dependence, births, teeth, accidents at work and leave. The
 * wording is that of team sheets, notes to school, prayer requests and talk among neighbours.
 */
import type { VocabularyLine } from './entry.ts';
import { WEIGHT } from './health-vocabulary.ts';
import { LABEL, maskOf } from './label.ts';

const HEALTH = maskOf(LABEL.HEALTH);

export const HEALTH_LIFE: readonly VocabularyLine[] = [
  {
    labels: HEALTH,
    weight: WEIGHT.STRONG,
    phrases:
      'legally blind, safenad(o|a), torn (mcl|lcl|pcl|ucl), neurodivergent(e|), neuroatipic(o|a), dislexic(o|a), ' +
      'intolerancia (a|ao) (lactose|gluten|frutose|leite), intolerante (a|ao) (lactose|gluten|frutose|leite), ' +
      'principio de (derrame|avc|infarto|enfarte|pneumonia), escarlatina, roseola, furunculo, ' +
      '(triple|double|quadruple|coronary) bypass, brain bleed, abscessed, hot flashes, head lice, ' +
      '(perforated|ruptured) eardrum, toothache, tubal ligation, binge eating, anosmia, tourette(s| s)',
  },
  {
    // Injuries, Portuguese.
    labels: HEALTH,
    weight: WEIGHT.STRONG,
    phrases:
      'cruzado (anterior|posterior), (rompeu|rompi|lesionou|lesionei|operou|operei) (o|os) (lca|lcp|cruzado|cruzados), ' +
      '(rompeu|rompi|lesionou|lesionei|machucou|machuquei|fissurei|luxou|deslocou|desloquei|fissurou|estirou|distendeu|contundiu|trincou|trinquei|fraturou|fraturei|quebrou|quebrei) ' +
      '(o|a|os|as|um|uma) (aquiles|panturrilha|posterior|adutor|virilha|coxa|ombro|joelho|tornozelo|punho|pulso|cotovelo|costela|costelas|clavicula|dedo|tibia|fibula|femur|bacia|umero|radio|coccix|pescoco|lombar|musculo|tendao|menisco|mandibula|maxilar|patela|escafoide|metatarso), ' +
      '(sentiu|senti) (a|o) (posterior|panturrilha|coxa|virilha|lombar|adutor|joelho|tornozelo), ' +
      '(distensao|estiramento|contratura|lesao) (muscular|na panturrilha|na coxa|no adutor|na posterior|na virilha|grau|no biceps), ' +
      '(levei|levou|tomou|deram) (dois|tres|quatro|cinco|seis|sete|oito|dez|doze) pontos (na|no), (mordida|mordidas) de (cachorro|cobra|gato|aranha|macaco), (tomei|tomou|tomar) (a |)antirrabica, ' +
      'fissura (na|no|da|do) (costela|tibia|pe|tornozelo|punho|dedo), (saiu|saiu de campo) de maca, ' +
      '(quebrei|quebrou|lascou|perdi|perdeu|trincou) (um|o|dois|os) dente(s|), (quebrou|quebrei|fraturou|rachou) a cabeca, ' +
      '(levou|levei|tomou) (um|uma|) (coice|mordida|picada|choque) (de|no|na), (picado|picada|mordido|mordida) por (cobra|escorpiao|aranha|jararaca|cachorro)',
  },
  {
    // Injuries, English.
    labels: HEALTH,
    weight: WEIGHT.STRONG,
    phrases:
      'broken (thumb|finger|toe|nose|jaw|rib|ribs|collarbone|elbow|pelvis|kneecap|foot|hand), ' +
      '(pulled|strained|tweaked|tore|ruptured|popped) (a|an|his|her|my|the|their) (hamstring|groin|calf|quad|achilles|oblique|muscle|biceps|pec|rotator|acl|mcl|meniscus|labrum|tendon|ligament), ' +
      '(sprained|twisted|rolled|dislocated|separated|broke|fractured|injured|busted|hurt|jammed|shattered) (a|his|her|my|their) (ankle|wrist|knee|kneecap|shoulder|elbow|collarbone|hip|arm|leg|foot|toe|finger|thumb|nose|jaw|rib|ribs|tailbone|back|neck|hand|pelvis|femur), ' +
      '(high |)ankle sprain, (acl|mcl|ucl|achilles|hamstring|meniscus|labrum) (tear|rupture|injury|repair|reconstruction|strain|surgery), ' +
      '(groin|calf|hamstring|quad|back|oblique) strain, stress fracture, stretchered off, concussion protocol, ' +
      '(knee|shoulder|ankle|hip|elbow|back|head|neck|hamstring|groin) injury, on crutches, in a (cast|sling|walking boot), walking boot, ' +
      '(uses|using|needs|with) (a|his|her) (walker|cane|rollator|white cane|catheter|feeding tube|cpap|nebulizer), ' +
      '(stung|bitten) by a (bee|wasp|snake|spider|scorpion|dog)',
  },
  {
    // Hearts, lungs and daily medical devices.
    labels: HEALTH,
    weight: WEIGHT.PHRASE,
    phrases:
      'ponte(s|) de safena, valvula (do coracao|cardiaca|aortica|tricuspide), (veia|veias|arteria|arterias|carotida) (entupida|entupidas|obstruida|obstruidas), ' +
      'coracao (crescido|dilatado|inchado), (colocou|colocar|pos|implantou|implantar|tem|tenho) (um|dois|tres|quatro|o|os|) (stent|stents|marcapasso|marca passo), ' +
      'valve replacement, (blocked|clogged) (artery|arteries), angiogram, cardioversion, on (a ventilator|oxygen|dialysis|bed rest|fmla|blood thinners), ' +
      '(concentrador|cilindro|balao|torpedo|tubo|cateter) de oxigenio, oxigenio (em casa|o dia|dia e noite|continuo), ' +
      '(depende|dependente|dependem) (de|do) (oxigenio|respirador|aparelho|aparelhos|insulina|hemodialise), ' +
      '(esta|ta|anda|andando|ficou|veio|vai|estou|to|chegou|segue) (de|com|usando) (muletas|andador|bengala|gesso|tala|tipoia|bota ortopedica|bota imobilizadora|colar cervical), bota imobilizadora, ' +
      '(com|usa|usando|pela|na|de) (sonda e|sonda|gtt|gastrostomia), (usa|usando) (fralda|fraldao|bengala|andador|cpap|bipap|bombinha|respirador|muletas|bolsa de estomia), bengala branca, ' +
      '(uses a|usa|dorme com|dorme de|sleeps with a) cpap, oxygen concentrator, epipen, epi pen, adrenalina na (mochila|bolsa|lancheira), caneta de adrenalina, glicosimetro, sensor de glicose, ' +
      'feeding tube, white cane, service dog, cao guia, leitor labial, le labios, reads lips',
  },
  {
    // Images and results.
    labels: HEALTH,
    weight: WEIGHT.PHRASE,
    phrases:
      '(a|minha|sua|da|na|fez|fiz|fazer|uma) tomo (do|da|veio|deu|mostrou|saiu|de), (ct|mri|mra|eeg|ekg) (showed|shows|clear|negative|positive|confirmed|revealed|came|looked|of the), ' +
      '(x ray|x rays|xray|xrays|scan|scans|biopsy|mammogram|ultrasound) (on|of|for) (his|her|my|their), (deu|veio|saiu) alterad(o|a), ' +
      'eletro (do|da|alterado|deu|normal), transvaginal, translucencia nucal, (morning after|abortion) pill, pilula do dia seguinte, ' +
      '(acusou|mostrou|apontou|revelou) (um|uma|) (lesao|nodulo|cisto|tumor|mancha|fratura|hernia|infeccao|prostata|pedra), ' +
      '(fracao de ejecao|ejection fraction), (visao|vista) (dupla|turva|embacada), (blurry|blurred|double) vision',
  },
  {
    // Dependence and mental health.
    labels: HEALTH,
    weight: WEIGHT.PHRASE,
    phrases:
      '(anos|meses|dias|semanas) sobri(o|a), (sobrio|sobria|limpo|limpa) (das|de) drogas, (limpa|limpo) (ha|faz) (um|dois|tres|quatro|cinco|seis), ' +
      '(voltou a|voltei a|parou de|parei de|largou de) (beber|cheirar|fumar crack|usar crack|usar drogas|se cortar), ' +
      '(usar|usando|fumar|fumando|cheirar|cheirando) (crack|cocaina|maconha|heroina|drogas), comunidade terapeutica, ' +
      '(an|recovering|functioning) (alcoholic|addict), gambling (addict|addiction|problem), (days|months|years) clean (today|and|from|off), ' +
      '(viciado|viciada|dependente) (em|de) (jogo|jogos|apostas|aposta|bets|remedio|remedios|calmante|medicamentos), jogador(a|) compulsiv(o|a), ' +
      'addict(ed|ion) to (opioids|opiates|heroin|cocaine|crack|meth|pills|painkillers|alcohol|gambling|fentanyl|oxy|oxycontin|benzos|porn), ' +
      'back in (treatment|rehab), checked (himself|herself|myself|themselves) (into|in) (detox|rehab|a), into detox, ' +
      '(cutting|cuts|cut|harming|harmed|starving) (himself|herself|myself|themselves), (ouve|ouvindo|escuta|ouvir|ouvia) vozes, (hears|hearing) voices, ' +
      'on the (autism |)spectrum, (foi|fui|fomos) parar (no|na) (caps|hospital|upa|pronto socorro|uti|ps|emergencia|psiquiatria), ' +
      '(esgotamento|colapso) (nervoso|mental|emocional), crise de nervos, (mental|emotional) breakdown, stress leave, sofre dos nervos, ' +
      '(i have|has|have|had|with) ms (and|since|so|for|but), accommodation(s|) for (ms|adhd|anxiety|autism|epilepsy|dyslexia|depression|pregnancy|a disability|her|his)',
  },
  {
    // Births, teeth, organ donation and the last days.
    labels: HEALTH,
    weight: WEIGHT.PHRASE,
    phrases:
      '(congelar|congelou|congelei|congelando) (os|meus|seus|) (ovulos|embrioes), laqueou, (ligou|liguei|ligar) as trompas, (her|my) tubes tied, ' +
      '(found|finding) out (she s|she is|i m|we re|they re|she was) expecting, (de|com|meu|aquele|esse) barrigao, barrigao (lindo|enorme), (fez|sofreu|teve|sofri|tive|fiz) (um|o|) aborto, ' +
      '(primeiro|segundo|terceiro) trimestre de gravidez, repouso absoluto, wisdom (teeth|tooth), (fazer|fez|fiz|faz) (um|o|) canal (no|do|em) (dente|molar|siso), ' +
      '(doar|doou|doei|doando|receber|recebeu|recebi|ganhou|ganhar) (um|o|parte do|a|uma) (rim|figado|medula|cornea|coracao novo), ' +
      '(donate|donated|donating) (a|his|her|my|their|one|part of his|part of her) (kidney|liver|lung|bone marrow|marrow), transplant (list|waitlist|recipient|team|patient), ' +
      '(new|one) kidney, (needs|received|receives|waiting for|awaiting) a (kidney|liver|heart|lung) (transplant|donor), ' +
      'desenganad(o|a), (so|cuidados de) conforto e morfina, suspendeu o tratamento, end of life care, comfort care, (weeks|months|days) to live, ' +
      '(lost|losing) (hearing|sight|vision|feeling|consciousness) in, throat (closes|closed|swells|swelled) up',
  },
  {
    // Work, school and leave.
    labels: HEALTH,
    weight: WEIGHT.PHRASE,
    phrases:
      '(amanheci|acordei|acordou|estamos|estao|chegou|veio) (todos |todas |)com (covid|diarreia|febre|dengue|gripe|virose|vomito|tontura|dor de garganta), ' +
      '(ruim|mal|travado|travada|ferrado|ferrada) da (coluna|lombar|garganta|barriga|gastrite), episodios de (diarreia|vomito|convulsao|febre|panico), ' +
      '(incapacidade|invalidez) (total|parcial|permanente|temporaria) (do|da|para), incapaz para o trabalho, lendea(s|), bee sting(s|), epipens, epi pens, ' +
      '(passed|died|passed away) from (a|an|the) (stroke|aneurysm|heart attack|overdose), (sofreu|teve|com) queimaduras, queimaduras (na|no|nas|pelo|de), ' +
      '(furou|furei|perfurou|espetou) (com|na) (agulha|a agulha|uma agulha), agulha contaminada, needlestick, (year|years|month|months|days) sober, ' +
      '(undergoing|starts|started|starting|finishing|finished) chemo, (her|his|my) water broke, water broke, (na|da) incubadora, ' +
      '(aparelho|aparelhos) (no|nos) (ouvido|ouvidos|dente|dentes|dois ouvidos), ajuda de (aparelho|aparelhos|respirador), (teve|deu|tendo|em) um surto, ' +
      '(upped|raised|lowered|doubled|adjusted|changed) (his|her|my) (dose|meds|medication|insulin), nosebleed(s|), ' +
      '(abrir|abriu|abri|abrimos|emitir|emitiu|emiti|registrar|registrou|abertura de|abertura da|emissao de|emissao da) (a|uma|) cat (para|pra|do|da|de|por|no), ' +
      '(cortou|cortei|amputou|prensou|prensei|esmagou|decepou|queimou|queimei|furou|furei|machucou|machuquei|inchou|inchei|imobilizou|engessou|enfaixou) (o|a|os|as|um|dois) (dedo|dedos|mao|maos|braco|pe|perna|rosto|olho|pulso|punho|tornozelo|joelho|ombro), ' +
      'ler (no|na|nos|nas) (punho|punhos|mao|maos|ombro|ombros|braco|bracos), readaptad(o|a) por, ' +
      '(nao pode|evitar|sem) (pegar|carregar|levantar) peso, (encostou|encostei|encostar) (no|pelo) inss, ' +
      '(baixei|baixou|baixar) (no |)hospital, (afastado|afastada|licenca|atestado|faltou|parado|parada|encostado|encostada) por causa d(o|a) (coluna|joelho|ombro|pressao|coracao|perna|braco), ' +
      'por causa d(o|a) (ombro|joelho|tornozelo|lombar|quadril|hernia|tireoide|asma|prostata|menisco|ciatico), ' +
      '(medico|medica|doutor|doutora|psiquiatra|ortopedista) (deu|afastou|internou|receitou|proibiu|suspendeu|operou|diagnosticou|engessou), ' +
      'recaiu (no|na|nas|em|com o|com a) (alcool|bebida|bebidas|cachaca|crack|cocaina|droga|drogas|heroina|maconha|oxi|pinga|vicio), ' +
      'termo de compromisso do paciente, (sent|came|went) home (with a fever|sick|vomiting|with pink), (degree|graus) fever, febre (de|a) (trinta|quase)',
  },
  {
    // Words that things share: a person must be mentioned.
    labels: HEALTH,
    weight: WEIGHT.MEDIUM,
    phrases:
      'enfarte, enfartou, enfartad(o|a), carie(s|), dentadura, dentures, brotoeja(s|), verruga(s|), assadura(s|), frieira(s|), tercol, timpano(s|), ' +
      'requested (an |)accommodation, !rsv, !vsr, croup, febrao, febrinha, febricula, hiperatividade, morfologico, climaterio, ' +
      '(called|calling|call) out (today|tomorrow|tonight|again), (can t|cannot) (have|eat) (nuts|peanuts|gluten|dairy|shellfish|eggs|lactose|wheat|soy), ' +
      'grupo de apoio, (esta|ta|anda|to|estou|ficou|segue) (limpo|limpa) (ha|faz|desde), recaiu, light duty, por causa da coluna, ' +
      'manchas (na pele|no corpo|vermelhas), bolhas (na boca|no corpo|na mao), stitches, levou pontos, ' +
      'ataduras, verminose, on life support, gesso no, aparelho (ortodontico|fixo), ',
  },
  {
    labels: HEALTH,
    weight: WEIGHT.AMBIGUOUS,
    phrases:
      'deprimid(o|a), coceira(s|), barrigao, barriguda, surtou, lice, nits, hiperativ(o|a), cavities, estiramento, distensao, contratura, torcicolo, ' +
      'camisa de forca, (estou|to|ta|esta|fiquei|ficou) de molho, suor frio, calafrio(s|), chills, runny nose, nariz entupido, sore throat, catarro, ' +
      'formigamento, dormencia, caroco (no|na), lump (in|on), itchy, numbness, pus',
  },
  {
    labels: HEALTH,
    weight: WEIGHT.WEAK,
    phrases:
      'molar, molares, virilha, groin, hamstring, achilles, panturrilhas, heals, healing, torn, collarbone, eardrum, wrist(s|), ribs, calorao, caloroes, adutor',
  },
  {
    // Outings and games, as opposed to fields and moves of a program.
    labels: HEALTH,
    weight: WEIGHT.COMMON,
    phrases:
      'field trip(s|), field hockey, in the field, no jogo de (ontem|hoje|sabado|domingo), bolo (sem|de aniversario)',
  },
  {
    // Prayers, greetings to the sick, and players.
    labels: HEALTH,
    weight: WEIGHT.PERSON,
    phrases:
      'oremos, orem, rezem, pray for, prayers (for|to), prayer request, melhoras (para|pra|pro|ao|a), get well, mamae, papai, titia, vovozinha, bisavo, grandpa s, ' +
      'goleir(o|a), zagueir(o|a), atacante, ponteir(o|a), levantador(a|), tecnico do time, jogador(a|), corredor(a|) (do|da|de), nadador(a|), ' +
      'goalkeeper, goalie, striker, winger, midfielder, quarterback, pitcher, point guard, linebacker, athlete, player, swimmer, gymnast, skater',
  },
];
