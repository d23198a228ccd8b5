import { t } from '#web/i18n/t.ts'
import { paths } from '#web/routes/paths.ts'
import {
  type StorySentence,
  citedIds,
  type Numbers,
  numbersOf,
  type StorySource,
  type ProjectStory,
} from './story-sources.ts'

const marks = (ids: readonly string[], numbers: Numbers) => ids.map((id) => `[${numbers.get(id)}]`).join('')
const cited = (one: StorySentence, numbers: Numbers) => `${one.text} ${marks(citedIds(one), numbers)}`.trim()
const section = (heading: string, lines: readonly string[]) =>
  lines.length === 0 ? [] : [`## ${heading}`, lines.join('\n')]

/** The story as a Markdown document with the same numbers; the sources have full addresses. */
export function storyMarkdown(story: ProjectStory, sources: readonly StorySource[], origin: string): string {
  const numbers = numbersOf(sources)
  return [
    `# ${story.title}`,
    story.narrative.map((one) => cited(one, numbers)).join(' '),
    ...section(
      t('Key findings'),
      story.key_findings.map((one) => `- ${cited(one, numbers)}`),
    ),
    ...section(
      t('In their words'),
      story.quotes.map((quote) => `> ${quote.text} ${marks([quote.insight_id], numbers)}\n`),
    ),
    ...section(
      t('Counter-evidence'),
      story.counter_evidence.map((one) => `- ${cited(one, numbers)}`),
    ),
    ...section(
      t('Sources'),
      sources.map(({ number, id, name }) => `${number}. [${name ?? t('Insight')}](${origin}${paths.insight(id)})`),
    ),
  ].join('\n\n')
}
