import { cx } from './cx.ts'
import { withKeys } from './with-keys.ts'

const mac = /Mac|iPhone|iPad/.test(navigator.platform)
const modifier = mac ? '⌘' : 'Ctrl'
const keyName = (key: string) => (key === 'mod' ? modifier : key)

export function Kbd({ keys, inverse = false }: { keys: string; inverse?: boolean }) {
  return (
    <span className="inline-flex gap-0.5" aria-hidden>
      {withKeys(keys.split(' '), String).map(([id, key]) => (
        <kbd
          key={id}
          className={cx(
            'min-w-4 rounded border px-1 text-center font-sans text-2xs leading-4',
            inverse ? 'border-bg/30 text-bg' : 'border-line-strong bg-sunken text-faint',
          )}
        >
          {keyName(key)}
        </kbd>
      ))}
    </span>
  )
}
