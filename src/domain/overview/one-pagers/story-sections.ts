import type { ReadCtx } from '#domain/context.ts'
import type { OnePagerTexts } from '#i18n/texts.ts'
import type { PageFacts } from './facts.ts'
import { plainLine } from './escape-markdown.ts'
import { listNamedInsights } from './queries.ts'

type Story = NonNullable<PageFacts['story']>
type Sentence = Story['narrative'][number]

/** Insights in the order in which the story names them. */
const sourceIds = ({ narrative, key_findings, quotes, counter_evidence }: Story) => [
  ...new Set([
    ...[...narrative, ...key_findings].flatMap(({ insight_ids }) => insight_ids),
    ...quotes.map(({ insight_id }) => insight_id),
    ...counter_evidence.flatMap(({ insight_ids }) => insight_ids),
  ]),
]

/** Findings and counter-evidence with numbered sources. */
export async function storySections({ db, org, settings }: ReadCtx, story: Story, texts: OnePagerTexts) {
  const ids = sourceIds(story)
  const names = new Map((await listNamedInsights(db, org, ids)).map(({ id, name }) => [id, name]))
  const numbers = new Map(ids.filter((id) => names.has(id)).map((id, n) => [id, n + 1]))
  const line = ({ text, insight_ids }: Sentence) =>
    `- ${plainLine(text)} ${insight_ids.map((id) => (numbers.has(id) ? `[${numbers.get(id)}]` : '')).join('')}`.trim()
  const source = ([id, number]: [string, number]) =>
    `${number}. [${plainLine(names.get(id)!)}](${settings.publicUrl}/insights/${id})`
  return [
    { title: texts.findings, content: story.key_findings.map(line).join('\n') },
    { title: texts.counterEvidence, content: story.counter_evidence.map(line).join('\n') },
    { title: texts.sources, content: [...numbers].map(source).join('\n') },
  ]
}
