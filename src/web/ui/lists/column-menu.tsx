import { Columns3 } from 'lucide-react'
import { useMemo } from 'react'
import { t } from '#web/i18n/t.ts'
import { preferences, setPreferences, usePreferences } from '#web/preferences.ts'
import { IconButton } from '#web/ui/button.tsx'
import { Menu } from '#web/ui/overlays/menu.tsx'
import type { GridColumn } from './data-grid-header.tsx'

/** The columns that are shown: all but those hidden by preference. The first one names the row and stays. */
export function useShownColumns<T>(grid: string, columns: readonly GridColumn<T>[]): readonly GridColumn<T>[] {
  const hidden = usePreferences().hiddenColumns[grid]
  return useMemo(
    () => (hidden ? columns.filter(({ key }, index) => index === 0 || !hidden.includes(key)) : columns),
    [columns, hidden],
  )
}

function toggle(grid: string, key: string) {
  const hidden = preferences().hiddenColumns[grid] ?? []
  const next = hidden.includes(key) ? hidden.filter((one) => one !== key) : [...hidden, key]
  setPreferences({ hiddenColumns: { ...preferences().hiddenColumns, [grid]: next } })
}

type Props<T> = { grid: string; columns: readonly GridColumn<T>[] }

/** Chooses the columns of a table. */
export function ColumnMenu<T>({ grid, columns }: Props<T>) {
  const hidden = usePreferences().hiddenColumns[grid] ?? []
  return (
    <Menu
      trigger={<IconButton label={t('Columns')} icon={Columns3} className="size-6" />}
      items={columns.slice(1).map(({ key, header }) => ({
        label: header,
        checked: !hidden.includes(key),
        keepOpen: true,
        run: () => toggle(grid, key),
      }))}
    />
  )
}
