import { useState } from 'react'
import { call } from '#web/api/client.ts'
import { refresh, show } from '#web/api/cache.ts'
import { useCall, useRoute } from '#web/api/hooks.ts'
import { sentenceOf } from '#web/api/problems.ts'
import { t } from '#web/i18n/t.ts'
import { useOffer } from '#web/shell/page-actions.ts'
import { Button } from '#web/ui/button.tsx'
import { Picker } from '#web/ui/picker.tsx'
import { toast } from '#web/ui/toast.tsx'
import { categoryWords, sentimentWords } from '#web/words.ts'
import type { InsightRow } from './insights.tsx'
import { putUnder } from './to-theme.tsx'

const choicesOf = (words: Record<string, string>) => Object.entries(words).map(([id, label]) => ({ id, label }))

/** What can be done with several insights at once; each is one request and one undo. */
export function BulkBar({ insights, onDone }: { insights: readonly InsightRow[]; onDone: () => void }) {
  const ids = insights.map(({ id }) => id)
  const { data: themes } = useRoute('listThemes', { limit: 100, sort: '-insight_count' })
  const { data: projects } = useRoute('listProjects', { limit: 100 })
  const [busy, setBusy] = useState(false)
  const assign = useCall('buildProjects', {
    onDone: (answer) => {
      toast({
        title: t('{count, one {# insight} other {# insights}} added as evidence', { count: answer.assigned ?? 0 }),
      })
      onDone()
    },
  })
  const merge = useCall('mergeInsights', { said: t('Merged; all quotes were kept'), onDone })
  async function setStatus(status: 'dismissed' | 'active') {
    setBusy(true)
    const undo = status === 'dismissed' ? show(ids, null, 'insights') : () => {}
    try {
      await Promise.all(ids.map((insightId) => call('updateInsight', { insightId, status })))
      if (status === 'dismissed')
        toast({
          title: t('{count, one {# insight} other {# insights}} dismissed', { count: ids.length }),
          action: { label: t('Undo'), run: () => void setStatus('active') },
        })
      onDone()
    } catch (error) {
      undo()
      toast({ tone: 'bad', title: sentenceOf(error) })
    } finally {
      setBusy(false)
      refresh()
    }
  }
  /** A field of all of them at once; taken back, each gets what it had. */
  async function set<K extends 'sentiment' | 'category'>(
    field: K,
    valueOf: (one: InsightRow) => InsightRow[K],
    undoable = true,
  ) {
    setBusy(true)
    try {
      await Promise.all(insights.map((one) => call('updateInsight', { insightId: one.id, [field]: valueOf(one) })))
      toast({
        title: t('{count, one {# insight} other {# insights}} changed', { count: ids.length }),
        ...(undoable && { action: { label: t('Undo'), run: () => void set(field, (one) => one[field], false) } }),
      })
      onDone()
    } catch (error) {
      toast({ tone: 'bad', title: sentenceOf(error) })
    } finally {
      setBusy(false)
      refresh()
    }
  }
  useOffer([
    {
      label: t('Dismiss {count, one {# selected insight} other {# selected insights}}', { count: ids.length }),
      run: () => void setStatus('dismissed'),
    },
    { label: t('Clear selection'), keys: 'Esc', run: onDone },
  ])
  return (
    <div
      role="toolbar"
      aria-label={t('Selected insights')}
      className="flex flex-wrap items-center gap-2 border-t border-line bg-sunken px-4 py-2 md:px-6"
    >
      <span className="text-sm font-medium">
        {t('{count, one {# selected} other {# selected}}', { count: ids.length })}
      </span>
      <Picker
        label={t('Add to theme')}
        trigger={<Button size="sm">{t('Add to theme')}</Button>}
        choices={themes?.data.map((one) => ({ id: one.id, label: one.name })) ?? []}
        onPick={(themeId) =>
          void putUnder(
            themes!.data.find(({ id }) => id === themeId)!,
            insights,
          ).then(onDone)
        }
      />
      <Picker
        label={t('Add to project')}
        trigger={<Button size="sm">{t('Add to project')}</Button>}
        choices={projects?.data.map((one) => ({ id: one.id, label: one.title })) ?? []}
        onPick={(project_id) =>
          assign.mutate({ action: 'assign_insights', project_id, insight_ids: ids.slice(0, 100) })
        }
      />
      <Picker
        label={t('Set sentiment')}
        trigger={<Button size="sm">{t('Set sentiment')}</Button>}
        choices={choicesOf(sentimentWords())}
        onPick={(value) => void set('sentiment', () => value as InsightRow['sentiment'])}
      />
      <Picker
        label={t('Set category')}
        trigger={<Button size="sm">{t('Set category')}</Button>}
        choices={choicesOf(categoryWords())}
        onPick={(value) => void set('category', () => value as InsightRow['category'])}
      />
      {ids.length > 1 && ids.length <= 21 && (
        <Button
          size="sm"
          busy={merge.isPending}
          onClick={() => merge.mutate({ insightId: ids[0]!, source_insight_ids: ids.slice(1) })}
        >
          {t('Merge')}
        </Button>
      )}
      <Button size="sm" look="danger" busy={busy} onClick={() => void setStatus('dismissed')}>
        {t('Dismiss')}
      </Button>
      <Button size="sm" look="quiet" className="ms-auto" onClick={onDone}>
        {t('Clear selection')}
      </Button>
    </div>
  )
}
