import { t } from '#web/i18n/t.ts'
import { Button } from '#web/ui/button.tsx'
import { triage } from './use-triage.ts'

export function TriageBar({ ids, onDone }: { ids: string[]; onDone: () => void }) {
  const run = (state: 'processed' | 'dismissed') => {
    onDone()
    void triage(ids, state, {
      message:
        state === 'processed'
          ? t('{count, one {# item} other {# items}} processed', { count: ids.length })
          : t('{count, one {# item} other {# items}} dismissed', { count: ids.length }),
    })
  }
  return (
    <div
      role="toolbar"
      aria-label={t('Selected feedback')}
      className="flex items-center gap-2 border-t border-line bg-sunken px-4 py-2"
    >
      <span className="text-sm font-medium">
        {t('{count, one {# selected} other {# selected}}', { count: ids.length })}
      </span>
      <Button size="sm" onClick={() => run('processed')}>
        {t('Mark as processed')}
      </Button>
      <Button size="sm" onClick={() => run('dismissed')}>
        {t('Dismiss')}
      </Button>
    </div>
  )
}
