import { withMaskingErrors } from '#domain/sources/masking/errors.ts'
import { rulesFor } from '#domain/sources/masking/mask-intake.ts'
import { getMaskingSettings } from '#domain/sources/masking/queries.ts'
import { maskTexts } from '#engine/masking/mask-off-thread.ts'
import type { Db } from '#store/open.ts'

/* Every text on its way to a model is masked, whatever the organization masks in its own texts. */

const kinds = ['email', 'phone', 'card', 'iban'] as const

export async function maskForModel(db: Db, org: string, texts: readonly string[]): Promise<string[]> {
  const { patterns } = rulesFor(await getMaskingSettings(db, org), null)
  const masked = await withMaskingErrors(() => maskTexts(org, { kinds, patterns }, texts))
  return masked.map(({ text }) => text)
}

/** The prompt with each of its texts masked; what callers have masked already stays as it is. */
export async function maskPrompt(db: Db, org: string, prompt: string): Promise<string> {
  const texts: string[] = []
  JSON.parse(prompt, (_, value: unknown) => {
    if (typeof value === 'string') texts.push(value)
    return value
  })
  const masked = (await maskForModel(db, org, texts)).values()
  return JSON.stringify(
    JSON.parse(prompt, (_, value: unknown) => (typeof value === 'string' ? masked.next().value : value)),
  )
}
