import { Command } from 'cmdk'
import { Check } from 'lucide-react'
import { type ReactElement, type ReactNode, useState } from 'react'
import { t } from '#web/i18n/t.ts'
import { Popover } from '#web/ui/overlays/menu.tsx'

export type Choice = { id: string; label: string; note?: string; icon?: ReactNode }
type Props = {
  trigger: ReactElement
  label: string
  choices: readonly Choice[]
  selected?: readonly string[]
  onPick: (id: string) => void
  /** The server searches; the list is not filtered here. */
  onSearch?: (text: string) => void
  multiple?: boolean
  open?: boolean
  onOpenChange?: (open: boolean) => void
  onCreate?: (text: string) => void
}

/** A list to choose from by typing; picking closes it unless `multiple`. */
export function Picker({ trigger, label, onPick, onSearch, multiple = false, onCreate, ...props }: Props) {
  const { choices, selected = [], open: controlledOpen, onOpenChange } = props
  const [ownOpen, setOwnOpen] = useState(false)
  const [text, setText] = useState('')
  const open = controlledOpen ?? ownOpen
  const setOpen = (next: boolean) => {
    setOwnOpen(next)
    onOpenChange?.(next)
    if (!next) setText('')
  }
  const pick = (id: string) => {
    onPick(id)
    if (!multiple) setOpen(false)
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
          {choices.map((one) => (
            <PickerItem key={one.id} choice={one} selected={selected.includes(one.id)} onPick={pick} />
          ))}
          {onCreate && text.trim() !== '' && (
            <CreateItem text={text} onCreate={onCreate} onDone={() => setOpen(false)} />
          )}
        </Command.List>
      </Command>
    </Popover>
  )
}

type PickerItemProps = { choice: Choice; selected: boolean; onPick: (id: string) => void }

const PickerItem = ({ choice, selected, onPick }: PickerItemProps) => (
  <Command.Item
    value={`${choice.label} ${choice.id}`}
    onSelect={() => onPick(choice.id)}
    className="flex min-h-8 items-center gap-2 rounded px-2 py-1 text-sm data-[selected=true]:bg-hover"
  >
    {choice.icon}
    <span className="min-w-0 flex-1">
      <span className="line-clamp-2">{choice.label}</span>
      {choice.note && <span className="block truncate text-xs text-faint">{choice.note}</span>}
    </span>
    {selected && <Check aria-label={t('selected')} className="size-4 text-accent-text" />}
  </Command.Item>
)

type CreateItemProps = { text: string; onCreate: (name: string) => void; onDone: () => void }

const CreateItem = ({ text, onCreate, onDone }: CreateItemProps) => (
  <Command.Item
    value={`create ${text}`}
    forceMount
    onSelect={() => {
      onCreate(text.trim())
      onDone()
    }}
    className="rounded px-2 py-1.5 text-sm data-[selected=true]:bg-hover"
  >
    {t('Create “{name}”', { name: text.trim() })}
  </Command.Item>
)
