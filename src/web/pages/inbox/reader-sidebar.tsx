import type { ReactNode } from 'react'
import type { OutputOf } from '#web/api/client.ts'
import { useApiQuery } from '#web/api/hooks.ts'
import { languageName } from '#web/help/language-notice.tsx'
import { t } from '#web/i18n/t.ts'
import { sourceLabel } from '#web/labels.ts'
import { Link } from '#web/routes/link.tsx'
import { paths } from '#web/routes/paths.ts'
import { CustomFieldInputs } from '#web/shell/custom-fields/custom-fields-card.tsx'
import { Chip, SentimentBadge } from '#web/ui/badges.tsx'
import { DescriptionList } from '#web/ui/card.tsx'
import { formatRating } from '#web/ui/rating.ts'
import { TimeAgo } from '#web/ui/time.tsx'
import { AnalyzeButton, skipReason } from './skipped-notice.tsx'

type Item = OutputOf<'getFeedback'>
type Row = readonly [string, ReactNode]
const linkClass = 'text-accent-text hover:underline'
const maxMetadataRows = 10

/** The insights and properties of a piece of feedback. */
export function ReaderSidebar({ item }: { item: Item }) {
  return (
    <aside
      aria-label={t('Properties')}
      className="grid content-start gap-6 border-line p-5 max-xl:border-t xl:border-s"
    >
      <InsightLinks insights={item.insights ?? []} />
      <section>
        <h2 className="mb-2 text-xs font-medium text-faint">{t('Properties')}</h2>
        <DescriptionList
          rows={[...contactRows(item), ...feedbackRows(item), ...surveyRows(item), ...metadataRows(item)]}
        />
        <div className="mt-3 grid gap-3">
          <CustomFieldInputs key={item.id} type="feedback" object={item} />
        </div>
        <div className="mt-3">
          <AnalyzeButton item={item} variant="quiet" />
        </div>
      </section>
    </aside>
  )
}

function InsightLinks({ insights }: { insights: NonNullable<Item['insights']> }) {
  if (insights.length === 0) return null
  return (
    <section>
      <h2 className="mb-2 text-xs font-medium text-faint">{t('Insights')}</h2>
      <ul className="grid gap-2">
        {insights.map((one) => (
          <li key={one.id}>
            <Link to={paths.insight(one.id)} className="block text-sm hover:underline">
              {one.name}
            </Link>
            <SentimentBadge sentiment={one.sentiment} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function contactRows({ contact }: Item): Row[] {
  if (!contact) return [[t('Contact'), null]]
  return [
    [
      t('Contact'),
      <Link key="c" to={paths.contact(contact.id)} className={linkClass}>
        {contact.name ?? contact.email}
      </Link>,
    ],
    [
      t('History'),
      <Link key="h" to={paths.inbox({ state: 'all', contact: contact.id })} className={linkClass}>
        {t('All feedback from this contact')}
      </Link>,
    ],
  ]
}

const analysisLabels = (): Record<Item['status'], string> => ({
  received: t('Not analyzed'),
  queued: t('Queued'),
  analyzing: t('In progress'),
  analyzed: t('Done'),
  skipped: t('Skipped'),
  failed: t('Failed'),
})

const analysisState = (item: Item) =>
  [analysisLabels()[item.status], item.status === 'skipped' && skipReason(item)].filter(Boolean).join(': ')

const feedbackRows = (item: Item): (Row | false | null | undefined | '')[] => [
  [t('Source'), sourceLabel(item.source)],
  [t('Received'), <TimeAgo key="r" at={item.occurred_at} />],
  item.rating && [t('Rating'), formatRating(item.rating)],
  [t('Language'), item.language && languageName(item.language)],
  item.url && /^https?:\/\//.test(item.url) && [t('Original'), <OriginalLink key="u" url={item.url} />],
  item.tags.length > 0 && [t('Tags'), <Tags key="t" tags={item.tags} />],
  [t('Analysis'), analysisState(item)],
]

/** Ids that a link or another row shows as a name. */
const internalKeys = ['survey_id', 'response_id', 'question_key', 'question_id', 'ticket_id', 'interview_id']

const surveyRows = ({ source_type, metadata }: Item): Row[] =>
  source_type === 'survey_response' && typeof metadata.survey_id === 'string'
    ? [[t('Survey'), <SurveyLink key="s" id={metadata.survey_id} />]]
    : []

function SurveyLink({ id }: { id: string }) {
  const { data } = useApiQuery('getSurvey', { surveyId: id })
  return (
    <Link to={paths.survey(id, { tab: 'responses' })} className={linkClass}>
      {data?.title ?? t('View responses')}
    </Link>
  )
}

const metadataRows = ({ metadata }: Item): Row[] =>
  Object.entries(metadata)
    .filter(([name]) => !internalKeys.includes(name))
    .slice(0, maxMetadataRows)
    .map(([name, value]) => [name, typeof value === 'object' ? JSON.stringify(value) : String(value)])

const OriginalLink = ({ url }: { url: string }) => (
  <a href={url} target="_blank" rel="noopener noreferrer" className={linkClass}>
    {t('Open')}
  </a>
)

const Tags = ({ tags }: { tags: readonly string[] }) => (
  <span className="flex flex-wrap gap-1">
    {tags.map((tag) => (
      <Chip key={tag}>{tag}</Chip>
    ))}
  </span>
)
