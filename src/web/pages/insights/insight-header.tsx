import { patchCache } from '#web/api/cache.ts'
import type { OutputOf } from '#web/api/client.ts'
import { useApiMutation } from '#web/api/hooks.ts'
import { LabelHelp } from '#web/help/label-help.tsx'
import { LanguageNotice } from '#web/help/language-notice.tsx'
import { t } from '#web/i18n/t.ts'
import { categoryLabels, sentimentLabels, toOptions } from '#web/labels.ts'
import { DetailHeader } from '#web/shell/details/detail-header.tsx'
import { offerLookalikes } from '#web/shell/lookalikes/offer.ts'
import { toastUndo } from '#web/toasts.ts'
import { Chip } from '#web/ui/badges.tsx'
import { SelectField } from '#web/ui/forms/field.tsx'
import { WrittenByModel } from '#web/ui/written-by-model.tsx'
import { May, MayEdit } from '#web/api/may.tsx'
import { SuggestionButton } from './suggestion-button.tsx'
import { ThemesPicker } from './themes-picker.tsx'

export type InsightDetail = OutputOf<'getInsight'>

export function useUpdateInsight() {
  return useApiMutation('updateInsight', { optimistic: ({ insightId, ...change }) => patchCache([insightId], change) })
}

export function InsightHeader({ insight }: { insight: InsightDetail }) {
  const update = useUpdateInsight()
  const replace = useReplaceThemes(insight)
  const set = (change: object) => update.mutate({ insightId: insight.id, ...change })
  return (
    <section className="grid gap-3">
      <DetailHeader op="updateInsight" name={insight.name} onRename={(name) => set({ name })} />
      <MayEdit op="updateInsight">
        <Labels insight={insight} onChange={set} />
      </MayEdit>
      {insight.origin === 'auto' && <LanguageNotice language={insight.language} />}
      <ThemesPicker
        op="replaceInsightThemes"
        selected={insight.themes.map((theme) => theme.id)}
        known={insight.themes}
        onChange={replace}
      />
      <May op="addInsightThemes">
        <ThemeSuggestions insight={insight} />
      </May>
      <WrittenByModel model={insight.language_model} />
      {insight.description && <p className="text-sm whitespace-pre-wrap text-soft">{insight.description}</p>}
    </section>
  )
}

function useReplaceThemes({ id, themes: before }: InsightDetail) {
  const replace = useApiMutation('replaceInsightThemes')
  return (theme_ids: string[]) => {
    const added = theme_ids.find((one) => before.every((theme) => theme.id !== one))
    replace.mutate(
      { insightId: id, theme_ids },
      {
        onSuccess({ themes }) {
          const theme = themes.find((one) => one.id === added)
          if (theme) void offerLookalikes({ theme }, [id])
        },
      },
    )
  }
}

/** For an unsorted insight: one click accepts a theme. */
function ThemeSuggestions({ insight: { id, theme_suggestions } }: { insight: InsightDetail }) {
  const reset = useApiMutation('resetInsightThemes')
  const add = useApiMutation('addInsightThemes', {
    onSuccess({ themes }) {
      const theme = themes.at(-1)!
      toastUndo(t('{count, one {# insight} other {# insights}} added to {name}', { count: 1, name: theme.name }), () =>
        reset.mutate({ insightId: id }),
      )
      void offerLookalikes({ theme }, [id])
    },
  })
  if (theme_suggestions.length === 0) return null
  return (
    <div role="group" aria-label={t('Suggested themes')} className="flex flex-wrap items-center gap-1.5">
      <span className="text-xs text-faint">
        {t('Unsorted')} · {t('Suggested themes')}
      </span>
      {theme_suggestions.map((one) => (
        <SuggestionButton
          key={one.id}
          suggestion={one}
          onPick={() => add.mutate({ insightId: id, theme_ids: [one.id] })}
        />
      ))}
    </div>
  )
}

type LabelsProps = { insight: InsightDetail; onChange: (change: object) => void }

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
