import { Copy } from 'lucide-react'
import { t } from '#web/i18n/t.ts'
import { IconButton } from './button.tsx'
import { copyToClipboard } from './copy-to-clipboard.ts'

export function CopyBlock({ label, text }: { label: string; text: string }) {
  return (
    <figure className="min-w-0 rounded-lg border border-line bg-sunken">
      <figcaption className="flex items-center justify-between border-b border-line ps-3 pe-1 text-xs text-faint">
        {label}
        <IconButton label={t('Copy')} icon={Copy} onClick={() => void copyToClipboard(text)} />
      </figcaption>
      <pre tabIndex={0} aria-label={label} className="overflow-x-auto px-3 py-2 font-mono text-xs leading-5">
        {text}
      </pre>
    </figure>
  )
}
