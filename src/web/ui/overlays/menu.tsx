import { DropdownMenu as Radix, Popover as RadixPopover } from 'radix-ui'
import type { ReactElement, ReactNode } from 'react'
import { cx } from '#web/ui/cx.ts'
import { Kbd } from '#web/ui/kbd.tsx'
import { withKeys } from '#web/ui/with-keys.ts'
import type { OperationName } from '#web/api/client.ts'
import { useMay } from '#web/api/may.tsx'

export type MenuItem =
  | {
      label: string
      icon?: ReactNode
      keys?: string
      run: () => void
      destructive?: boolean
      checked?: boolean
      /** For choosing several. */
      keepOpen?: boolean
      /** The operation that it calls: without the right to it there is no entry. */
      op?: OperationName
    }
  | 'line'
  | { heading: string }

const nameOf = (item: MenuItem) => {
  if (item === 'line') return item
  return 'heading' in item ? item.heading : item.label
}

const surface = 'z-50 rounded-lg border border-line bg-panel p-1 shadow-pop animate-[rise_110ms_ease-out]'

type MenuProps = { trigger: ReactElement; items: readonly MenuItem[]; align?: 'start' | 'end' }

export function Menu({ trigger, items: all, align = 'end' }: MenuProps) {
  const may = useMay()
  const items = all.filter((item) => item === 'line' || 'heading' in item || may(item.op))
  if (!items.some((item) => item !== 'line' && !('heading' in item))) return null
  return (
    <Radix.Root modal={false}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content align={align} sideOffset={5} className={cx(surface, 'max-h-[70vh] min-w-44 overflow-y-auto')}>
          {withKeys(items, nameOf).map(([key, item]) => (
            <MenuEntry key={key} item={item} />
          ))}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

function MenuEntry({ item }: { item: MenuItem }) {
  if (item === 'line') return <Radix.Separator className="my-1 h-px bg-line" />
  if ('heading' in item)
    return <Radix.Label className="px-2 pt-1.5 pb-1 text-2xs font-medium text-faint">{item.heading}</Radix.Label>
  const entryClass = cx(
    'flex h-7 items-center gap-2 rounded px-2 text-sm outline-none select-none data-highlighted:bg-hover',
    item.destructive && 'text-neg-text',
  )
  if (item.keepOpen)
    return (
      <Radix.CheckboxItem
        checked={item.checked ?? false}
        onSelect={(event) => {
          event.preventDefault()
          item.run()
        }}
        className={entryClass}
      >
        <span className="flex-1">{item.label}</span>
        <Radix.ItemIndicator className="text-accent-text">✓</Radix.ItemIndicator>
      </Radix.CheckboxItem>
    )
  return (
    <Radix.Item onSelect={item.run} className={entryClass}>
      {item.icon && <span className="text-faint [&>svg]:size-3.5">{item.icon}</span>}
      <span className="flex-1">{item.label}</span>
      {item.checked && (
        <span aria-label="✓" className="text-accent-text">
          ✓
        </span>
      )}
      {item.keys && <Kbd keys={item.keys} />}
    </Radix.Item>
  )
}

type PopoverProps = {
  trigger: ReactElement
  children: ReactNode
  label: string
  align?: 'start' | 'end' | 'center'
  open?: boolean
  onOpenChange?: (open: boolean) => void
  width?: string
}

export function Popover({
  trigger,
  children,
  label,
  align = 'start',
  open,
  onOpenChange,
  width = 'w-72',
}: PopoverProps) {
  return (
    <RadixPopover.Root {...(open !== undefined && { open })} {...(onOpenChange && { onOpenChange })}>
      <RadixPopover.Trigger asChild>{trigger}</RadixPopover.Trigger>
      <RadixPopover.Portal>
        <RadixPopover.Content
          align={align}
          sideOffset={5}
          aria-label={label}
          className={cx(surface, 'max-h-[70vh] max-w-[calc(100vw-16px)] overflow-y-auto p-0', width)}
        >
          {children}
        </RadixPopover.Content>
      </RadixPopover.Portal>
    </RadixPopover.Root>
  )
}
