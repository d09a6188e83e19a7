// SPDX-License-Identifier: Apache-2.0
/**
 * Words for the general public: people in the plural, news, lessons, offers, law and software. An illness on such a
 * line belongs to no person, unless the text names one beside it.
 */
import type { VocabularyLine } from './entry.ts';
import { WEIGHT } from './health-vocabulary.ts';
import { LABEL, maskOf } from './label.ts';

const HEALTH = maskOf(LABEL.HEALTH);

export const HEALTH_PUBLIC: readonly VocabularyLine[] = [
  {
    // People in the plural.
    labels: HEALTH,
    weight: WEIGHT.GROUP,
    phrases:
      'pessoas, adultos, brasileir(os|as), mulheres, homens, criancas, idos(os|as), jovens, adolescentes, familiares, ' +
      'familias, colaborador(es|as), funcionari(os|as), empregad(os|as), trabalhador(es|as), usuari(os|as), clientes, ' +
      'participantes, voluntari(os|as), moradores, alun(os|as), estudantes, professores, profissionais, doador(es|as), ' +
      'consumidores, beneficiari(os|as), segurad(os|as), passageir(os|as), turistas, visitantes, torcedores, ' +
      'crianca(s|) de colo, fila preferencial, atendimento prioritario, quem (tem|teve|sofre|vive|convive|esta|toma|usa), (todos|todas) (os|as), toda pessoa, qualquer pessoa, ' +
      'gravidas (e|ou|podem|devem), people, adults, children, women, men, teens, teenagers, employees (who|may|are|can|should|must|with), ' +
      'volunteers, participants, scientists, experts, users, customers, families, caregivers, citizens, americans, ' +
      'brazilians, travelers, travellers, students, seniors, donors, subscribers, visitors, anyone (who|with), ' +
      'those (who|with), if you (have|are|re|suffer|take), se voce (tem|sofre|esta|toma|usa)',
  },
  {
    // Animals and their records: "minha gata" has no human health data, though a person owns it.
    labels: maskOf(LABEL.FIGURATIVE, LABEL.HEALTH),
    weight: WEIGHT.ANIMAL,
    phrases:
      '(meu|minha|nosso|nossa|seu|sua|my|our|her|his|) (cachorro|cachorra|gato|gata|cadela|egua|cavalo|dog|cat|puppy|kitten|horse|cow|pet), ' +
      'cachorr(os|as), gat(os|as), caes, filhote(s|), rebanho(s|), gado, bezerro(s|), vaca(s|), eguas, cavalos, potro(s|), ' +
      'frango(s|), aves, porc(o|a|os|as), suinos, equinos, bovinos, ovelha(s|), cabra(s|), coelho(s|), papagaio(s|), ' +
      'canin(o|a|os|as), felin(o|a|os|as), bovin(o|a), equin(o|a), suin(o|a), aviari(o|a), dogs, cats, puppies, kittens, ' +
      'horses, cows, cattle, sheep, poultry, canine, feline, equine, bovine, avian, swine',
  },
  {
    // Pets, by properties that no person has.
    labels: maskOf(LABEL.FIGURATIVE, LABEL.HEALTH),
    weight: WEIGHT.PET,
    phrases:
      'labrador, golden (retriever|de|do|da), shih tzu, pinscher, poodle, beagle, !srd, vira lata, vira latas, rottweiler, bulldog, yorkshire, pug, ' +
      'chihuahua, dachshund, doberman, husky, pastor alemao, border collie, lhasa apso, maltes, spitz alemao, pitbull, siames, maine coon, corgi, ' +
      'tabby, spaniel, terrier, retriever, greyhound, mutt, hamster, calopsita, periquito, tartaruga, jabuti, iguana, cockatiel, parakeet, ' +
      'guinea pig, ferret, foal, colt, goat, piglet, alpaca, potranca, garanhao, jumento, burro de carga, boi, touro, novilha(s|), nelore, angus, ' +
      'coleira, petshop, banho e tosa, castracao, castrad(o|a), spayed, neutered, kibble, leash, litter box, vet (says|said|visit|appointment|bill|clinic|on), ' +
      'carteirinha do pet, seu pet, racao, doacao responsavel, adocao responsavel, miados, late muito, abanando',
  },
  {
    // Tables have plural names too, and hold one person per row.
    labels: HEALTH,
    weight: WEIGHT.COMMON,
    phrases:
      '(update|from|into|table|join) (alunos|alunas|clientes|usuarios|funcionarios|colaboradores|pessoas|estudantes|segurados|beneficiarios|participantes|users|customers|students|people|participants)',
  },
  {
    // Places and times with a capital, which name no person: words without labels.
    labels: 0,
    phrases:
      'monday, tuesday, wednesday, thursday, friday, saturday, sunday, january, february, march, april, may, june, july, august, ' +
      'september, october, november, december, segunda, terca, quarta, quinta, sexta, sabado, domingo, feira, janeiro, fevereiro, ' +
      'marco, abril, maio, junho, julho, agosto, setembro, outubro, novembro, dezembro, brasil, brazil, brasilia, campinas, recife, ' +
      'salvador, curitiba, manaus, rio, sao, santo, santa, belo, horizonte, fortaleza, belem, goiania, porto, alegre, natal, ' +
      'florianopolis, cuiaba, maceio, aracaju, teresina, bahia, minas, gerais, parana, pernambuco, ceara, amazonas, goias, ' +
      'portugal, lisboa, europa, africa, asia, america, argentina, chile, china, india, japan, japao, london, londres, paris, york, ' +
      'texas, california, boston, chicago, florida, canada, mexico, england, europe, germany, france, spain, italy, english, ' +
      'covid, google, netflix, instagram, youtube, linkedin, tiktok, facebook, amazon, microsoft, universidade, university, ' +
      'auditor, analyst, manager, specialist, assistant, technician, director, coordinator, claims, medical, clinical, forensic, ' +
      'department, center, centre, council, office, team, group, board, committee, courses, evening, free, nature, lancet, reuters, ' +
      'folha, globo, estadao, guardian, times, post, cnn, bbc, fiocruz, butantan, science, health, care, services, plus, premium, ' +
      'youtube, spotify, whatsapp, android, windows, excel, word, brasileiro, brasileira, federal, estadual, municipal, nacional, ' +
      'jan, feb, mar, apr, jun, jul, aug, sep, sept, oct, nov, dec, fev, abr, ago, set, out, dez, mon, tue, wed, thu, fri, sat, sun, ' +
      'seg, ter, qua, qui, sex, sab, faculdade, instituto, institute, fundacao, foundation, associacao, association, sociedade, conselho, camara, senado, ' +
      'congresso, shopping, parque, teatro, museu, igreja, escola, school, college, internet, black, ltda',
  },
  {
    // News, research and campaigns.
    labels: HEALTH,
    weight: WEIGHT.IMPERSONAL,
    phrases:
      'horoscope(s|), walk for, run for, register your, fundraiser, gala, charity, banner(s|), poster(s|), testing week, paper(s|), ' +
      'deep learning, machine learning, constelacao, constelacoes, mito(s|), blog, artigo(s|), podcast, newsletter, manchete, pesquisador(es|a|as), cientista(s|), ' +
      'pesquisa (mostra|aponta|revela|indica|sobre|da|do), scientist(s|), research, oms, anvisa, fda, approves, ' +
      '(newly|recently|fda|ema|conditionally) approved, approved by (the|fda|ema|anvisa|regulators), approved (drug|drugs|vaccine|vaccines|treatment|treatments|therapy|therapies), ' +
      'aprova, mutirao, campanha(s|), campaign(s|), outubro rosa, novembro azul, setembro amarelo, dezembro vermelho, ' +
      'dezembro laranja, maio roxo, acao gratuita, surto(s|) de, epidemia(s|), outbreak, epidemic, por cento, percent, ' +
      'habitantes, fila(s|) de espera, ensaio clinico, ensaios clinicos, clinical trial(s|), fase iii, phase iii, ' +
      'hospitais, hospitals, comunicado, comentarista, acessibilidade, accessibility, o evento, regras, rules, ministr(o|a), prefeitura, governo, government',
  },
  {
    // Lessons, stories, and instructions in manuals.
    labels: HEALTH,
    weight: WEIGHT.IMPERSONAL,
    phrases:
      'curso(s|), curso(s|) de cuidador(es|), modulo(s|), ementa, apostila, plano de aula, capacitacao, oficina, enem, course(s|), (new|evening|online|free) classes, turmas, module(s|), ' +
      'lecture, syllabus, class notes, textbook, roteiro, personagem, personagens, enredo, ficcao, plot, character(s|), ' +
      'fiction, screenplay, perguntas frequentes, duvidas frequentes, tire suas duvidas, frequently asked, ' +
      'glossario, glossary, wikipedia, definicao, definition, o que e, what is, como (prevenir|funciona|tratar|evitar|identificar|solicitar|pedir|agendar|tirar|obter|conseguir|saber|cuidar|lidar|escolher|reconhecer|usar), passo a passo, drill, simulate, simulado, simulacao, simulation, (indicado|proprio|ideal|recomendado|adequado) para, (suitable|recommended|intended) for, ' +
      'learn more, saiba mais, side effects, efeitos (colaterais|adversos), bula, contraindicac(ao|oes), ' +
      'contraindications, ask your doctor, (consulte|procure) (seu|um|o) medico, do not exceed, nao exceder, ' +
      'keep out of reach, manter fora do alcance, (dia|semana|mes) (mundial|nacional) (do|da|de)',
  },
  {
    // Stories, by their verbs: tell, follow, star. Persons in rules are no more real.
    labels: HEALTH,
    weight: WEIGHT.STORY,
    phrases:
      '(film|movie|novel|book|show|series|story|play|drama|comedy|documentary|memoir|sitcom|thriller) ' +
      '(follows|about|tells|is about|features|stars|where|in which|centers|depicts|portrays|explores), ' +
      '(filme|livro|serie|novela|peca|romance|documentario|drama|trama|conto|minisserie|longa|curta|biografia) ' +
      '(conta|narra|mostra|acompanha|retrata|sobre|em que|traz|aborda|fala|gira em torno), ' +
      'e (o |)tema (de|da|do), sera tema, is the (theme|topic|subject) of, protagonista, protagonist, main character, lead character, the plot, sinopse, synopsis, storyline, ' +
      'interpreta (um|uma|o|a), vive (um|uma) (medico|medica|paciente|personagem|jovem), plays (a|an) (doctor|patient|nurse|woman|man|boy|girl), ' +
      'novela das (seis|sete|oito|nove), fan fiction, fanfic, ' +
      '(women|men|people|mulheres|homens|pessoas|adultos) (over|under|acima de|a partir de|com mais de|entre), ' +
      'devem (fazer|tomar|procurar|evitar|receber|realizar), (deve|devem) (custear|cobrir), ' +
      'no capitulo, in chapter, spoiler(s|), roteiro cena, fictici(o|a), fictional, caso clinico para, vignette, vinheta, ' +
      'qual (a conduta|o diagnostico|a melhor conduta|e a conduta|e o diagnostico), next step, most likely diagnosis, assinale, alternativa correta, exercise a, ' +
      '(tera|terao) direito (a|ao|aos), (fara|farao|faz|fazem) jus (a|ao), (devera|deverao) (apresentar|comprovar|enviar|informar), quando (solicitado|exigido|cabivel), mediante apresentacao, ' +
      'na hipotese de, (is|are|be) entitled to, shall (provide|submit|present|be|have), must (be accompanied|submit|provide|present|upload)',
  },
  {
    // Goods and their prices.
    labels: HEALTH,
    weight: WEIGHT.IMPERSONAL,
    phrases:
      'a venda, (vendo|vende se|alugo|aluga se|troco|compro|doo|doa se) (um|uma|andador|cadeira|muletas|muleta|cama|cilindro|bota|colar|inalador|nebulizador|aparelho|cpap|bengala), ' +
      'for sale, retirar com, tratar com, (gently |)used once, ' +
      'sem juros, pronta entrega, disponivel em, disponiveis em, available in, comes in, comes with, ships (in|tomorrow|today|now|within|from|free), ' +
      'pack of, packs of, set of, box of, boxes of, caixa (com|c), caixas (de|com), pacote com, frascos, cartela(s|), sku, cores, colour(s|), color(s|), ' +
      'lavavel, impermeavel, washable, waterproof, recarregavel, rechargeable, bluetooth, usb, add to cart, adicionar ao carrinho, ' +
      'carrinho de compras, in (navy|black|white|grey|gray|blue|pink), (medidor|monitor|aparelho) de (pressao|glicemia), ' +
      'medidor, capa para, suporte para, almofada, travesseiro, colchao, mochila, estojo, adesivo(s|), camiseta, caneca, ' +
      'mat, pain relief, pouch(es|), cushion, pillow, mattress, sticker(s|), t shirt, mug, tote, keychain, sizes, socks, antialergic(o|a), brand new, novo modelo, lancamento, ' +
      'batteries, pilhas, refil, sache(s|), chas, cha para, cha de, herbal, supplement(s|), suplemento(s|), deliver to, delivered to, ' +
      'dock, pallet(s|), palete(s|), purchase order, pedido de compra, ordem de compra, preco unitario, unit price, cotacao, pregao, atacado, ' +
      'wholesale, retail, varejo, reseller, revenda, cupom, in stock, out of stock, restock, reabastecer, ean, ncm',
  },
  {
    // Warnings on labels and leaflets.
    labels: HEALTH,
    weight: WEIGHT.IMPERSONAL,
    phrases:
      'may contain, pode conter, contem (gluten|leite|lactose|soja|ovo|amendoim|derivados|tracos), nao contem, traces of, tracos de, ' +
      '(not|un) suitable for, inadequado para, (nao use|nao tome|nao utilize|nao indicado|evite o uso), (do not|don t) (use|take) if, se for alergic(o|a), ' +
      'if (you are|you re|allergic|pregnant|breastfeeding), caso voce, posologia recomendada, ' +
      'sugar free, gluten free, sem gluten, sem lactose, sem acucar, dairy free, nut free, ingredientes, ingredients, modo de preparo, ' +
      '(list|state|describe|disclose) any, any (known|allergies|food), informe (se|suas|seus|qualquer|caso), selecione, select one, choose one, nao se aplica, not applicable, ' +
      'primeiros socorros, first aid, quiz, trivia, flashcard(s|), manutencao (preventiva|corretiva|do aparelho|do equipamento), calibracao, calibration, ' +
      'farmaceutic(a|as), pharma, shares, aprovacao (de|do|da) (remedio|medicamento|vacina|farmaco), ' +
      'colher de sopa, colheres, xicara(s|), tablespoon(s|), teaspoon(s|), cups of, preheat, forno',
  },
  {
    // Figures of public health.
    labels: HEALTH,
    weight: WEIGHT.IMPERSONAL,
    phrases:
      'prevalencia, prevalence, incidencia (de|da|do), incidence of, mortalidade, mortality, morbidade, cobertura vacinal, vaccin(e|ation) (coverage|rates|rate|uptake|hesitancy|campaign|drive|drives|policy), ' +
      'coverage (reached|rose|fell|of|is|was), target group, grupo(s|) (prioritario|alvo|de risco|prioritarios), risk group(s|), (diz|segundo|conforme|aponta|mostra) o boletim, o boletim (aponta|mostra|diz|registra|informa), boletim (epidemiologico|semanal|da dengue|da covid), health bulletin, epidemiolog(ia|ico|ica|y|ical), ' +
      'rates (of|fell|rose|dropped|climbed|are|among|in), rate of, taxa(s|) de, indice de (obesidade|mortalidade|vacinacao|transmissao), em media, on average, ' +
      'per capita, per thousand, urban areas, rural areas, nationwide, worldwide, em todo o (pais|mundo|estado), no pais, na regiao, no estado, no municipio, ' +
      'infections in, infeccoes em, new (infections|cases), novos casos, casos (de|confirmados|suspeitos|notificados), deaths, mortes, obitos, ' +
      'one in (ten|five|four|three|six|seven|eight), (um|uma) em cada, according to, segundo (o|a|os|as) (ibge|oms|ministerio|estudo|boletim|pesquisa|secretaria|relatorio|levantamento), ' +
      'relatorio (da|do) (oms|ministerio|ibge|onu), levantamento, censo, census, public health, saude publica, vigilancia, health department, health officials, ' +
      'in adults, in children, among (adults|children|women|men|teens|workers|seniors), entre (adultos|criancas|mulheres|homens|jovens|idosos|trabalhadores)',
  },
  {
    // Offers, jobs, stock and plans.
    labels: HEALTH,
    weight: WEIGHT.IMPERSONAL,
    phrases:
      '(looking|searching) for (a|an), (experience|experienced) (in|with), experiencia (em|com|na|no|previa), years of experience, anos de experiencia, apply (now|by|at|online), ' +
      'candidate(s|) (must|should|will|with), candidatos (devem|com|interessados), envie (seu|o) curriculo, send your (cv|resume), full time, part time, ' +
      'you will (be|work|review|join|lead|support|manage|help|learn), join (our team|us), responsibilities, responsabilidades, atribuicoes, coparticipacao, ans, rol da ans, tjsp, trf, tst, annual limit, limite anual, acuracia, accuracy, auc, held out, model card, predicts, ' +
      'modelo (que|preditivo), treinamos, placeholder, option value, option, nome tecnico, e o nome, recruta (voluntarios|pacientes), ' +
      'sintomas (da|do) (dengue|gripe|covid|doenca|menopausa|depressao|diabetes|infarto|avc), include fever, symptoms include, ' +
      '(into|table) (diagnosticos|doencas|cids|cid|icd|diseases|diagnoses|conditions|medicamentos|drugs|medications), ' +
      'guiche, caixa preferencial, senha preferencial, absenteeism, absenteismo, hiring, job ad, (night|day) shift, (private|public) hospital, licence required, license required, (rn|coren) (licence|license|ativo), enrol(l|) (by|now), ' +
      'regime (clt|pj), vale refeicao, banco de talentos, estamos contratando, we are hiring, ' +
      'pos graduacao, graduacao em, especializacao em, mestrado, doutorado, mba, enfase em, bachelor(s| s|), master s, phd, degree in, ' +
      'introduction to, introducao (a|ao), certification, aula(s|) (sobre|de|inaugural|aberta), lesson(s|) on, class on, lecture on, (gave|giving|give) (a|the) talk (on|about), ' +
      'carga horaria, credit hours, keynote, speaker(s|), meetup, painel sobre, panel on, roda de conversa, live sobre, ' +
      'apolice (cobre|exclui), (seguro|plano|policy|plan|insurance) (cobre|covers|cobrem|pays|paga), cobertura (de|para) (emergencias|despesas|parto|internacao), ' +
      'clt, vaga(s|) para, vaga(s|) de, (contrata|contratamos|procuramos|buscamos), curriculo(s|), salario, salary, job(s|), ' +
      'requirements, requisitos, estoque, inventario, inventory, in stock, cx, compre, vende, vendem, vendido, vendidos, ' +
      'mais vendid(o|a), best selling, seller, supplier, distribuidora, atacado, licitacao, carencia, ' +
      'benefits plan, pacote de beneficios, copay, deductible, brochure, racao, pet shop, veterinari(o|a)',
  },
  {
    // Law and software.
    labels: HEALTH,
    weight: WEIGHT.IMPERSONAL,
    phrases:
      'lei, decreto, sumula, jurisprudencia, stf, stj, statute, act of, (an|the|um|o) app, app (para|que|de|to|for|that), ' +
      'aplicativo (para|que|de), widget, sdk, as a user, como usuario, lookup, fixture(s|), mock(s|), dataset, ' +
      'varchar, bigint, create table, method, returns, function, struct, interface',
  },
];
