import { Link } from '@tanstack/react-router'
import { Maximize2, X } from 'lucide-react'
import { useRoute } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { paths } from '#web/paths.ts'
import { IconButton } from '#web/ui/button.tsx'
import { ErrorState, Loading } from '#web/ui/states.tsx'
import { InsightFacts, InsightHead, InsightQuotes } from './insight-parts.tsx'

/** An insight beside the list it was opened from. */
export function InsightPanel({ id, onClose }: { id: string; onClose: () => void }) {
  const { data: insight, error, refetch } = useRoute('getInsight', { insightId: id })
  return (
    <>
      <header className="flex items-center gap-1 border-b border-line px-4 py-2">
        <span className="flex-1 text-xs text-faint">{t('Insight')}</span>
        <Link to={paths.insight(id)} aria-label={t('Open as a page')} className="inline-flex size-7 items-center justify-center rounded-md text-faint hover:bg-hover hover:text-ink"><Maximize2 className="size-4" /></Link>
        <IconButton label={t('Close')} icon={<X className="size-4" />} onClick={onClose} />
      </header>
      <div className="grid min-h-0 flex-1 content-start gap-6 overflow-y-auto p-5">
        {error ? <ErrorState error={error} retry={refetch} what={t('insight')} /> : !insight ? <Loading /> : <><InsightHead insight={insight} /><InsightQuotes insight={insight} /><InsightFacts insight={insight} /></>}
      </div>
    </>
  )
}
