import { Command } from 'cmdk'
import { Check } from 'lucide-react'
import { type ReactElement, type ReactNode, useState } from 'react'
import { t } from '#web/i18n/t.ts'
import { Popover } from './menu.tsx'

export type Choice = { id: string; label: string; note?: string; mark?: ReactNode }
type Props = {
  trigger: ReactElement
  label: string
  choices: readonly Choice[]
  chosen?: readonly string[]
  onPick: (id: string) => void
  /** The server searches; the list is not filtered here. */
  onSearch?: (text: string) => void
  many?: boolean
  open?: boolean
  onOpenChange?: (open: boolean) => void
  onCreate?: (text: string) => void
}

/** A list to choose from by typing; one choice closes it unless many may be made. */
export function Picker({
  trigger,
  label,
  choices,
  chosen = [],
  onPick,
  onSearch,
  many = false,
  open: given,
  onOpenChange,
  onCreate,
}: Props) {
  const [own, setOwn] = useState(false)
  const [text, setText] = useState('')
  const open = given ?? own
  const setOpen = (next: boolean) => {
    setOwn(next)
    onOpenChange?.(next)
    if (!next) setText('')
  }
  const pick = (id: string) => {
    onPick(id)
    if (!many) setOpen(false)
  }
  return (
    <Popover trigger={trigger} label={label} open={open} onOpenChange={setOpen} width="w-80">
      <Command label={label} shouldFilter={!onSearch}>
        <Command.Input
          value={text}
          onValueChange={(next) => {
            setText(next)
            onSearch?.(next)
          }}
          placeholder={label}
          className="h-9 w-full border-b border-line bg-transparent px-3 text-sm outline-none"
        />
        <Command.List className="max-h-64 overflow-y-auto p-1">
          <Command.Empty className="px-3 py-5 text-center text-xs text-faint">{t('Nothing found')}</Command.Empty>
          {choices.map((choice) => (
            <Command.Item
              key={choice.id}
              value={`${choice.label} ${choice.id}`}
              onSelect={() => pick(choice.id)}
              className="flex min-h-8 items-center gap-2 rounded px-2 py-1 text-sm data-[selected=true]:bg-hover"
            >
              {choice.mark}
              <span className="min-w-0 flex-1">
                <span className="line-clamp-2">{choice.label}</span>
                {choice.note && <span className="block truncate text-xs text-faint">{choice.note}</span>}
              </span>
              {chosen.includes(choice.id) && <Check aria-label={t('chosen')} className="size-4 text-accent-text" />}
            </Command.Item>
          ))}
          {onCreate && text.trim() !== '' && (
            <Command.Item
              value={`create ${text}`}
              forceMount
              onSelect={() => {
                onCreate(text.trim())
                setOpen(false)
              }}
              className="rounded px-2 py-1.5 text-sm data-[selected=true]:bg-hover"
            >
              {t('Create “{name}”', { name: text.trim() })}
            </Command.Item>
          )}
        </Command.List>
      </Command>
    </Popover>
  )
}
