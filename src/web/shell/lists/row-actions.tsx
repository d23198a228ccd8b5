import { Command } from 'cmdk'
import { type ReactNode, useState } from 'react'
import { t } from '#web/i18n/t.ts'
import type { Hotkeys } from '#web/use-hotkeys.ts'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import type { PageCommand } from '#web/shell/commands/page-commands.ts'
import { useMembers } from '#web/shell/members.tsx'
import type { OperationName } from '#web/api/client.ts'
import { useMay } from '#web/api/may.tsx'

type Choice = { id: string; label: string }

type ChoiceDialogProps = {
  title: string
  choices: readonly Choice[]
  onPick: (id: string) => void
  onClose: () => void
}

/** Chooses one option by typing and Enter. */
export function ChoiceDialog({ title, choices, onPick, onClose }: ChoiceDialogProps) {
  return (
    <Dialog open onClose={onClose} title={title}>
      <Command label={title} className="-mx-2">
        <Command.Input
          autoFocus
          placeholder={t('Type to search')}
          className="mb-2 h-9 w-full rounded-md border border-line-strong bg-panel px-3 text-sm"
        />
        <Command.List className="max-h-64 overflow-y-auto">
          <Command.Empty className="px-3 py-5 text-center text-xs text-faint">{t('Nothing found')}</Command.Empty>
          {choices.map(({ id, label }) => (
            <Command.Item
              key={id}
              value={`${label} ${id}`}
              onSelect={() => {
                onClose()
                onPick(id)
              }}
              className="flex h-8 items-center rounded-md px-2 text-sm data-[selected=true]:bg-hover"
            >
              {label}
            </Command.Item>
          ))}
        </Command.List>
      </Command>
    </Dialog>
  )
}

type Row = { id: string; title: string; status: string }
type Actions<T extends Row> = {
  /** Without the right to it there are no actions. */
  op: OperationName
  statuses: Record<string, string>
  onStatus: (one: T, status: string) => void
  onOwner: (one: T, owner: string | null) => void
}
const nobody = 'nobody'

export type RowActions<T> = {
  hotkeysFor: (row: T) => Hotkeys
  commandsFor: (row: T | undefined) => PageCommand[]
  dialog: ReactNode
}

/** S status, O owner, A archive: on the active row. */
export function useRowActions<T extends Row>(actions: Actions<T>): RowActions<T> {
  const [editing, setEditing] = useState<Editing<T>>()
  const mayEdit = useMay()(actions.op)
  const keysFor = (row: T) => ({
    s: () => setEditing({ field: 'status', row }),
    o: () => setEditing({ field: 'owner', row }),
    a: () => row.status !== 'archived' && actions.onStatus(row, 'archived'),
  })
  const commandsFor = (row: T | undefined): PageCommand[] => {
    if (!row || !mayEdit) return []
    const { s, o, a } = keysFor(row)
    return [
      { label: t('Status of {name}', { name: row.title }), keys: 'S', run: s },
      { label: t('Owner of {name}', { name: row.title }), keys: 'O', run: o },
      { label: t('Archive {name}', { name: row.title }), keys: 'A', run: a },
    ]
  }
  const dialog = editing && <RowDialog {...editing} {...actions} onClose={() => setEditing(undefined)} />
  return { hotkeysFor: (row) => (mayEdit ? keysFor(row) : {}), commandsFor, dialog: dialog ?? null }
}

type Editing<T> = { field: 'status' | 'owner'; row: T }
type RowDialogProps<T extends Row> = Editing<T> & Actions<T> & { onClose: () => void }

function RowDialog<T extends Row>({ field, row, statuses, onStatus, onOwner, onClose }: RowDialogProps<T>) {
  if (field === 'owner')
    return (
      <OwnerDialog
        title={t('Owner of {name}', { name: row.title })}
        onPick={(owner) => onOwner(row, owner)}
        onClose={onClose}
      />
    )
  return (
    <ChoiceDialog
      title={t('Status of {name}', { name: row.title })}
      choices={Object.entries(statuses).map(([id, label]) => ({ id, label }))}
      onPick={(status) => onStatus(row, status)}
      onClose={onClose}
    />
  )
}

type OwnerDialogProps = { title: string; onPick: (owner: string | null) => void; onClose: () => void }

function OwnerDialog({ title, onPick, onClose }: OwnerDialogProps) {
  const { members } = useMembers()
  return (
    <ChoiceDialog
      title={title}
      choices={[
        ...members.map((one) => ({ id: one.user_id, label: one.name })),
        { id: nobody, label: t('Unassigned') },
      ]}
      onPick={(id) => onPick(id === nobody ? null : id)}
      onClose={onClose}
    />
  )
}
