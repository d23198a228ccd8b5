import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { generateText, jsonSchema, Output } from 'ai'

/* The way to a language model, any that speaks the OpenAI protocol. Nothing depends on it: whoever asks has an answer already. */

export type Asked = { system: string; prompt: string; schema: object; signal?: AbortSignal }
export type Provider = {
  model: string
  /** Undefined when the model gave nothing that fits the schema, in time. */
  complete<T>(asked: Asked): Promise<{ answer: T; tokens: number } | undefined>
}
export type ProviderOptions = {
  baseUrl: string
  model: string
  apiKey: string | null
  withinMs?: number
  onFailure?(reason: string): void
}

const standardMs = 20_000
const maxTokens = 2000

export function openProvider({
  baseUrl,
  model,
  apiKey,
  withinMs = standardMs,
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
    async complete<T>({ system, prompt, schema, signal }: Asked) {
      const late = AbortSignal.timeout(withinMs)
      try {
        const { output, usage } = await generateText({
          model: open(model),
          system,
          prompt,
          temperature: 0,
          maxOutputTokens: maxTokens,
          maxRetries: 1,
          abortSignal: signal ? AbortSignal.any([signal, late]) : late,
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
