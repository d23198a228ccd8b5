import { Share2 } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { t } from '#web/i18n/t.ts'
import { Button } from '#web/ui/button.tsx'
import type { LinkTarget } from './share-link-texts.ts'

const ShareLinkDialog = lazy(() =>
  import('./share-link-dialog.tsx').then(({ ShareLinkDialog: dialog }) => ({ default: dialog })),
)

/** For pages that have a public link and nothing else to send. */
export function ShareLinkButton({ target }: { target: LinkTarget }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button op="createShareLink" size="sm" icon={Share2} onClick={() => setOpen(true)}>
        {t('Share')}
      </Button>
      {open && (
        <Suspense>
          <ShareLinkDialog target={target} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
