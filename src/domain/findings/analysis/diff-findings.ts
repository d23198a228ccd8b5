import type { Finding } from '#engine/analyze.ts'
import { newId } from '#store/ids.ts'
import type { ExistingInsight, NewInsight, SupersededInsight } from './queries-findings.ts'
import type { QueuedItem } from './queries.ts'

/*
 * Compares the findings of an item with its existing insights: unchanged ones keep their id, edited ones are left
 * alone.
 */

export type AnalyzedItem = { item: QueuedItem; findings: readonly Finding[] }
export type FindingsDiff = { added: NewInsight[]; superseded: SupersededInsight[] }

/** The items are locked by the transaction. */
export function diffFindings(existing: readonly ExistingInsight[], analyzed: readonly AnalyzedItem[]): FindingsDiff {
  const diff: FindingsDiff = { added: [], superseded: [] }
  const existingOf = Map.groupBy(existing, (insight) => insight.feedback_id)
  for (const { item, findings } of analyzed) {
    const before = existingOf.get(item.id) ?? []
    // What was erased with a contact is not found again.
    if (before.some((insight) => insight.erased)) continue
    const added = findings
      .filter((finding) => !before.some((insight) => isSame(item, insight, finding)))
      .map((finding) => toNewInsight(item, finding))
    const quotes = new Set(findings.map((finding) => finding.quote.text))
    diff.added.push(...added)
    for (const { id, is_automatic, live, quote } of before)
      if (is_automatic && live && (quote === null || !quotes.has(quote)))
        diff.superseded.push({ id, supersededBy: added[0]?.id ?? null })
  }
  return diff
}

/** The same quote; or, of an insight a person edited, an overlapping part of the same text or the same name. */
function isSame({ content }: QueuedItem, insight: ExistingInsight, { name, quote }: Finding): boolean {
  if (insight.quote === quote.text) return true
  if (insight.is_automatic) return false
  if (insight.name === name) return true
  const { start, end } = insight
  if (start === null || end === null || content.slice(start, end) !== insight.quote) return false
  const overlap = Math.min(end, quote.end) - Math.max(start, quote.start)
  return 2 * overlap >= Math.min(end - start, quote.end - quote.start)
}

const toNewInsight = (item: QueuedItem, finding: Finding): NewInsight => ({
  id: newId(),
  quote_id: newId(),
  feedback_id: item.id,
  name: finding.name,
  sentiment: finding.sentiment,
  category: finding.category,
  quote: finding.quote.text,
  finding,
  item,
})
