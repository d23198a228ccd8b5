import type { OutputOf } from '#web/api/client.ts'
import { useApiQuery } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { Link } from '#web/routes/link.tsx'
import { paths } from '#web/routes/paths.ts'
import { Chip } from '#web/ui/badges.tsx'
import { Card } from '#web/ui/card.tsx'
import { QueryState } from '#web/ui/query-state.tsx'
import { formatUtcDay } from '#web/ui/time.tsx'
import { OutcomeChart } from './outcome-chart.tsx'
import { reasonSentences, sentimentSentence, verdictLabel, verdictTone, volumeSentence } from './outcome-words.ts'

type Outcome = OutputOf<'getProjectOutcome'>

/** Whether a completed Project changed what customers say. */
export function ProjectOutcomeSection({ projectId }: { projectId: string }) {
  const query = useApiQuery('getProjectOutcome', { projectId })
  return (
    <Card
      title={t('Did it work?')}
      note={t('What customers say since it was completed, compared with before and with other themes')}
      actions={query.data && <VerdictChip verdict={query.data.verdict} />}
    >
      <QueryState query={query}>{(outcome) => <OutcomeContent outcome={outcome} />}</QueryState>
    </Card>
  )
}

const VerdictChip = ({ verdict }: { verdict: Outcome['verdict'] }) => (
  <Chip tone={verdictTone[verdict]}>{verdictLabel(verdict)}</Chip>
)

function OutcomeContent({ outcome }: { outcome: Outcome }) {
  const sentences = [volumeSentence(outcome), sentimentSentence(outcome), ...reasonSentences(outcome)]
  return (
    <div className="grid gap-3 text-sm">
      <p>{sentences.filter((sentence) => typeof sentence === 'string').join(' ')}</p>
      {outcome.weeks.length > 0 && <OutcomeChart outcome={outcome} />}
      {outcome.moved_to.length > 0 && <MovedTo outcome={outcome} />}
      <VerdictList
        title={t('Parts')}
        rows={outcome.parts.map(({ type, id, ...part }) => ({
          ...part,
          id,
          to: type === 'theme' ? paths.theme(id) : paths.subtheme(id),
        }))}
      />
      <VerdictList
        title={t('Segments')}
        rows={outcome.segments.map((one) => ({ ...one, id: one.segment_id, to: paths.segment(one.segment_id) }))}
      />
      {outcome.date && (
        <p className="text-xs text-faint">
          {t('Counted from {day} on. Of Projects that changed nothing, at most 5 of 100 get a wrong verdict.', {
            day: formatUtcDay(outcome.date),
          })}
        </p>
      )}
    </div>
  )
}

const MovedTo = ({ outcome: { moved_to } }: { outcome: Outcome }) => (
  <p>
    {t('The complaint may have moved: meanwhile this rose.')}{' '}
    {moved_to.map(({ subtheme_id, name }) => (
      <Link key={subtheme_id} to={paths.subtheme(subtheme_id)} className="me-2 font-medium hover:underline">
        {name}
      </Link>
    ))}
  </p>
)

type Row = { id: string; name: string; verdict: Outcome['verdict']; to: ReturnType<typeof paths.theme> }

/** One row says what the whole says. */
function VerdictList({ title, rows }: { title: string; rows: readonly Row[] }) {
  if (rows.length < 2) return null
  return (
    <div>
      <h3 className="text-xs font-medium text-faint">{title}</h3>
      <ul>
        {rows.map(({ id, name, verdict, to }) => (
          <li key={id} className="flex items-center gap-3 py-1">
            <Link to={to} className="min-w-0 flex-1 truncate hover:underline">
              {name}
            </Link>
            <VerdictChip verdict={verdict} />
          </li>
        ))}
      </ul>
    </div>
  )
}
