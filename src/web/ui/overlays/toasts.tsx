import { CircleAlert, CircleCheck, X } from 'lucide-react'
import { t } from '#web/i18n/t.ts'
import { dismissToast, useToasts, type VisibleToast } from '#web/toasts.ts'
import { cx } from '#web/ui/cx.ts'

export function Toasts() {
  const toasts = useToasts()
  return (
    <section
      aria-label={t('Notifications')}
      aria-live="polite"
      className="pointer-events-none fixed end-4 bottom-4 z-50 grid w-[min(380px,calc(100vw-32px))] gap-2"
    >
      {toasts.map((one) => (
        <ToastCard key={one.id} toast={one} />
      ))}
    </section>
  )
}

function ToastCard({ toast: { id, title, note, tone = 'good', action } }: { toast: VisibleToast }) {
  const dismiss = () => dismissToast(id)
  return (
    <div
      role={tone === 'bad' ? 'alert' : 'status'}
      className={cx(
        'pointer-events-auto flex items-start gap-2.5 rounded-lg border border-line bg-panel p-3 shadow-pop',
        'animate-[rise_140ms_ease-out]',
      )}
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
            dismiss()
          }}
        >
          {action.label}
        </button>
      )}
      <button type="button" aria-label={t('Dismiss')} className="text-faint hover:text-ink" onClick={dismiss}>
        <X className="size-4" />
      </button>
    </div>
  )
}
