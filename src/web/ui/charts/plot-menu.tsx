import { Download } from 'lucide-react'
import type { RefObject } from 'react'
import { t } from '#web/i18n/t.ts'
import { IconButton } from '#web/ui/button.tsx'
import { toCsv, type ExportRow, downloadFile } from '#web/ui/lists/export-menu.tsx'
import { Menu } from '#web/ui/overlays/menu.tsx'
import { toast } from '#web/toasts.ts'

type PlotMenuProps = {
  name: string
  title: string
  plot: RefObject<HTMLElement | null>
  rows: () => readonly ExportRow[]
}

/** Exports a plot as PNG or its data as CSV. */
export function PlotMenu({ name, title, plot, rows }: PlotMenuProps) {
  const savePng = async () => {
    const { exportPng } = await import('./export-png.ts')
    downloadFile(`${name}.png`, 'image/png', await exportPng(plot.current!, title))
  }
  return (
    <Menu
      trigger={<IconButton label={t('Export {name}', { name: title })} icon={Download} />}
      items={[
        {
          label: 'PNG',
          run: () => void savePng().catch(() => toast({ tone: 'bad', title: t('The image could not be created.') })),
        },
        { label: 'CSV', run: () => downloadFile(`${name}.csv`, 'text/csv', toCsv(rows())) },
      ]}
    />
  )
}
