import type { recognition } from '#contract/resources/recognition.ts'
import { type Handlers, staged } from '#domain/operation-handlers.ts'
import { providerInfos } from '#domain/integrations/providers/registry.ts'
import { readSentInput, type RecognizeInput } from './read-input.ts'
import { recognizeInput } from './recognize.ts'

const credentialsOf = (provider: string): string[] =>
  providerInfos
    .filter((info) => info.provider === provider)
    .flatMap(({ credential }) => credential.filter(({ required }) => required).map(({ name }) => name))

/** Reading a large file takes long, so it is done before the transaction. */
export const handlers: Handlers<typeof recognition, 'recognize'> = {
  recognize: staged({
    before: async (input: RecognizeInput) => ({
      parts: await recognizeInput(await readSentInput(input), input.kind, credentialsOf),
    }),
    handle: async ({ prepared }) => prepared,
  }),
}
