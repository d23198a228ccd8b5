import Type from 'typebox'
import { Horizon, ScoreTerms } from './opportunity-estimates.ts'
import { AccountReach } from '#contract/core/account-reach.ts'
import { Id, pathIds } from '#contract/core/ids.ts'
import { SentimentBreakdown, Trend } from '#contract/core/labels.ts'
import { defineRoutes, type Feature } from '#contract/core/route.ts'
import { closed, Count, nullable, oneOf, withDefault } from '#contract/core/shapes.ts'
import { Time } from '#contract/core/times.ts'
import { onePagerKinds, onePagerLanguages } from '#vocabulary/one-pagers.ts'

const text = (example: string, description: string) => Type.String({ examples: [example], description })
const Language = oneOf(...onePagerLanguages)
const Url = text('https://feedback.example.com/themes/019a8c1e', 'The page of the web app.')

const Numbers = Type.Object(
  {
    insight_count: { ...Count, description: 'How many insights it has.' },
    contact_count: { ...Count, description: 'How many known people they come from, each counted once.' },
    account_reach: AccountReach,
    sentiment_breakdown: { ...SentimentBreakdown, description: 'The insights by sentiment.' },
    trend: nullable({ ...Trend, description: 'Where it is heading; null where its page has no trend.' }),
    first_insight_at: nullable({ ...Time, description: 'When the first of it was said; null without insights.' }),
    last_insight_at: nullable({ ...Time, description: 'When the latest of it was said; null without insights.' }),
  },
  closed,
)

const Quote = Type.Object(
  {
    text: text('The export just spins when I select everything.', 'What was said, verbatim.'),
    insight_id: { ...Id, description: 'The insight that it is the quote of.' },
    person: nullable(text('Ana Lima', 'Who said it; null if not known or left out.')),
    company: nullable(text('Acme', 'The account of the person; null if not known or left out.')),
    source: nullable(text('zendesk', 'Where it was said; null if not known.')),
    occurred_at: { ...Time, description: 'When it was said.' },
  },
  closed,
)

const Linked = Type.Object(
  {
    kind: { ...oneOf('theme', 'opportunity', 'initiative', 'project'), description: 'What it is.' },
    id: { ...Id, description: 'The `id` by which it is read.' },
    title: text('Make export dependable', 'Its title or name.'),
    status: nullable(text('building', 'Its status; null for a theme.')),
    url: Url,
  },
  closed,
)

const Section = Type.Object(
  {
    title: text('Overview', 'The heading.'),
    content: text('Exports above 10,000 rows fail.', 'The text, as Markdown.'),
  },
  closed,
)

const OnePager = Type.Object(
  {
    kind: { ...oneOf(...onePagerKinds), description: 'What it is about.' },
    id: { ...Id, description: 'The `id` of the object; of an evidence story that of its Project.' },
    title: text('Export', 'The title or name of the object.'),
    summary: text('Exports above 10,000 rows never finish.', 'What it is, in a sentence or a few.'),
    url: Url,
    language: { ...Language, description: 'The language of headings and labels.' },
    names: Type.Boolean({ description: 'Whether it names people and companies.' }),
    generated_at: { ...Time, description: 'When the numbers were counted.' },
    status: nullable(text('building', 'The status of the object; null where it has none.')),
    horizon: nullable({ ...Horizon, description: 'When an opportunity is to be worked on; null where that is open.' }),
    impact_score: nullable(
      Type.Number({ description: 'The impact of an opportunity; null for others.', examples: [63.4] }),
    ),
    score: nullable(
      Type.Number({ description: 'The score of the active scoring method; null without one.', examples: [42.5] }),
    ),
    score_terms: ScoreTerms,
    numbers: { ...Numbers, description: 'The numbers of the page of the object.' },
    how_counted: Type.Array(text('Accounts are counted once each.', 'A sentence.'), {
      description: 'How the numbers are counted.',
    }),
    quotes: Type.Array(Quote, { description: 'The strongest quotes, at most 8, of different people where possible.' }),
    linked: Type.Array(Linked, { description: 'What it is linked to.' }),
    sections: Type.Array(Section, { description: 'The texts of its page, without empty ones.' }),
  },
  { ...closed, $id: 'OnePager' },
)

const file = {
  file_name: text('export.md', 'What to call it when it is saved.'),
  generated_at: { ...Time, description: 'When the numbers were counted.' },
}
const OnePagerMarkdown = Type.Object(
  { markdown: text('# Export', 'The same as a Markdown document.'), ...file },
  { ...closed, $id: 'OnePagerMarkdown' },
)
const OnePagerEvidence = Type.Object(
  {
    csv: text('insight_id,insight,quote', 'The insights, newest first, one a row, at most 5,000.'),
    row_count: { ...Count, description: 'How many insights it has.' },
    truncated: Type.Boolean({ description: 'There are more.' }),
    ...file,
  },
  { ...closed, $id: 'OnePagerEvidence' },
)

const query = Type.Object(
  {
    format: {
      ...withDefault(oneOf('json', 'markdown', 'csv'), 'json'),
      description: '`markdown`: a document to send; `csv`: the evidence as a table.',
    },
    names: withDefault(
      Type.Boolean({ description: 'With `false`, people and companies are left out, also where a quote names them.' }),
      true,
    ),
    language: { ...withDefault(Language, 'en'), description: 'The language of headings and labels.' },
  },
  closed,
)

/** One shape for all kinds. */
const onePagerOf = <const P extends string>(path: `/${string}`, what: string, parameter: P, feature?: Feature) =>
  ({
    method: 'GET',
    path: `${path}/one-pager`,
    summary: `${what} on one page: numbers, quotes and what is linked`,
    ...(feature && { feature }),
    params: pathIds(parameter),
    query,
    result: Type.Union([OnePager, OnePagerMarkdown, OnePagerEvidence]),
  }) as const

/** Results to send: the same document for everything that has evidence. */
export const onePagers = defineRoutes({
  getThemeOnePager: { ...onePagerOf('/themes/{themeId}', 'A theme', 'themeId'), errors: ['MERGED'] },
  getSubthemeOnePager: {
    ...onePagerOf('/subthemes/{subthemeId}', 'A subtheme', 'subthemeId', 'subthemes'),
    errors: ['MERGED'],
  },
  getOpportunityOnePager: {
    ...onePagerOf('/opportunities/{opportunityId}', 'An opportunity', 'opportunityId'),
    errors: ['MERGED'],
  },
  getInitiativeOnePager: onePagerOf('/initiatives/{initiativeId}', 'An initiative', 'initiativeId'),
  getProjectOnePager: onePagerOf('/projects/{projectId}', 'A Project', 'projectId'),
  getEvidenceStoryOnePager: onePagerOf('/projects/{projectId}/evidence-story', 'An evidence story', 'projectId'),
})
