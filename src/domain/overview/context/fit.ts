import { contextSections } from '#contract/resources/context.ts'

export type Section = (typeof contextSections)[number]
export type Told = { generated_at: string; truncated: boolean; token_estimate: number }
export type Sections = Partial<Record<Section, unknown>>

/** A quarter of the characters is near enough for any tokenizer. */
export const tokensOf = (text: string) => Math.ceil(text.length / 4)

/** Leaves out whole sections, the last ones first, until what `write` makes of the rest fits. */
export function fitted<T>(
  sections: Sections,
  max: number,
  generated_at: string,
  write: (sections: Sections, told: Told) => T,
): T {
  const kept = { ...sections }
  const present = contextSections.filter((name) => name in kept)
  for (let truncated = false; ; truncated = true) {
    const draft = write(kept, { generated_at, truncated, token_estimate: 99_999 })
    const token_estimate = tokensOf(JSON.stringify(draft))
    if (token_estimate <= max || present.length === 0) return write(kept, { generated_at, truncated, token_estimate })
    delete kept[present.pop()!]
  }
}
