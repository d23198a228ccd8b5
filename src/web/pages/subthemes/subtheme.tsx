import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { Compass } from 'lucide-react'
import type { Out } from '#web/api/client.ts'
import { useCall, useRoute } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { listAt, paths } from '#web/paths.ts'
import { Page } from '#web/shell/page.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card, Facts } from '#web/ui/card.tsx'
import { SentimentBar } from '#web/ui/marks.tsx'
import { ErrorState, Loading } from '#web/ui/states.tsx'
import { momentOf, numberOf, percentOf } from '#web/ui/time.tsx'
import { Blocks } from './blocks.tsx'
import { InsightRows } from './insight-rows.tsx'

type Detail = Out<'getSubtheme'>

export function Subtheme() {
  const { id } = useParams({ strict: false }) as { id: string }
  const { data, error, refetch } = useRoute('getSubtheme', { subthemeId: id })
  return (
    <Page
      title={data?.name ?? t('Subtheme')}
      above={{ label: data?.theme_name ?? t('Themes'), to: data ? paths.theme(data.theme_id) : paths.themes }}
      actions={data && <Promote subtheme={data} />}
    >
      {error ? (
        <ErrorState error={error} retry={refetch} what={t('Subthemes')} />
      ) : !data ? (
        <Loading />
      ) : (
        <Content subtheme={data} />
      )}
    </Page>
  )
}

function Content({ subtheme }: { subtheme: Detail }) {
  const { sentiment_breakdown: mix } = subtheme
  return (
    <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_300px]">
      <div className="grid min-w-0 content-start gap-5">
        <div>
          <h2 className="text-xl font-semibold text-balance">{subtheme.name}</h2>
          {subtheme.description && <p className="mt-1 text-sm text-soft">{subtheme.description}</p>}
        </div>
        <Blocks blocks={subtheme.blocks} />
        <InsightRows subthemeId={subtheme.id} total={subtheme.insight_count} />
      </div>
      <div className="grid content-start gap-4">
        <Card>
          <Facts
            rows={[
              [
                t('Theme'),
                <Link
                  key="t"
                  to={paths.theme(subtheme.theme_id)}
                  className="inline-flex items-center gap-2 text-accent-text hover:underline"
                >
                  <span aria-hidden className="size-2 rounded-full" style={{ background: subtheme.theme_color }} />
                  {subtheme.theme_name}
                </Link>,
              ],
              [t('Insights'), numberOf(subtheme.insight_count)],
              [
                t('Sentiment'),
                <span key="s" className="flex items-center gap-2">
                  <SentimentBar of={mix} className="h-1.5 w-20" />
                  <span className="text-xs whitespace-nowrap text-faint">
                    {t('{share} negative', { share: percentOf(mix.negative, subtheme.insight_count) })}
                  </span>
                </span>,
              ],
              [t('Synthesized'), momentOf(subtheme.synthesized_at)],
            ]}
          />
        </Card>
        {subtheme.related_subthemes.length > 0 && (
          <Card title={t('Related')} flush>
            <ul className="pb-2">
              {subtheme.related_subthemes.map((one) => (
                <li key={one.id}>
                  <Link to={paths.subtheme(one.id)} className="flex items-center gap-3 px-4 py-1.5 hover:bg-hover">
                    <span className="min-w-0 flex-1 truncate text-sm">{one.name}</span>
                    {one.shared_insight_count > 0 && (
                      <span className="text-xs text-faint">
                        {t('{count} shared', { count: numberOf(one.shared_insight_count) })}
                      </span>
                    )}
                  </Link>
                </li>
              ))}
            </ul>
          </Card>
        )}
      </div>
    </div>
  )
}

/** What people say so often may be worth doing. */
function Promote({ subtheme }: { subtheme: Detail }) {
  const navigate = useNavigate()
  const create = useCall('createOpportunity', { onDone: ({ id }) => void navigate({ to: paths.opportunity(id) }) })
  const { negative, positive } = subtheme.sentiment_breakdown
  const mostlyBad = negative > positive
  return (
    <>
      <Link
        to={listAt(paths.themes, { view: 'subthemes', theme: subtheme.theme_id })}
        className="hidden text-xs font-medium text-accent-text hover:underline sm:inline"
      >
        {t('All of this theme')}
      </Link>
      <Button
        size="sm"
        look="primary"
        icon={<Compass className="size-3.5" />}
        busy={create.isPending}
        onClick={() =>
          create.mutate({
            title: subtheme.name.slice(0, 200),
            category: mostlyBad ? 'PAIN_POINTS' : 'FEATURE_REQUESTS',
            ...(subtheme.description && { problem_statement: subtheme.description }),
            insight_ids: subtheme.insight_ids.slice(0, 100),
          })
        }
      >
        {t('Make an opportunity')}
      </Button>
    </>
  )
}
