/**
 * What is said to or of everybody: people in the plural, news, lessons, offers, law and software. An illness on such a
 * line is nobody's, unless the text names a person beside it.
 */
import type { VocabularyLine } from './dictionary.ts';
import { WEIGHT } from './health-vocabulary.ts';
import { KIND, maskOf } from './kinds.ts';

const HEALTH = maskOf(KIND.HEALTH);

export const HEALTH_PUBLIC: readonly VocabularyLine[] = [
  {
    // People in the plural.
    kinds: HEALTH,
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
    // Animals, and what is kept of them: "minha gata" is nobody's health, though it is somebody's cat.
    kinds: maskOf(KIND.FIGURATIVE, KIND.HEALTH),
    weight: WEIGHT.ANIMAL,
    phrases:
      '(meu|minha|nosso|nossa|seu|sua|my|our|her|his|) (cachorro|cachorra|gato|gata|cadela|egua|cavalo|dog|cat|puppy|kitten|horse|cow|pet), ' +
      'cachorr(os|as), gat(os|as), caes, filhote(s|), rebanho(s|), gado, bezerro(s|), vaca(s|), eguas, cavalos, potro(s|), ' +
      'frango(s|), aves, porc(o|a|os|as), suinos, equinos, bovinos, ovelha(s|), cabra(s|), coelho(s|), papagaio(s|), ' +
      'canin(o|a|os|as), felin(o|a|os|as), bovin(o|a), equin(o|a), suin(o|a), aviari(o|a), dogs, cats, puppies, kittens, ' +
      'horses, cows, cattle, sheep, poultry, canine, feline, equine, bovine, avian, swine',
  },
  {
    // Tables are named in the plural as well, and hold one person in a row.
    kinds: HEALTH,
    weight: WEIGHT.COMMON,
    phrases:
      '(update|from|into|table|join) (alunos|alunas|clientes|usuarios|funcionarios|colaboradores|pessoas|estudantes|segurados|beneficiarios|participantes|users|customers|students|people|participants)',
  },
  {
    // Places and times, which are written with a capital and name nobody: words of no kind.
    kinds: 0,
    phrases:
      'monday, tuesday, wednesday, thursday, friday, saturday, sunday, january, february, march, april, may, june, july, august, ' +
      'september, october, november, december, segunda, terca, quarta, quinta, sexta, sabado, domingo, feira, janeiro, fevereiro, ' +
      'marco, abril, maio, junho, julho, agosto, setembro, outubro, novembro, dezembro, brasil, brazil, brasilia, campinas, recife, ' +
      'salvador, curitiba, manaus, rio, sao, santo, santa, belo, horizonte, fortaleza, belem, goiania, porto, alegre, natal, ' +
      'florianopolis, cuiaba, maceio, aracaju, teresina, bahia, minas, gerais, parana, pernambuco, ceara, amazonas, goias, ' +
      'portugal, lisboa, europa, africa, asia, america, argentina, chile, china, india, japan, japao, london, londres, paris, york, ' +
      'texas, california, boston, chicago, florida, canada, mexico, england, europe, germany, france, spain, italy, english, ' +
      'covid, google, netflix, instagram, youtube, linkedin, tiktok, facebook, amazon, microsoft, universidade, university, ' +
      'faculdade, instituto, institute, fundacao, foundation, associacao, association, sociedade, conselho, camara, senado, ' +
      'congresso, shopping, parque, teatro, museu, igreja, escola, school, college, internet, black, ltda',
  },
  {
    // News, research and campaigns.
    kinds: HEALTH,
    weight: WEIGHT.IMPERSONAL,
    phrases:
      'walk for, run for, register your, fundraiser, gala, charity, banner(s|), poster(s|), testing week, paper(s|), ' +
      'deep learning, machine learning, constelacao, constelacoes, mito(s|), blog, artigo(s|), podcast, newsletter, manchete, pesquisador(es|a|as), cientista(s|), ' +
      'pesquisa (mostra|aponta|revela|indica|sobre|da|do), scientist(s|), research, oms, anvisa, fda, approves, approved, ' +
      'aprova, mutirao, campanha(s|), campaign(s|), outubro rosa, novembro azul, setembro amarelo, dezembro vermelho, ' +
      'dezembro laranja, maio roxo, acao gratuita, surto(s|) de, epidemia(s|), outbreak, epidemic, por cento, percent, ' +
      'habitantes, fila(s|) de espera, ensaio clinico, ensaios clinicos, clinical trial(s|), fase iii, phase iii, ' +
      'hospitais, hospitals, comunicado, comentarista, acessibilidade, accessibility, o evento, regras, rules, ministr(o|a), prefeitura, governo, government',
  },
  {
    // Lessons, stories, and what manuals tell every reader.
    kinds: HEALTH,
    weight: WEIGHT.IMPERSONAL,
    phrases:
      'curso(s|), curso(s|) de cuidador(es|), modulo(s|), ementa, apostila, plano de aula, capacitacao, oficina, enem, course(s|), module(s|), ' +
      'lecture, syllabus, class notes, textbook, roteiro, personagem, personagens, enredo, ficcao, plot, character(s|), ' +
      'fiction, screenplay, perguntas frequentes, duvidas frequentes, tire suas duvidas, frequently asked, ' +
      'glossario, glossary, wikipedia, definicao, definition, o que e, what is, como (prevenir|funciona|tratar|evitar|identificar|solicitar|pedir|agendar|tirar|obter|conseguir|saber|cuidar|lidar|escolher|reconhecer|usar), passo a passo, drill, simulate, simulado, simulacao, simulation, (indicado|proprio|ideal|recomendado|adequado) para, (suitable|recommended|intended) for, ' +
      'learn more, saiba mais, side effects, efeitos (colaterais|adversos), bula, contraindicac(ao|oes), ' +
      'contraindications, ask your doctor, (consulte|procure) (seu|um|o) medico, do not exceed, nao exceder, ' +
      'keep out of reach, manter fora do alcance, (dia|semana|mes) (mundial|nacional) (do|da|de)',
  },
  {
    // Offers, jobs, stock and plans.
    kinds: HEALTH,
    weight: WEIGHT.IMPERSONAL,
    phrases:
      'clt, vaga(s|) para, vaga(s|) de, (contrata|contratamos|procuramos|buscamos), curriculo(s|), salario, salary, job(s|), ' +
      'requirements, requisitos, estoque, inventario, inventory, in stock, cx, compre, vende, vendem, vendido, vendidos, ' +
      'mais vendid(o|a), best selling, seller, supplier, distribuidora, atacado, licitacao, carencia, ' +
      'benefits plan, pacote de beneficios, copay, deductible, brochure, racao, pet shop, veterinari(o|a)',
  },
  {
    // Law and software.
    kinds: HEALTH,
    weight: WEIGHT.IMPERSONAL,
    phrases:
      'lei, decreto, sumula, jurisprudencia, stf, stj, statute, act of, (an|the|um|o) app, app (para|que|de|to|for|that), ' +
      'aplicativo (para|que|de), widget, sdk, as a user, como usuario, lookup, fixture(s|), mock(s|), dataset, ' +
      'varchar, bigint, create table, method, returns, function, struct, interface',
  },
];
