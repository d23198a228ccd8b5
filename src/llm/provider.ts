import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { generateText, jsonSchema, Output } from 'ai'

/* A client for language models with an OpenAI-compatible API. It is optional: callers have a result without it. */

export type CompletionRequest = { system: string; prompt: string; schema: object; signal?: AbortSignal }
export type Provider = {
  model: string
  /** Undefined when the model fails, times out or gives an answer that does not match the schema. */
  complete<T>(request: CompletionRequest): Promise<{ answer: T; tokens: number } | undefined>
}
export type ProviderOptions = {
  baseUrl: string
  model: string
  apiKey: string | null
  timeoutMs?: number
  onFailure?(reason: string): void
}

const defaultTimeoutMs = 20_000
const maxTokens = 2000

export function openProvider({
  baseUrl,
  model,
  apiKey,
  timeoutMs = defaultTimeoutMs,
  onFailure = () => {},
}: ProviderOptions): Provider {
  const open = createOpenAICompatible({
    name: 'llm',
    baseURL: baseUrl,
    supportsStructuredOutputs: true,
    ...(apiKey && { apiKey }),
  })
  return {
    model,
    async complete<T>({ system, prompt, schema, signal }: CompletionRequest) {
      const timeout = AbortSignal.timeout(timeoutMs)
      try {
        const { output, usage } = await generateText({
          model: open(model),
          system,
          prompt,
          temperature: 0,
          maxOutputTokens: maxTokens,
          maxRetries: 1,
          abortSignal: signal ? AbortSignal.any([signal, timeout]) : timeout,
          output: Output.object({ schema: jsonSchema<object>(schema as Parameters<typeof jsonSchema>[0]) }),
        })
        return { answer: output as T, tokens: usage.totalTokens ?? 0 }
      } catch (error) {
        signal?.throwIfAborted()
        onFailure((error as Error).message)
        return undefined
      }
    },
  }
}
