import { useState } from 'react'
import type { ItemOf } from '#web/api/client.ts'
import { useApiMutation, useApiQuery } from '#web/api/hooks.ts'
import { t } from '#web/i18n/t.ts'
import { SuggestionButton } from '#web/pages/insights/suggestion-button.tsx'
import { paths } from '#web/routes/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { InlineText } from '#web/ui/forms/inline-text.tsx'
import { CardLink } from '#web/ui/lists/card-links.tsx'

const maxCorrections = 3
/** Not all unsorted insights have suggestions. */
const candidates = 20

type Insight = ItemOf<'listInsights'>
type Theme = ItemOf<'listThemes'>

/** Three things that a person knows better: where an insight belongs, and what a theme is called. */
export function Corrections({ themes }: { themes: readonly Theme[] }) {
  const { data } = useApiQuery('listInsights', { unsorted: true, include: ['theme_suggestions'], limit: candidates })
  // What was offered first stays, so that nothing moves under the pointer.
  const [sorted, setSorted] = useState<readonly string[]>([])
  if (!data) return null
  const unsorted = data.data
    .filter(({ id, theme_suggestions = [] }) => theme_suggestions.length > 0 && !sorted.includes(id))
    .slice(0, maxCorrections)
  const renamed = themes.slice(0, maxCorrections - unsorted.length)
  return (
    <Card
      title={t('Correct what is wrong')}
      note={t('The next insights are sorted as you sort these.')}
      actions={unsorted.length > 0 && <CardLink to={paths.unsorted()}>{t('All unsorted insights')}</CardLink>}
      flush
    >
      <ul>
        {unsorted.map((insight) => (
          <UnsortedItem key={insight.id} insight={insight} onSorted={() => setSorted([...sorted, insight.id])} />
        ))}
        {renamed.map((theme) => (
          <RenamedTheme key={theme.id} theme={theme} />
        ))}
      </ul>
    </Card>
  )
}

const rowClass = 'grid gap-1 border-t border-line px-4 py-2.5 first:border-t-0'

function UnsortedItem({ insight, onSorted }: { insight: Insight; onSorted: () => void }) {
  const link = useApiMutation('linkThemeInsights', { onSuccess: onSorted, successMessage: t('Sorted') })
  const leave = useApiMutation('replaceInsightThemes', { onSuccess: onSorted, successMessage: t('Sorted') })
  return (
    <li className={rowClass}>
      <p className="text-sm text-soft">{t('Where does this belong?')}</p>
      <p className="line-clamp-2 text-sm">“{insight.quote ?? insight.name}”</p>
      <div className="flex flex-wrap gap-2">
        {insight.theme_suggestions?.slice(0, 3).map((suggestion) => (
          <SuggestionButton
            key={suggestion.id}
            suggestion={suggestion}
            onPick={() => link.mutate({ themeId: suggestion.id, insight_ids: [insight.id] })}
          />
        ))}
        <Button size="sm" variant="quiet" onClick={() => leave.mutate({ insightId: insight.id, theme_ids: [] })}>
          {t('None of these')}
        </Button>
      </div>
    </li>
  )
}

function RenamedTheme({ theme: { id, name } }: { theme: Theme }) {
  const rename = useApiMutation('updateTheme', { successMessage: t('Renamed') })
  return (
    <li className={rowClass}>
      <p className="text-sm text-soft">{t('Would your team call it this?')}</p>
      <InlineText
        label={t('Name of the theme {name}', { name })}
        value={name}
        maxLength={200}
        className="text-sm font-medium"
        onSave={(text) => rename.mutate({ themeId: id, name: text })}
      />
    </li>
  )
}
