import type { Finding } from '#engine/analyze.ts'
import { newId } from '#store/ids.ts'
import type { ExistingInsight, AnalyzedInsight, SupersededInsight, UpdatedInsight } from './queries-findings.ts'
import type { QueuedItem } from './queries.ts'

/*
 * Compares the findings of an item with its existing insights: those that are found again keep their id, those that a
 * person has touched are left alone.
 */

type AnalyzedItem = { item: QueuedItem; findings: readonly Finding[] }
export type FindingsDiff = { added: AnalyzedInsight[]; updated: UpdatedInsight[]; superseded: SupersededInsight[] }

/** The same text is analyzed by another version: another quote of the same passage is the same insight. */
type Rerun = { version: string }

/** The items are locked by the transaction. */
export function diffFindings(
  existing: readonly ExistingInsight[],
  analyzed: readonly AnalyzedItem[],
  rerun: Rerun | null = null,
): FindingsDiff {
  const diff: FindingsDiff = { added: [], updated: [], superseded: [] }
  const existingOf = Map.groupBy(existing, (insight) => insight.feedback_id)
  for (const one of analyzed) {
    const { added, updated, superseded } = diffItem(existingOf.get(one.item.id) ?? [], one, rerun)
    diff.added.push(...added)
    diff.updated.push(...updated)
    diff.superseded.push(...superseded)
  }
  return diff
}

type Matches = Map<ExistingInsight, Finding>

function diffItem(before: readonly ExistingInsight[], analyzed: AnalyzedItem, rerun: Rerun | null): FindingsDiff {
  const { item, findings } = analyzed
  const automatic = before.filter((insight) => insight.is_automatic && insight.live)
  const matches = matchQuotes(automatic, findings)
  if (rerun) matchPassages(before, analyzed, matches)
  const updated = rerun ? updatesOf(matches, rerun) : labelUpdatesOf(matches)
  // What was erased with a contact is not found again.
  if (before.some((insight) => insight.erased)) return { added: [], updated, superseded: [] }
  const found = new Set(matches.values())
  const added = findings
    .filter((finding) => !found.has(finding) && !before.some((insight) => isSame(item, insight, finding)))
    .map((finding) => toNewInsight(item, finding))
  const superseded = automatic
    .filter((insight) => !matches.has(insight))
    .map((insight) => ({ id: insight.id, feedback_id: item.id, supersededBy: successorOf(item, insight, added) }))
  return { added, updated, superseded }
}

const updatesOf = (matches: Matches, { version }: Rerun) =>
  [...matches]
    .map(([insight, finding]) => toUpdatedInsight(insight, finding))
    .filter(({ previous, isChanged }) => isChanged || previous.analysis_version !== version)

/** A changed rating changes labels; names stay, which a language model may have improved. */
const labelUpdatesOf = (matches: Matches) =>
  [...matches]
    .filter(([insight, { sentiment, category }]) => sentiment !== insight.sentiment || category !== insight.category)
    .map(([insight, finding]) => toUpdatedInsight(insight, { ...finding, name: insight.name }))

/** Automatic insights and the findings with the same quote. */
function matchQuotes(automatic: readonly ExistingInsight[], findings: readonly Finding[]): Matches {
  const matches: Matches = new Map()
  for (const insight of automatic) {
    const same = findings.filter(({ quote }) => quote.text === insight.quote)
    const finding = same.find(({ quote }) => quote.start === insight.start) ?? same[0]
    if (finding) matches.set(insight, finding)
  }
  return matches
}

/** Adds automatic insights and the findings that quote more or less of the same passage. */
function matchPassages(before: readonly ExistingInsight[], { item, findings }: AnalyzedItem, matches: Matches) {
  for (const insight of before) {
    if (!insight.is_automatic || !insight.live || matches.has(insight)) continue
    const found = new Set(matches.values())
    const open = findings.filter(
      (finding) => !found.has(finding) && !before.some((other) => isSame(item, other, finding)),
    )
    const finding = mostOverlapping(item, insight, open)
    if (finding && isSamePassage(item, insight, finding)) matches.set(insight, finding)
  }
}

/** The same quote; or, of an insight that a person has touched, the same passage or the same name. */
function isSame(item: QueuedItem, insight: ExistingInsight, finding: Finding): boolean {
  if (insight.quote === finding.quote.text) return true
  if (insight.is_automatic) return false
  return insight.name === finding.name || isSamePassage(item, insight, finding)
}

/** Characters that both quote. */
function overlapOf({ content }: QueuedItem, { start, end, quote }: ExistingInsight, finding: Finding): number {
  if (start === null || end === null || content.slice(start, end) !== quote) return 0
  return Math.max(0, Math.min(end, finding.quote.end) - Math.max(start, finding.quote.start))
}

/** At least half of the shorter quote is in the other one. */
function isSamePassage(item: QueuedItem, insight: ExistingInsight, finding: Finding): boolean {
  const overlap = overlapOf(item, insight, finding)
  const { start, end } = finding.quote
  return overlap > 0 && 2 * overlap >= Math.min(insight.end! - insight.start!, end - start)
}

const mostOverlapping = (item: QueuedItem, insight: ExistingInsight, findings: readonly Finding[]) =>
  [...findings].sort((a, b) => overlapOf(item, insight, b) - overlapOf(item, insight, a))[0]

/** The new insight that quotes most of the same passage, or the first one. */
function successorOf(item: QueuedItem, insight: ExistingInsight, added: readonly AnalyzedInsight[]): string | null {
  const findings = added.map(({ finding }) => finding)
  const finding = mostOverlapping(item, insight, findings)
  return added.find((one) => one.finding === finding)?.id ?? null
}

const toNewInsight = (item: QueuedItem, finding: Finding): AnalyzedInsight => ({
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

function toUpdatedInsight(previous: ExistingInsight, finding: Finding): UpdatedInsight {
  const { name, sentiment, category, quote } = finding
  return {
    id: previous.id,
    feedback_id: previous.feedback_id,
    name,
    sentiment,
    category,
    quote: quote.text,
    finding,
    previous,
    isChanged:
      name !== previous.name ||
      sentiment !== previous.sentiment ||
      category !== previous.category ||
      quote.text !== previous.quote,
  }
}
