import { MoreHorizontal } from 'lucide-react'
import { useApiMutation, useApiQuery } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { Link } from '#web/routes/link.tsx'
import { useNavigate } from '#web/routes/navigation.ts'
import { paths } from '#web/routes/paths.ts'
import { ObjectComments } from '#web/shell/comments/comments.tsx'
import { ObjectPage } from '#web/shell/details/object-page.tsx'
import { AddToOpportunity } from '#web/shell/evidence/add-to-opportunity.tsx'
import { IconButton } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { copyToClipboard } from '#web/ui/copy-to-clipboard.ts'
import { Menu } from '#web/ui/overlays/menu.tsx'
import { toastUndo } from '#web/toasts.ts'
import { formatPercent } from '#web/ui/time.tsx'
import { useMay } from '#web/api/may.tsx'
import { type InsightDetail, InsightHeader, useUpdateInsight } from './insight-header.tsx'
import { InsightProperties } from './insight-properties.tsx'
import { InsightQuotes } from './insight-quotes.tsx'

export const InsightPage = () => (
  <ObjectPage
    kind="insight"
    actions={(insight) => <Actions insight={insight} />}
    merged={{ text: t('This insight was merged.'), link: t('Open the merged insight'), to: paths.insight }}
  >
    {(insight) => <Content insight={insight} />}
  </ObjectPage>
)

const Content = ({ insight }: { insight: InsightDetail }) => (
  <div className="grid grid-cols-1 gap-8 lg:grid-cols-[minmax(0,1fr)_300px]">
    <div className="grid min-w-0 grid-cols-1 content-start gap-8">
      <InsightHeader insight={insight} />
      <InsightQuotes insight={insight} />
      <SimilarInsights id={insight.id} />
      <ObjectComments type="insight" id={insight.id} />
    </div>
    <Card>
      <InsightProperties insight={insight} />
    </Card>
  </div>
)

function Actions({ insight }: { insight: InsightDetail }) {
  const update = useUpdateInsight()
  const navigate = useNavigate()
  const remove = useApiMutation('deleteInsight', {
    successMessage: t('Insight deleted'),
    onSuccess: () => navigate(paths.insights()),
  })
  const dismissed = insight.status === 'dismissed'
  const set = (status: 'active' | 'dismissed') => update.mutate({ insightId: insight.id, status })
  const dismiss = () => {
    set('dismissed')
    toastUndo(t('Insight dismissed'), () => set('active'))
  }
  return (
    <>
      <AddToOpportunity
        evidence={{ load: async () => [insight.id], title: insight.name, category: insight.category }}
        disabled={dismissed}
      />
      <Menu
        trigger={<IconButton label={t('More')} icon={MoreHorizontal} isLarge />}
        items={[
          { label: t('Copy link'), run: () => void copyToClipboard(location.href, t('Link copied')) },
          dismissed
            ? { label: t('Restore'), run: () => set('active'), op: 'updateInsight' }
            : { label: t('Dismiss'), run: dismiss, op: 'updateInsight' },
          'line',
          {
            label: t('Delete'),
            destructive: true,
            run: () => remove.mutate({ insightId: insight.id }),
            op: 'deleteInsight',
          },
        ]}
      />
    </>
  )
}

function SimilarInsights({ id }: { id: string }) {
  const { data } = useApiQuery('searchSimilar', { type: 'insight', id, types: ['insight'], limit: 5 })
  const merge = useApiMutation('mergeInsights', { successMessage: t('Merged; all quotes were kept') })
  const mayMerge = useMay()('mergeInsights')
  if (!data || data.data.length === 0) return null
  return (
    <section>
      <h2 className="mb-2 text-xs font-medium text-faint">{t('Similar insights')}</h2>
      <ul className="grid gap-1">
        {data.data.map((hit) => (
          <li key={hit.id} className="flex items-center gap-3 rounded-md px-2 py-1 hover:bg-hover">
            <Link to={paths.insight(hit.id)} className="min-w-0 flex-1 truncate text-sm hover:underline">
              {hit.title}
            </Link>
            <span className="text-xs text-faint tabular-nums">{formatPercent(hit.score, 1)}</span>
            {mayMerge && (
              <button
                type="button"
                className="text-xs font-medium text-accent-text hover:underline"
                onClick={() => merge.mutate({ insightId: id, source_insight_ids: [hit.id] })}
              >
                {t('Merge into this')}
              </button>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
