import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import {
  APICallError,
  generateText,
  jsonSchema,
  type LanguageModelUsage,
  NoObjectGeneratedError,
  Output,
  RetryError,
} from 'ai'
import pLimit from 'p-limit'
import { jsonInText } from './json-in-text.ts'

/* A client for language models with an OpenAI-compatible API. It is optional: callers have a result without it. */

export type CompletionRequest = {
  system: string
  prompt: string
  schema: object
  signal?: AbortSignal
  /** Less than the provider's own. */
  timeoutMs?: number
}
/**
 * `answered`: a JSON object, not yet compared with the schema. `invalid`: an answer without JSON, or a request that the
 * model refuses. `unavailable`: too many requests, a failure of the server or no answer in time; it may work later.
 */
export type Completion =
  | { status: 'answered'; answer: object; tokens: number }
  | { status: 'invalid' }
  | { status: 'unavailable'; retryAfterMs?: number }

export type ModelProvider = {
  model: string
  complete(request: CompletionRequest): Promise<Completion>
}
export type ProviderOptions = {
  baseUrl: string
  model: string
  apiKey: string | null
  /** Bounded in size and time, and without redirects: the library limits neither. */
  fetch: typeof globalThis.fetch
  timeoutMs?: number
  onFailure?(reason: string): void
}

const defaultTimeoutMs = 120_000
const maxOutputTokens = 4000
/** Requests of this process at a time. */
const maxConcurrent = 4

export function openModelProvider(options: ProviderOptions): ModelProvider {
  const { baseUrl, model, apiKey, fetch, timeoutMs = defaultTimeoutMs, onFailure = () => {} } = options
  const endpoint = createOpenAICompatible({
    name: 'llm',
    baseURL: baseUrl,
    supportsStructuredOutputs: true,
    fetch,
    ...(apiKey && { apiKey }),
  })
  const inTurn = pLimit(maxConcurrent)
  const ask = createAsk(endpoint(model))
  return {
    model,
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

type Model = Parameters<typeof generateText>[0]['model']

/** Servers that do not know JSON schemas are asked without one from then on. */
function createAsk(model: Model) {
  let withSchema = true
  return async function ask(request: CompletionRequest, abortSignal: AbortSignal): Promise<Completion> {
    const { system, prompt, schema } = request
    const common = { model, system, prompt, temperature: 0, maxOutputTokens, maxRetries: 1, abortSignal }
    if (!withSchema) {
      const { text, usage } = await generateText({
        ...common,
        system: `${system}\nAnswer with one JSON object that matches this schema: ${JSON.stringify(schema)}`,
      })
      return read(text, usage)
    }
    try {
      const output = Output.object({ schema: jsonSchema<object>(schema as Parameters<typeof jsonSchema>[0]) })
      const result = await generateText({ ...common, output })
      return { status: 'answered', answer: result.output, tokens: result.usage.totalTokens ?? 0 }
    } catch (error) {
      if (NoObjectGeneratedError.isInstance(error)) return read(error.text ?? '', error.usage)
      if (!isSchemaRefusal(error)) throw error
      withSchema = false
      return ask(request, abortSignal)
    }
  }
}

function read(text: string, usage: LanguageModelUsage | undefined): Completion {
  const answer = jsonInText(text)
  return answer ? { status: 'answered', answer, tokens: usage?.totalTokens ?? 0 } : { status: 'invalid' }
}

const isSchemaRefusal = (error: unknown) =>
  APICallError.isInstance(error) &&
  (error.statusCode === 400 || error.statusCode === 422) &&
  /response_format|json_schema|schema/i.test(`${error.message} ${error.responseBody ?? ''}`)

/** A request that would be refused again, such as one that is too long; everything else may be repaired by waiting. */
const permanent = new Set([400, 413, 422])

function failureOf(error: unknown): Completion {
  const cause = RetryError.isInstance(error) ? error.lastError : error
  if (!APICallError.isInstance(cause)) return { status: 'unavailable' }
  if (cause.statusCode !== undefined && permanent.has(cause.statusCode)) return { status: 'invalid' }
  const seconds = Number(cause.responseHeaders?.['retry-after'])
  return { status: 'unavailable', ...(seconds > 0 && { retryAfterMs: seconds * 1000 }) }
}
