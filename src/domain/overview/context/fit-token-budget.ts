import { contextSections } from '#contract/resources/context.ts'
import { estimateTokens } from '#llm/batches.ts'

export type Section = (typeof contextSections)[number]
export type ContextMetadata = { generated_at: string; truncated: boolean; token_estimate: number }
export type Sections = Partial<Record<Section, unknown>>

/** Drops whole sections from the end until the rendered result fits. */
export function fitTokenBudget<T>(
  sections: Sections,
  { maxTokens, generatedAt: generated_at }: { maxTokens: number; generatedAt: string },
  render: (sections: Sections, metadata: ContextMetadata) => T,
): T {
  const kept = { ...sections }
  const present = contextSections.filter((name) => name in kept)
  for (let truncated = false; ; truncated = true) {
    const draft = render(kept, { generated_at, truncated, token_estimate: 99_999 })
    const token_estimate = estimateTokens(JSON.stringify(draft))
    if (token_estimate <= maxTokens || present.length === 0)
      return render(kept, { generated_at, truncated, token_estimate })
    delete kept[present.pop()!]
  }
}
