import { Archive, ArrowUp, Plus, RotateCcw } from 'lucide-react'
import { useState } from 'react'
import { t } from '#web/i18n/t.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/forms/field.tsx'

/** An option that is not stored yet has no key. */
export type OptionRow = { key?: string; name: string; archived?: boolean }

/** The active options as they are sent; those that are left out are archived. */
export const toOptionInputs = (options: readonly OptionRow[]) =>
  options
    .filter(({ name, archived }) => !archived && name.trim() !== '')
    .map(({ key, name }) => ({ name: name.trim(), ...(key !== undefined && { key }) }))

type Props = { options: readonly OptionRow[]; onChange: (options: readonly OptionRow[]) => void }

export function OptionRows({ options, onChange }: Props) {
  const replace = (index: number, change: Partial<OptionRow>) =>
    onChange(options.map((option, n) => (n === index ? { ...option, ...change } : option)))
  const moveUp = (index: number) => {
    const next = [...options]
    next.splice(index - 1, 0, ...next.splice(index, 1))
    onChange(next)
  }
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1.5 text-xs font-medium text-soft">{t('Options')}</legend>
      {options.map((option, index) => (
        <OptionLine
          key={option.key ?? `new ${index}`}
          option={option}
          onRename={(name) => replace(index, { name })}
          onArchive={() => replace(index, { archived: !option.archived })}
          onUp={index > 0 ? () => moveUp(index) : undefined}
        />
      ))}
      <NewOption onAdd={(name) => onChange([...options, { name }])} />
    </fieldset>
  )
}

function NewOption({ onAdd }: { onAdd: (name: string) => void }) {
  const [name, setName] = useState('')
  const add = () => {
    if (name.trim() === '') return
    onAdd(name.trim())
    setName('')
  }
  return (
    <div className="flex items-end gap-2">
      <div className="flex-1">
        <TextField
          label={t('New option')}
          value={name}
          maxLength={80}
          onChange={({ target }) => setName(target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            event.preventDefault()
            add()
          }}
        />
      </div>
      <Button icon={Plus} onClick={add}>
        {t('Add')}
      </Button>
    </div>
  )
}

type LineProps = {
  option: OptionRow
  onRename: (name: string) => void
  onArchive: () => void
  onUp: (() => void) | undefined
}

const OptionLine = ({ option: { name, archived = false }, onRename, onArchive, onUp }: LineProps) => (
  <div className="flex items-center gap-1">
    <div className="flex-1">
      <TextField
        label={t('Name of the option {name}', { name })}
        hideLabel
        value={name}
        maxLength={80}
        disabled={archived}
        onChange={({ target }) => onRename(target.value)}
      />
    </div>
    <IconButton label={t('Move {name} up', { name })} icon={ArrowUp} disabled={!onUp} onClick={onUp} />
    <IconButton
      label={archived ? t('Restore {name}', { name }) : t('Archive {name}', { name })}
      icon={archived ? RotateCcw : Archive}
      onClick={onArchive}
    />
  </div>
)
