import { Download } from 'lucide-react'
import { useMemo } from 'react'
import { t } from '#web/i18n/t.ts'
import { Button } from '#web/ui/button.tsx'
import { downloadFile } from '#web/ui/lists/export-menu.tsx'
import { QrImage, qrCodeSvg } from '#web/ui/qr-image.tsx'

/** A QR code to scan or to download. */
export function QrCode({ text, name }: { text: string; name: string }) {
  const code = useMemo(() => qrCodeSvg(text), [text])
  return (
    <div className="grid shrink-0 justify-items-center gap-2">
      <QrImage label={t('QR code for the link')} code={code} />
      <Button
        size="sm"
        variant="quiet"
        icon={Download}
        onClick={() => downloadFile(`${name}.svg`, 'image/svg+xml', code.file)}
      >
        {t('QR code')}
      </Button>
    </div>
  )
}
