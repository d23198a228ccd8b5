import { t } from '#web/i18n/t.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { Kbd } from '#web/ui/kbd.tsx'
import { places } from './places.tsx'

export function KeyHelp({ onClose }: { onClose: () => void }) {
  const groups: [string, [string, string][]][] = [
    [
      t('Everywhere'),
      [
        ['mod K', t('Search, go to, act')],
        ['/', t('Focus the filter')],
        ['?', t('This help')],
        ['C', t('Create')],
        ['Z', t('Undo')],
        ['[', t('Show or hide the sidebar')],
        ['mod .', t('Copy the link to this view')],
      ],
    ],
    [
      t('Lists'),
      [
        ['J', t('Next')],
        ['K', t('Previous')],
        ['X', t('Select')],
        ['Space', t('Peek')],
        ['Enter', t('Open')],
        ['Esc', t('Back')],
        ['S', t('Status of a project or initiative')],
        ['O', t('Its owner')],
        ['A', t('Archive it')],
        ['L', t('Add insights to a theme')],
      ],
    ],
    [
      t('Inbox'),
      [
        ['1', t('Accept as insight')],
        ['2', t('Link to an insight')],
        ['3', t('Dismiss')],
        ['H', t('Snooze')],
        ['Z', t('Undo')],
      ],
    ],
    [t('Go to'), places().map((place) => [`G ${place.key.toUpperCase()}`, place.label])],
  ]
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('Keyboard shortcuts')}
      note={t('Single keys can be switched off in your preferences.')}
      wide
    >
      <div
        role="group"
        aria-label={t('Keyboard shortcuts')}
        tabIndex={0}
        className="grid gap-x-8 gap-y-5 sm:grid-cols-2"
      >
        {groups.map(([name, keys]) => (
          <section key={name}>
            <h3 className="mb-1.5 text-xs font-medium text-faint">{name}</h3>
            <dl className="grid gap-1">
              {keys.map(([key, what]) => (
                <div key={key + what} className="flex items-center justify-between gap-4">
                  <dt>{what}</dt>
                  <dd>
                    <Kbd keys={key} />
                    <span className="sr-only">{key}</span>
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
