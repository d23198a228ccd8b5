import type { ItemOf } from '#web/api/client.ts'
import { t } from '#web/i18n/t.ts'
import { Button } from '#web/ui/button.tsx'
import { Kbd } from '#web/ui/kbd.tsx'
import { formatPercent } from '#web/ui/time.tsx'

type Suggestion = NonNullable<ItemOf<'listInsights'>['theme_suggestions']>[number]
type Props = { suggestion: Suggestion; keys?: string; onPick: () => void }

/** A theme that an insight may belong to, and how sure the analysis is of it. */
export function SuggestionButton({ suggestion: { name, confidence }, keys, onPick }: Props) {
  const share = formatPercent(confidence, 1)
  return (
    <Button
      size="sm"
      className="max-w-full min-w-0"
      title={t('The analysis is {share} sure of this theme.', { share })}
      onClick={onPick}
    >
      {keys && (
        <span className="inline-flex max-md:hidden">
          <Kbd keys={keys} />
        </span>
      )}
      <span className="truncate">{name}</span> <span className="font-normal text-faint tabular-nums">{share}</span>
    </Button>
  )
}
