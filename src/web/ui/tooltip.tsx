import { Tooltip as Radix } from 'radix-ui'
import type { ReactElement } from 'react'
import { Kbd } from '#web/ui/kbd.tsx'

const contentClass =
  'z-50 flex items-center gap-2 rounded-md bg-ink px-2 py-1 text-xs text-bg shadow-pop animate-[fade_120ms]'

type TooltipProps = {
  text: string
  keys?: string | undefined
  children: ReactElement
  side?: 'bottom' | 'right' | 'top'
}

export function Tooltip({ text, keys, children, side = 'bottom' }: TooltipProps) {
  return (
    <Radix.Root delayDuration={350}>
      <Radix.Trigger asChild>{children}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content side={side} sideOffset={6} className={contentClass}>
          {text}
          {keys && <Kbd keys={keys} inverse />}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
