import { Copy, Download, Link2, Printer, Share2, Table } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useMay } from '#web/api/may.tsx'
import { t } from '#web/i18n/t.ts'
import { Button } from '#web/ui/button.tsx'
import { Menu, type MenuItem } from '#web/ui/overlays/menu.tsx'
import { usePrint } from '#web/ui/use-print.tsx'
import {
  type OnePagerTarget,
  copyOnePager,
  downloadEvidence,
  downloadOnePager,
  loadOnePager,
  printLater,
} from './one-pager.ts'
import type { LinkTarget } from './share-link-texts.ts'

const ShareLinkDialog = lazy(() =>
  import('./share-link-dialog.tsx').then(({ ShareLinkDialog: dialog }) => ({ default: dialog })),
)

type Props = {
  about: OnePagerTarget
  /** What a public link shows, where there can be one. */
  link?: LinkTarget
  label?: string
}

/** What can be sent of an object: its one-pager, its evidence, and a link that needs no account. */
export function ShareMenu({ about, link, label = t('Share') }: Props) {
  const [names, setNames] = useState(true)
  const [linking, setLinking] = useState(false)
  const may = useMay()
  const { print, printed } = usePrint()
  const printOnePager = async () => {
    const { markdown, Rendered } = await loadOnePager(about, names)
    print(<Rendered text={markdown} />)
  }
  const items: MenuItem[] = [
    { label: t('Copy one-pager'), icon: <Copy />, run: () => copyOnePager(about, names) },
    { label: t('Download Markdown'), icon: <Download />, run: () => downloadOnePager(about, names) },
    { label: t('Print'), icon: <Printer />, run: () => printLater(printOnePager()) },
    { label: t('Evidence as CSV'), icon: <Table />, run: () => downloadEvidence(about, names) },
    'line',
    { label: t('With names'), checked: names, keepOpen: true, run: () => setNames(!names) },
  ]
  if (link && may('createShareLink'))
    items.unshift({ label: t('Share link…'), icon: <Link2 />, run: () => setLinking(true) }, 'line')
  return (
    <>
      {printed}
      <Menu
        trigger={
          <Button size="sm" icon={Share2}>
            {label}
          </Button>
        }
        items={items}
      />
      {link && linking && (
        <Suspense>
          <ShareLinkDialog target={link} onClose={() => setLinking(false)} />
        </Suspense>
      )}
    </>
  )
}
