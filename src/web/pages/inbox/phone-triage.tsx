import { AlarmClock, ArrowLeft, Check, Compass, Link2, RotateCcw, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { AcceptHelp } from '#web/help/term-help.tsx'
import { t } from '#web/i18n/t.ts'
import { cx } from '#web/ui/cx.ts'
import type { Triage } from './use-triage.ts'

export const PhoneHeader = ({ onClose }: { onClose: () => void }) => (
  <div className="flex h-12 shrink-0 items-center gap-2 border-b border-line px-2">
    <button
      type="button"
      onClick={onClose}
      className="inline-flex h-11 items-center gap-2 rounded-md px-2 text-sm font-medium hover:bg-hover"
    >
      <ArrowLeft className="size-4" />
      {t('Inbox')}
    </button>
    <span className="ms-auto">
      <AcceptHelp />
    </span>
  </div>
)

/** The actions within reach of the thumb, each at least 44 pixels high. */
export function PhoneTriage({ triage }: { triage: Triage }) {
  const { item } = triage
  if (!item) return null
  return (
    <div
      role="toolbar"
      aria-label={t('Triage')}
      className="flex shrink-0 gap-1 border-t border-line bg-panel px-2 pt-1 pb-[max(4px,env(safe-area-inset-bottom))]"
    >
      {item.triage.state === 'new' ? (
        <>
          <Action label={t('Accept')} icon={<Check />} primary run={triage.accept} />
          <Action label={t('Link')} icon={<Link2 />} run={() => triage.setLinking(true)} />
          <Action label={t('Dismiss')} icon={<X />} run={triage.dismiss} />
          <Action label={t('Opportunity')} icon={<Compass />} run={() => triage.setIsEvidence(true)} />
          <Action label={t('Snooze')} icon={<AlarmClock />} run={() => triage.setSnoozing(true)} />
        </>
      ) : (
        <Action label={t('Mark as new')} icon={<RotateCcw />} run={triage.reopen} />
      )}
    </div>
  )
}

type ActionProps = { label: string; icon: ReactNode; run: () => void; primary?: boolean }

const Action = ({ label, icon, run, primary = false }: ActionProps) => (
  <button
    type="button"
    onClick={run}
    className={cx(
      'flex min-h-12 flex-1 flex-col items-center justify-center gap-0.5 rounded-md text-xs font-medium ' +
        '[&>svg]:size-4.5',
      primary ? 'bg-accent text-accent-ink' : 'text-soft hover:bg-hover',
    )}
  >
    {icon}
    {label}
  </button>
)
