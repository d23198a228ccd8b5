import { patchCache } from '#web/api/cache.ts'
import type { Output } from '#web/api/client.ts'
import { useApiMutation } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { categoryLabels, sentimentLabels, toOptions } from '#web/labels.ts'
import { Chip } from '#web/ui/badges.tsx'
import { SelectField } from '#web/ui/forms/field.tsx'
import { InlineText } from '#web/ui/forms/inline-text.tsx'
import { ThemesPicker } from './themes-picker.tsx'

export type Insight = Output<'getInsight'>

export function useUpdateInsight() {
  return useApiMutation('updateInsight', { optimistic: ({ insightId, ...change }) => patchCache([insightId], change) })
}

export function InsightHeader({ insight }: { insight: Insight }) {
  const update = useUpdateInsight()
  const replace = useApiMutation('replaceInsightThemes')
  const set = (change: object) => update.mutate({ insightId: insight.id, ...change })
  return (
    <section className="grid gap-3">
      <InlineText
        label={t('Title')}
        value={insight.name}
        maxLength={200}
        className="text-xl leading-7 font-semibold"
        onSave={(name) => set({ name })}
      />
      <div className="flex flex-wrap items-center gap-2">
        <SelectField
          label={t('Sentiment')}
          hideLabel
          value={insight.sentiment}
          onChange={(event) => set({ sentiment: event.target.value })}
          options={toOptions(sentimentLabels())}
        />
        <SelectField
          label={t('Category')}
          hideLabel
          value={insight.category}
          onChange={(event) => set({ category: event.target.value })}
          options={toOptions(categoryLabels())}
        />
        {insight.status === 'dismissed' && <Chip tone="warn">{t('Dismissed')}</Chip>}
      </div>
      <ThemesPicker
        selected={insight.themes.map((theme) => theme.id)}
        known={insight.themes}
        onChange={(theme_ids) => replace.mutate({ insightId: insight.id, theme_ids })}
      />
      {insight.description && <p className="text-sm whitespace-pre-wrap text-soft">{insight.description}</p>}
    </section>
  )
}
