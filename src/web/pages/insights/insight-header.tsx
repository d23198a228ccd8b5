import { patchCache } from '#web/api/cache.ts'
import type { Output } from '#web/api/client.ts'
import { useApiMutation } from '#web/api/hooks.ts'
import { LabelHelp } from '#web/help/label-help.tsx'
import { LanguageNotice } from '#web/help/language-notice.tsx'
import { t } from '#web/i18n/t.ts'
import { categoryLabels, sentimentLabels, toOptions } from '#web/labels.ts'
import { DetailHeader } from '#web/shell/details/detail-header.tsx'
import { Chip } from '#web/ui/badges.tsx'
import { SelectField } from '#web/ui/forms/field.tsx'
import { WrittenByModel } from '#web/ui/written-by-model.tsx'
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
      <DetailHeader name={insight.name} onRename={(name) => set({ name })} />
      <Labels insight={insight} onChange={set} />
      {insight.origin === 'auto' && <LanguageNotice language={insight.language} />}
      <ThemesPicker
        selected={insight.themes.map((theme) => theme.id)}
        known={insight.themes}
        onChange={(theme_ids) => replace.mutate({ insightId: insight.id, theme_ids })}
      />
      <WrittenByModel model={insight.language_model} />
      {insight.description && <p className="text-sm whitespace-pre-wrap text-soft">{insight.description}</p>}
    </section>
  )
}

type LabelsProps = { insight: Insight; onChange: (change: object) => void }

const Labels = ({ insight, onChange }: LabelsProps) => (
  <div className="flex flex-wrap items-center gap-2">
    <SelectField
      label={t('Sentiment')}
      hideLabel
      value={insight.sentiment}
      onChange={(event) => onChange({ sentiment: event.target.value })}
      options={toOptions(sentimentLabels())}
    />
    <SelectField
      label={t('Category')}
      hideLabel
      value={insight.category}
      onChange={(event) => onChange({ category: event.target.value })}
      options={toOptions(categoryLabels())}
    />
    <LabelHelp />
    {insight.status === 'dismissed' && <Chip tone="warn">{t('Dismissed')}</Chip>}
  </div>
)
