import { Tooltip } from 'radix-ui'
import type { ReactElement } from 'react'
import { Kbd } from './kbd.tsx'

export function Tip({
  text,
  keys,
  children,
  side = 'bottom',
}: {
  text: string
  keys?: string | undefined
  children: ReactElement
  side?: 'bottom' | 'right' | 'top'
}) {
  return (
    <Tooltip.Root delayDuration={350}>
      <Tooltip.Trigger asChild>{children}</Tooltip.Trigger>
      <Tooltip.Portal>
        <Tooltip.Content
          side={side}
          sideOffset={6}
          className="z-50 flex items-center gap-2 rounded-md bg-ink px-2 py-1 text-xs text-bg shadow-pop animate-[fade_120ms]"
        >
          {text}
          {keys && <Kbd keys={keys} inverse />}
        </Tooltip.Content>
      </Tooltip.Portal>
    </Tooltip.Root>
  )
}
