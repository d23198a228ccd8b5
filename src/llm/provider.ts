import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { APICallError, jsonSchema, Output, RetryError, streamText } from 'ai'
import pLimit from 'p-limit'
import { forAnyEndpoint } from './any-endpoint.ts'
import { estimateTokens } from './batches.ts'
import { jsonInText } from './json-in-text.ts'

/* A client for language models with an OpenAI-compatible API. It is optional: callers have a result without it. */

type CompletionRequest = {
  system: string
  prompt: string
  schema: object
  signal?: AbortSignal
  /** Less than the provider's own. */
  timeoutMs?: number
  maxTokens?: number
}
/**
 * `answered`: a JSON object, not yet compared with the schema. `invalid`: an answer without JSON, or a request that the
 * model refuses. `unavailable`: too many requests, a failure of the server or no answer in time; it may work later.
 */
export type Completion = { tokens: number } & (
  | { status: 'answered'; answer: object }
  | { status: 'invalid' }
  | { status: 'unavailable'; retryAfterMs?: number }
)

export type ModelProvider = {
  model: string
  /** Tokens of a request and its answer together. */
  contextTokens: number
  complete(request: CompletionRequest): Promise<Completion>
}
export type ProviderOptions = {
  baseUrl: string
  model: string
  apiKey: string | null
  contextTokens?: number
  /** Bounded in size and time, and without redirects: the library limits neither. */
  fetch: typeof globalThis.fetch
  timeoutMs?: number
  /** Between two parts of an answer. */
  chunkTimeoutMs?: number
  onFailure?(reason: string): void
}

const defaultTimeoutMs = 120_000
const defaultChunkTimeoutMs = 30_000
/** The least that servers of open models are started with; some cut what is longer without a word. */
const defaultContextTokens = 4096
const maxOutputTokens = 4000
/** Requests of this process at a time. */
const maxConcurrent = 4

export function openModelProvider(options: ProviderOptions): ModelProvider {
  const { baseUrl, model, apiKey, fetch, timeoutMs = defaultTimeoutMs, onFailure = () => {} } = options
  const { contextTokens = defaultContextTokens, chunkTimeoutMs = defaultChunkTimeoutMs } = options
  const endpoint = createOpenAICompatible({
    name: 'llm',
    baseURL: baseUrl,
    supportsStructuredOutputs: true,
    includeUsage: true,
    fetch: forAnyEndpoint(fetch),
    ...(apiKey && { apiKey }),
  })
  const inTurn = pLimit(maxConcurrent)
  const ask = createAsk(endpoint(model), chunkTimeoutMs)
  return {
    model,
    contextTokens,
    complete: (request) =>
      inTurn(async () => {
        request.signal?.throwIfAborted()
        const timeout = AbortSignal.timeout(Math.min(timeoutMs, request.timeoutMs ?? timeoutMs))
        try {
          return await ask(request, request.signal ? AbortSignal.any([request.signal, timeout]) : timeout)
        } catch (error) {
          request.signal?.throwIfAborted()
          onFailure((error as Error).message)
          return failureOf(error)
        }
      }),
  }
}

type Model = Parameters<typeof streamText>[0]['model']

/** Servers that do not know JSON schemas are asked without one from then on. */
function createAsk(model: Model, chunkMs: number) {
  let withSchema = true
  return async function ask(request: CompletionRequest, abortSignal: AbortSignal): Promise<Completion> {
    const { prompt, schema } = request
    const maxTokens = Math.min(request.maxTokens ?? maxOutputTokens, maxOutputTokens)
    const common = { model, prompt, temperature: 0, maxOutputTokens: maxTokens, maxRetries: 1, abortSignal }
    const output = Output.object({ schema: jsonSchema<object>(schema as Parameters<typeof jsonSchema>[0]) })
    const system = withSchema
      ? request.system
      : `${request.system}\nAnswer with one JSON object that matches this schema: ${JSON.stringify(schema)}`
    try {
      const { text, tokens } = await readStream({ ...common, system, ...(withSchema && { output }) }, chunkMs)
      const answer = jsonInText(text)
      const spent = tokens || estimateTokens(system) + estimateTokens(prompt) + estimateTokens(text)
      return { tokens: spent, ...(answer ? { status: 'answered', answer } : { status: 'invalid' }) }
    } catch (error) {
      if (!withSchema || !isSchemaRefusal(error)) throw error
      withSchema = false
      return ask(request, abortSignal)
    }
  }
}

/** The whole text of an answer; a stream that is silent for too long fails. */
async function readStream(request: Parameters<typeof streamText>[0], chunkMs: number) {
  let failure: unknown
  const result = streamText({ ...request, timeout: { chunkMs }, onError: ({ error }) => void (failure ??= error) })
  try {
    const [text, { totalTokens }] = await Promise.all([result.text, result.usage])
    // A stream that breaks off has a text, too.
    if (failure !== undefined) throw failure
    return { text, tokens: totalTokens }
  } catch (error) {
    throw failure ?? error
  }
}

const isSchemaRefusal = (error: unknown) =>
  APICallError.isInstance(error) &&
  (error.statusCode === 400 || error.statusCode === 422) &&
  /response_format|json_schema|schema/i.test(`${error.message} ${error.responseBody ?? ''}`)

/** A request that would be refused again, such as one that is too long; everything else may be repaired by waiting. */
const permanent = new Set([400, 413, 422])

function failureOf(error: unknown): Completion {
  const cause = RetryError.isInstance(error) ? error.lastError : error
  if (!APICallError.isInstance(cause)) return { status: 'unavailable', tokens: 0 }
  if (cause.statusCode !== undefined && permanent.has(cause.statusCode)) return { status: 'invalid', tokens: 0 }
  const retryAfterMs = waitOf(cause.responseHeaders?.['retry-after'] ?? '')
  return { status: 'unavailable', tokens: 0, ...(retryAfterMs > 0 && { retryAfterMs }) }
}

/** Servers wish for a wait of at most a day; a longer one is a mistake of theirs. */
const maxWaitMs = 86_400_000

/** `Retry-After` in seconds, or as a date; 0 where it says neither. */
function waitOf(text: string): number {
  const ms = /^\d+(?:\.\d+)?$/.test(text.trim()) ? Number(text) * 1000 : Date.parse(text) - Date.now()
  return ms > 0 ? Math.min(ms, maxWaitMs) : 0
}
