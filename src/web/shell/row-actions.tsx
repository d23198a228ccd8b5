import { Command } from 'cmdk'
import { type ReactNode, useState } from 'react'
import { t } from '#web/i18n/t.ts'
import type { Keys } from '#web/keys.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import type { PageAction } from './page-actions.ts'
import { useMembers } from './people.tsx'

type Choice = { id: string; label: string }

/** One of a few, by typing the beginning of its name and Enter. */
export function Choose({
  title,
  choices,
  onPick,
  onClose,
}: {
  title: string
  choices: readonly Choice[]
  onPick: (id: string) => void
  onClose: () => void
}) {
  return (
    <Dialog open onClose={onClose} title={title}>
      <Command label={title} className="-mx-2">
        <Command.Input
          autoFocus
          placeholder={t('Type to choose')}
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
  statuses: Record<string, string>
  onStatus: (one: T, status: string) => void
  onOwner: (one: T, owner: string | null) => void
}
const nobody = 'nobody'

/** S status, O owner, A archive: on the row that the keys mean. */
export function useRowActions<T extends Row>({
  statuses,
  onStatus,
  onOwner,
}: Actions<T>): { keysFor: (one: T) => Keys; offerFor: (one: T | undefined) => PageAction[]; dialog: ReactNode } {
  const [asked, setAsked] = useState<{ what: 'status' | 'owner'; one: T }>()
  const close = () => setAsked(undefined)
  const dialog =
    asked?.what === 'status' ? (
      <Choose
        title={t('Status of {name}', { name: asked.one.title })}
        choices={Object.entries(statuses).map(([id, label]) => ({ id, label }))}
        onPick={(status) => onStatus(asked.one, status)}
        onClose={close}
      />
    ) : (
      asked && (
        <ChooseOwner
          title={t('Owner of {name}', { name: asked.one.title })}
          onPick={(owner) => onOwner(asked.one, owner)}
          onClose={close}
        />
      )
    )
  const keysFor = (one: T) => ({
    s: () => setAsked({ what: 'status', one }),
    o: () => setAsked({ what: 'owner', one }),
    a: () => one.status !== 'archived' && onStatus(one, 'archived'),
  })
  return {
    keysFor,
    offerFor: (one) =>
      one
        ? [
            { label: t('Status of {name}', { name: one.title }), keys: 'S', run: keysFor(one).s },
            { label: t('Owner of {name}', { name: one.title }), keys: 'O', run: keysFor(one).o },
            { label: t('Archive {name}', { name: one.title }), keys: 'A', run: keysFor(one).a },
          ]
        : [],
    dialog: dialog ?? null,
  }
}

function ChooseOwner({
  title,
  onPick,
  onClose,
}: {
  title: string
  onPick: (owner: string | null) => void
  onClose: () => void
}) {
  const { members } = useMembers()
  return (
    <Choose
      title={title}
      choices={[...members.map((one) => ({ id: one.user_id, label: one.name })), { id: nobody, label: t('Nobody') }]}
      onPick={(id) => onPick(id === nobody ? null : id)}
      onClose={onClose}
    />
  )
}
