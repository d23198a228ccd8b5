import { Download } from 'lucide-react'
import type { RefObject } from 'react'
import { t } from '#web/i18n/t.ts'
import { IconButton } from './button.tsx'
import { csvOf, type Exported, save } from './export-menu.tsx'
import { Menu } from './menu.tsx'
import { toast } from './toast.tsx'

/** What a plot shows, to take along: as a picture or as its numbers. */
export function PlotMenu({
  name,
  title,
  plot,
  rows,
}: {
  name: string
  title: string
  plot: RefObject<HTMLElement | null>
  rows: () => readonly Exported[]
}) {
  const picture = async () => {
    const { pictureOf } = await import('./picture.ts')
    save(`${name}.png`, 'image/png', await pictureOf(plot.current!, title))
  }
  return (
    <Menu
      trigger={<IconButton label={t('Export {name}', { name: title })} icon={<Download className="size-3.5" />} />}
      items={[
        {
          label: 'PNG',
          run: () => void picture().catch(() => toast({ tone: 'bad', title: t('The picture could not be made.') })),
        },
        { label: 'CSV', run: () => save(`${name}.csv`, 'text/csv', csvOf(rows())) },
      ]}
    />
  )
}
