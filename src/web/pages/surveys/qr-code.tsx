import { Download } from 'lucide-react'
import { useMemo } from 'react'
import { encode } from 'uqr'
import { t } from '#web/i18n/t.ts'
import { Button } from '#web/ui/button.tsx'
import { downloadFile } from '#web/ui/lists/export-menu.tsx'

/** White modules around the code, required by scanners. */
const quietZone = 4

function qrCodeSvg(text: string) {
  const { data, size } = encode(text, { ecc: 'M', border: quietZone })
  const path = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : []))).join('')
  return {
    size,
    path,
    file: [
      `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges">`,
      `<path fill="#fff" d="M0 0h${size}v${size}H0z"/><path d="${path}"/></svg>`,
    ].join(''),
  }
}

/** A QR code, dark on white in every theme as scanners expect. */
export function QrCode({ text, name }: { text: string; name: string }) {
  const { size, path, file } = useMemo(() => qrCodeSvg(text), [text])
  return (
    <div className="grid shrink-0 justify-items-center gap-2">
      <svg
        role="img"
        aria-label={t('QR code for the link')}
        viewBox={`0 0 ${size} ${size}`}
        shapeRendering="crispEdges"
        className="size-36 rounded-lg border border-line bg-white"
      >
        <path d={path} fill="#000" />
      </svg>
      <Button
        size="sm"
        variant="quiet"
        icon={Download}
        onClick={() => downloadFile(`${name}.svg`, 'image/svg+xml', file)}
      >
        {t('QR code')}
      </Button>
    </div>
  )
}
