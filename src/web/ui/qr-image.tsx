import { encode } from 'uqr'

/** White modules around the code, required by scanners. */
const quietZone = 4

export function qrCodeSvg(text: string) {
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

type Props = { label: string; code: Pick<ReturnType<typeof qrCodeSvg>, 'size' | 'path'> }

/** A QR code, dark on white in every theme as scanners expect. */
export const QrImage = ({ label, code: { size, path } }: Props) => (
  <svg
    role="img"
    aria-label={label}
    viewBox={`0 0 ${size} ${size}`}
    shapeRendering="crispEdges"
    className="size-36 rounded-lg border border-line bg-white"
  >
    <path d={path} fill="#000" />
  </svg>
)
