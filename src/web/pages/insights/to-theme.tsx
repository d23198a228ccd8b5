import { useState } from 'react'
import { call } from '#web/api/client.ts'
import { refresh, show } from '#web/api/cache.ts'
import { useRoute } from '#web/api/hooks.ts'
import { sentenceOf } from '#web/api/problems.ts'
import { t } from '#web/i18n/t.ts'
import { useOffer } from '#web/shell/page-actions.ts'
import { Choose } from '#web/shell/row-actions.tsx'
import { cx } from '#web/ui/cx.ts'
import { numberOf } from '#web/ui/time.tsx'
import { toast } from '#web/ui/toast.tsx'
import type { InsightRow } from './insights.tsx'

type Theme = InsightRow['themes'][number]
const maxAtOnce = 100

/** Puts insights under a theme, on the screen before the server has answered; taken back, only those leave it that were not there before. */
export async function putUnder({ id, name, color }: Theme, insights: readonly InsightRow[]): Promise<void> {
  const fresh = insights.filter((one) => one.themes.every((theme) => theme.id !== id))
  if (fresh.length === 0) return toast({ title: t('Already in {name}', { name }) })
  const shown = fresh.map((one) => show([one.id], { themes: [...one.themes, { id, name, color }] }, 'insights'))
  try {
    for (let at = 0; at < fresh.length; at += maxAtOnce)
      await call('linkThemeInsights', {
        themeId: id,
        insight_ids: fresh.slice(at, at + maxAtOnce).map((one) => one.id),
      })
    toast({
      title: t('{count, one {# insight} other {# insights}} added to {name}', { count: fresh.length, name }),
      action: { label: t('Undo'), run: () => void takeOut(id, fresh) },
    })
  } catch (error) {
    for (const putBack of shown.reverse()) putBack()
    toast({ tone: 'bad', title: sentenceOf(error) })
  } finally {
    refresh()
  }
}

async function takeOut(themeId: string, insights: readonly InsightRow[]) {
  for (const one of insights) show([one.id], { themes: one.themes }, 'insights')
  try {
    await Promise.all(insights.map((one) => call('unlinkThemeInsight', { themeId, insightId: one.id })))
  } catch (error) {
    toast({ tone: 'bad', title: sentenceOf(error) })
  } finally {
    refresh()
  }
}

const useThemes = () => useRoute('listThemes', { limit: 100, sort: '-insight_count' }).data?.data ?? []

/** The same by keys: L, the beginning of a name, Enter. */
export function ChooseTheme({
  insights,
  onClose,
  onDone,
}: {
  insights: readonly InsightRow[]
  onClose: () => void
  onDone: () => void
}) {
  const themes = useThemes()
  const pick = (themeId: string) =>
    void putUnder(
      themes.find(({ id }) => id === themeId)!,
      insights,
    ).then(onDone)
  return (
    <Choose
      title={t('Add {count, one {# insight} other {# insights}} to a theme', { count: insights.length })}
      choices={themes.map(({ id, name }) => ({ id, label: name }))}
      onPick={pick}
      onClose={onClose}
    />
  )
}

/** What the command menu offers for the row that the keys mean. */
export function OfferTheme({ insight, ask }: { insight: InsightRow; ask: () => void }) {
  useOffer([{ label: t('Add “{name}” to a theme', { name: insight.name }), keys: 'L', run: ask }])
  return null
}

/** Beside the list while rows are dragged: every theme is a place to let go. */
export function ThemeTargets({ insights, onDone }: { insights: readonly InsightRow[]; onDone: () => void }) {
  const themes = useThemes()
  const [over, setOver] = useState<string>()
  return (
    <section
      aria-label={t('Drop on a theme')}
      className="absolute inset-y-0 end-0 z-30 flex w-72 flex-col border-s border-line bg-panel shadow-pop"
    >
      <h2 className="px-4 pt-3 pb-2 text-sm font-semibold">
        {t('Add {count, one {# insight} other {# insights}} to…', { count: insights.length })}
      </h2>
      <ul className="min-h-0 flex-1 overflow-y-auto px-2 pb-3">
        {themes.map((theme) => (
          <li
            key={theme.id}
            className={cx(
              'flex h-9 items-center gap-2.5 rounded-md border border-dashed px-2 text-sm',
              over === theme.id ? 'border-accent bg-accent-soft font-medium' : 'border-transparent',
            )}
            onDragOver={(event) => {
              event.preventDefault()
              setOver(theme.id)
            }}
            onDragLeave={() => setOver((at) => (at === theme.id ? undefined : at))}
            onDrop={(event) => {
              event.preventDefault()
              void putUnder(theme, insights).then(onDone)
            }}
          >
            <span className="size-2.5 shrink-0 rounded-full" style={{ background: theme.color }} />
            <span className="min-w-0 flex-1 truncate">{theme.name}</span>
            <span className="text-xs text-faint tabular-nums">{numberOf(theme.insight_count)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
