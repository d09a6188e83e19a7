// SPDX-License-Identifier: Apache-2.0
import type { OfferedDoor } from './snippets.ts';
import type { words as en } from './words-en.ts';

type Of = (typeof en)['offered'][OfferedDoor];

const adapter = (text: string, away: string): Of => ({
  text,
  away,
  closedBy: 'O modo de falha ‘closed’ do cliente, que é o padrão.',
});

const NOT_RUN = 'O modelo lê a recusa; a ferramenta não é executada.';

const OFFERED: Record<OfferedDoor, Of> = {
  CLAUDE_CODE: {
    text: 'Pergunta antes de cada chamada de ferramenta',
    away: 'O Claude Code executaria a ferramenta se o hook falhasse ou travasse.',
    closedBy: 'onFailure: "block", que svc hook install grava; a partir da versão 2.1.295.',
  },
  CODEX: {
    text: 'Pergunta antes de cada chamada de ferramenta',
    away: 'O Codex executaria a ferramenta se o hook falhasse e ignora um hook em que você não confiou.',
    closedBy: 'O código de saída 2 no comando gravado. Depois confie no hook em /hooks.',
  },
  COPILOT: {
    text: 'Pergunta antes de cada chamada de ferramenta',
    away: 'O Copilot CLI bloqueia se o hook falha e executa a ferramenta se ele demora demais.',
    closedBy: 'O hook responde antes de timeoutSec, que svc hook install grava.',
  },
  CURSOR: {
    text: 'Pergunta antes de cada chamada de ferramenta',
    away: 'O Cursor executaria a ferramenta se o hook falhasse ou travasse.',
    closedBy: 'failClosed: true, que svc hook install grava.',
  },
  GEMINI: {
    text: 'Pergunta antes de cada chamada de ferramenta',
    away: 'O Gemini CLI executaria a ferramenta se o hook falhasse ou travasse.',
    closedBy: 'O código de saída 2 no comando gravado.',
  },
  OPENCODE: {
    text: 'Pergunta antes de cada chamada de ferramenta',
    away: 'O plugin lança um erro e a chamada para.',
    closedBy: 'Nada a configurar.',
  },
  AI_SDK: adapter('Protege as ferramentas de generateText e streamText', 'A chamada é negada com os motivos.'),
  OPENAI_AGENTS: adapter('Protege as ferramentas de um agente', 'O guardrail rejeita a chamada.'),
  LANGCHAIN: adapter('Protege ferramentas do LangChain e do LangGraph', NOT_RUN),
  MASTRA: adapter('Protege as ferramentas de um agente', NOT_RUN),
  ADK: adapter('Protege ferramentas, também como motor de políticas', 'O motor responde DENY com os motivos.'),
  CLAUDE_AGENT_SDK: adapter('Hooks de um programa que executa o Claude', 'O hook nega a chamada.'),
  CREWAI: adapter('Protege as ferramentas de uma crew', NOT_RUN),
  PYDANTIC_AI: adapter('Protege as ferramentas de um agente', NOT_RUN),
  AGENT_FRAMEWORK: adapter('Protege as ferramentas de um agente', NOT_RUN),
  FASTMCP: adapter(
    'Protege as ferramentas de um servidor seu, a cada chamada',
    'O cliente lê um erro; a ferramenta não é executada.',
  ),
  FORWARD_AUTH: {
    text: 'nginx, Caddy, HAProxy, Traefik ou Envoy perguntam a cada requisição; aqui, o Caddy',
    away: 'O proxy recusa a requisição: 500, 502 ou 403.',
    closedBy: 'A verificação de X-Svc-Event precisa ficar: um 200 de outro servidor não é um sim.',
  },
  LITELLM: {
    text: 'Analisa textos e decide chamadas de ferramentas: o proxy, por configuração; em Python, a biblioteca',
    away: 'O LiteLLM bloqueia.',
    closedBy: 'unreachable_fallback: fail_closed, que é o padrão.',
  },
  AGENTGATEWAY: {
    text: 'Textos são analisados: o endereço do webhook dele, com a chave em Authorization',
    away: 'O agentgateway recusa a requisição.',
    closedBy: 'Nada a configurar. Chamadas de ferramentas são perguntadas por extAuthz, como no forward-auth.',
  },
  COPILOT_STUDIO: {
    text: 'A detecção externa de ameaças dele, atrás de um proxy seu que verifica o token e acrescenta a chave',
    away: 'O Copilot Studio segue depois de 1.000 ms e depois de um erro.',
    closedBy: 'O comportamento de erro no centro de administração do Power Platform: bloquear.',
  },
  ACS: {
    text: 'O Agent Control Standard: o endereço do Guardian, com a chave como segredo e como cabeçalho',
    away: 'O cliente segue sem Guardian.',
    closedBy: 'ACS_DEFAULT_DENY=1 nos adaptadores do padrão: negar quando nenhuma decisão chega.',
  },
  HTTP_GATEWAY: {
    text: 'O svc decide a chamada e a encaminha com uma credencial que os agentes nunca veem',
    away: 'Nada é encaminhado.',
    closedBy: 'Nada a configurar: não dê aos agentes outro caminho até o destino.',
  },
  AUTHZEN: {
    text: 'Gateways e clientes que falam a Authorization API 1.0',
    away: 'O cliente decide por conta própria.',
    closedBy: 'Faça-o negar tudo que não seja o status 200 com decision: true.',
  },
  MCP_WRAP: {
    text: 'Fica entre um cliente MCP e qualquer servidor',
    away: 'Toda chamada de ferramenta é recusada; o resto continua.',
    closedBy: 'Nada a configurar.',
  },
  MCP_GATEWAY: {
    text: 'Um cliente MCP pergunta antes de chamar a ferramenta de um servidor',
    away: 'O cliente decide por conta própria.',
    closedBy: 'Faça-o chamar a ferramenta só depois de um ALLOW.',
  },
  MCP: {
    text: 'Um assistente pergunta pelas ferramentas do svc, se o modelo o fizer',
    away: 'O modelo lê um erro. Nada o impede de agir.',
    closedBy: 'Um hook do assistente, que o modelo não consegue contornar.',
  },
  API: {
    text: 'Qualquer programa, com uma requisição',
    away: 'O seu programa decide por conta própria.',
    closedBy: 'Execute a ação só depois de uma resposta cujo finalDecision seja ALLOW.',
  },
  SDK: adapter('TypeScript, JavaScript e Python: decidir, esperar, resgatar e relatar', 'A ação é bloqueada.'),
};

export const words: typeof en = {
  title: 'Conectar',
  search: 'O que você usa?',
  groups: {
    assistants: 'Assistentes de código',
    frameworks: 'Frameworks e plataformas de agentes',
    proxies: 'Gateways e proxies',
    standards: 'Padrões',
    mcp: 'MCP',
    api: 'API',
  },
  offered: OFFERED,
  seen: (ago) => `visto ${ago}`,
  notSeen: 'ainda não visto',
  stopped: (ago) => `barrou ${ago}`,
  notStopped: 'ainda não barrou nada',
  setUp: 'Como configurar',
  form: 'Forma',
  snippetOf: (name) => `${name}: texto para copiar`,
  keyHint: 'Crie antes uma chave para o agente e guarde-a em SVC_API_KEY.',
  commandsHint: 'Crie antes uma chave para o agente. O segundo comando a lê: cole-a e pressione Enter e Ctrl D.',
  wrapHint: 'O terceiro comando vai nas configurações do cliente, no lugar do comando do servidor.',
  keys: 'Chaves de API',
  listening: 'Aguardando: a primeira chamada aparece aqui.',
  whenAway: 'Quando o svc não responde',
  closedBy: 'O que fecha',
  events: 'Eventos deste canal',
  routes: 'Rotas',
  allAssistants: 'Textos para outros assistentes',
  noRules: 'Assistentes de código precisam de regras de ferramentas: sem elas, toda chamada é negada.',
  makeRules: 'Criar regras de ferramentas',
  nothingFound: 'Nenhum canal com este nome',
  nothingText: 'Tudo o que envia HTTP pode perguntar pela API, e tudo o que fala AuthZEN, por ele.',
  showAll: 'Mostrar todos',
};
