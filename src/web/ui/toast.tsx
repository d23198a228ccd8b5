import { CircleAlert, CircleCheck, X } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { t } from '#web/i18n/t.ts'

export type Toast = { title: string; note?: string; tone?: 'good' | 'bad'; action?: { label: string; run: () => void } }
type Shown = Toast & { id: number }

const stayMs = 8000
const max = 3
let shown: readonly Shown[] = []
let last = 0
const listeners = new Set<() => void>()

const set = (next: readonly Shown[]) => {
  shown = next
  for (const listener of listeners) listener()
}
const drop = (id: number) => set(shown.filter((one) => one.id !== id))

export function toast(what: Toast) {
  const id = ++last
  set([...shown, { ...what, id }].slice(-max))
  setTimeout(() => drop(id), stayMs)
}

/** Takes back what the newest toast offers to take back. */
export function undoLatest(): boolean {
  const latest = shown.findLast((one) => one.action)
  if (!latest) return false
  latest.action!.run()
  drop(latest.id)
  return true
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export function Toasts() {
  const toasts = useSyncExternalStore(subscribe, () => shown)
  return (
    <section
      aria-label={t('Notifications')}
      aria-live="polite"
      className="pointer-events-none fixed end-4 bottom-4 z-50 grid w-[min(380px,calc(100vw-32px))] gap-2"
    >
      {toasts.map(({ id, title, note, tone = 'good', action }) => (
        <div
          key={id}
          role={tone === 'bad' ? 'alert' : 'status'}
          className="pointer-events-auto flex items-start gap-2.5 rounded-lg border border-line bg-panel p-3 shadow-pop animate-[rise_140ms_ease-out]"
        >
          {tone === 'bad' ? (
            <CircleAlert className="mt-0.5 size-4 shrink-0 text-neg" />
          ) : (
            <CircleCheck className="mt-0.5 size-4 shrink-0 text-pos" />
          )}
          <div className="min-w-0 flex-1">
            <p className="text-sm break-words">{title}</p>
            {note && <p className="mt-0.5 truncate font-mono text-2xs text-faint">{note}</p>}
          </div>
          {action && (
            <button
              type="button"
              className="rounded px-1 text-sm font-medium text-accent-text hover:underline"
              onClick={() => {
                action.run()
                drop(id)
              }}
            >
              {action.label}
            </button>
          )}
          <button
            type="button"
            aria-label={t('Dismiss')}
            className="text-faint hover:text-ink"
            onClick={() => drop(id)}
          >
            <X className="size-4" />
          </button>
        </div>
      ))}
    </section>
  )
}
