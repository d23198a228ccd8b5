import { useMemo, useRef, useState } from 'react'
import type { InsightItem } from '#web/pages/insights/insight-columns.tsx'
import type { Hotkeys } from '#web/use-hotkeys.ts'
import type { choicesOf } from './use-sorting.ts'

type Insights = readonly InsightItem[]
/** The rows for which a theme is chosen in a dialog. */
type Choosing = { how: 'themes' | 'new'; insights: Insights }

type Options = {
  choices: ReturnType<typeof choicesOf>
  /** The row, or the whole selection that it is part of. */
  targetsOf: (insight: InsightItem) => Insights
  activate: (insight: InsightItem) => void
  clearSelection: () => void
  peek: (insight: InsightItem) => void
}

const sortingActions = (options: Options, open: (choosing: Choosing) => void) => {
  const { choices, targetsOf, activate, clearSelection, peek } = options
  const choose = (insight: InsightItem, send: (insights: Insights) => Promise<void>) => {
    activate(insight)
    const insights = targetsOf(insight)
    clearSelection()
    void send(insights)
  }
  const openDialog = (how: Choosing['how'], insight: InsightItem) => {
    activate(insight)
    open({ how, insights: targetsOf(insight) })
  }
  return {
    addSuggested(insight: InsightItem, n: number) {
      const suggestion = insight.theme_suggestions?.[n]
      if (suggestion) choose(insight, (insights) => choices.add(suggestion, insights))
    },
    openThemes: (insight: InsightItem) => openDialog('themes', insight),
    openNewTheme: (insight: InsightItem) => openDialog('new', insight),
    addToNone: (insight: InsightItem) => choose(insight, choices.addToNone),
    openPanel(insight: InsightItem) {
      activate(insight)
      peek(insight)
    },
  }
}

export type SortingActions = ReturnType<typeof sortingActions>

/** What the buttons and keys of a row do; the functions stay the same, so that a choice redraws few rows. */
export function useSortingActions(options: Options) {
  const [choosing, setChoosing] = useState<Choosing>()
  const latest = useRef<SortingActions>(undefined)
  latest.current = sortingActions(options, setChoosing)
  const actions = useMemo(
    (): SortingActions => ({
      addSuggested: (insight, n) => latest.current!.addSuggested(insight, n),
      openThemes: (insight) => latest.current!.openThemes(insight),
      openNewTheme: (insight) => latest.current!.openNewTheme(insight),
      addToNone: (insight) => latest.current!.addToNone(insight),
      openPanel: (insight) => latest.current!.openPanel(insight),
    }),
    [],
  )
  return { actions, choosing, setChoosing }
}

/** A key that is held down chooses once, or it would sort one row after the other. */
const once = (run: () => void) => (event: KeyboardEvent) => {
  if (!event.repeat) run()
}

export const hotkeysOf = (actions: SortingActions, insight: InsightItem, mayCreate: boolean): Hotkeys => ({
  1: once(() => actions.addSuggested(insight, 0)),
  2: once(() => actions.addSuggested(insight, 1)),
  3: once(() => actions.addSuggested(insight, 2)),
  t: once(() => actions.openThemes(insight)),
  l: once(() => actions.openThemes(insight)),
  ...(mayCreate && { n: once(() => actions.openNewTheme(insight)) }),
  0: once(() => actions.addToNone(insight)),
})
