import { integerBetween, matching, choiceOf, url } from '#config/parsers.ts'
import type { SettingGroup } from '#config/types.ts'

export const analysisSettings = {
  embeddings: {
    name: 'EMBEDDINGS',
    description:
      'embedding tier: model, the faster and less accurate static, or auto for the best that runs on this machine',
    example: 'static',
    default: 'auto',
    parse: choiceOf('auto', 'model', 'static'),
  },
  bulkAnalysisThreshold: {
    name: 'BULK_ANALYSIS_THRESHOLD',
    aliases: ['BULK_ABOVE'],
    description:
      'number of queued items of an organization above which they are analyzed with static embeddings first ' +
      'and re-embedded by the model later',
    example: '20000',
    default: '5000',
    parse: integerBetween(0, 1_000_000_000),
  },
  vectorMemoryMb: {
    name: 'VECTOR_MEMORY_MB',
    description: 'memory of each web process for semantic search in MB, where the vector extension is not installed',
    example: '256',
    default: '512',
    parse: integerBetween(1, 1_000_000),
  },
  llmBaseUrl: {
    name: 'LLM_BASE_URL',
    description: 'OpenAI-compatible endpoint that improves names, labels, stories and answers',
    example: 'http://localhost:11434/v1',
    default: null,
    parse: url(['http:', 'https:']),
  },
  llmModel: {
    name: 'LLM_MODEL',
    description: 'model to use at that endpoint',
    example: 'qwen3:8b',
    default: null,
    parse: matching(/^\S{1,200}$/),
  },
  llmApiKey: {
    name: 'LLM_API_KEY',
    description: 'API key of that endpoint, if it needs one',
    example: 'sk-…',
    default: null,
    secret: true,
    parse: matching(/^\S+$/),
  },
  llmContextTokens: {
    name: 'LLM_CONTEXT_TOKENS',
    description: 'tokens of a request and its answer together that the server of that model takes',
    example: '16384',
    default: '4096',
    parse: integerBetween(2048, 1_000_000),
  },
} satisfies SettingGroup<
  | 'embeddings'
  | 'bulkAnalysisThreshold'
  | 'vectorMemoryMb'
  | 'llmBaseUrl'
  | 'llmModel'
  | 'llmApiKey'
  | 'llmContextTokens'
>
