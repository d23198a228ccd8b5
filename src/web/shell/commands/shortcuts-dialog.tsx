import { t } from '#web/i18n/t.ts'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { Kbd } from '#web/ui/kbd.tsx'
import { navItems } from '#web/shell/navigation.tsx'

type Shortcut = readonly [keys: string, label: string]
type ShortcutGroup = readonly [name: string, shortcuts: readonly Shortcut[]]

const globalShortcuts = (): ShortcutGroup => [
  t('Everywhere'),
  [
    ['mod K', t('Open the command menu')],
    ['/', t('Focus the filter')],
    ['?', t('Keyboard shortcuts')],
    ['C', t('Create')],
    ['Z', t('Undo')],
    ['[', t('Show or hide the sidebar')],
    ['mod .', t('Copy the link to this view')],
  ],
]
const listShortcuts = (): ShortcutGroup => [
  t('Lists'),
  [
    ['J', t('Next')],
    ['K', t('Previous')],
    ['X', t('Select')],
    ['Space', t('Peek')],
    ['Enter', t('Open')],
    ['Esc', t('Back')],
    ['S', t('Change the status of a project or initiative')],
    ['O', t('Change owner')],
    ['A', t('Archive')],
    ['L', t('Add insights to a theme')],
  ],
]
const inboxShortcuts = (): ShortcutGroup => [
  t('Inbox'),
  [
    ['1', t('Accept as insight')],
    ['2', t('Link to an insight')],
    ['3', t('Dismiss')],
    ['H', t('Snooze')],
    ['O', t('Add to opportunity')],
    ['Z', t('Undo')],
  ],
]
const sortingShortcuts = (): ShortcutGroup => [
  t('Unsorted insights'),
  [
    ['1 2 3', t('Suggested theme')],
    ['T', t('Other theme')],
    ['N', t('New theme')],
    ['0', t('No theme')],
    ['U', t('Undo')],
  ],
]
const navigationShortcuts = (): ShortcutGroup => [
  t('Go to'),
  navItems().map((item) => [`G ${item.key.toUpperCase()}`, item.label]),
]

export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const groups = [globalShortcuts(), listShortcuts(), inboxShortcuts(), sortingShortcuts(), navigationShortcuts()]
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('Keyboard shortcuts')}
      note={t('Single-key shortcuts can be disabled in your preferences.')}
      wide
    >
      <div
        role="group"
        aria-label={t('Keyboard shortcuts')}
        tabIndex={0}
        className="grid gap-x-8 gap-y-5 sm:grid-cols-2"
      >
        {groups.map(([name, shortcuts]) => (
          <section key={name}>
            <h3 className="mb-1.5 text-xs font-medium text-faint">{name}</h3>
            <dl className="grid gap-1">
              {shortcuts.map(([keys, label]) => (
                <div key={keys + label} className="flex items-center justify-between gap-4">
                  <dt>{label}</dt>
                  <dd>
                    <Kbd keys={keys} />
                    <span className="sr-only">{keys}</span>
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  )
}
