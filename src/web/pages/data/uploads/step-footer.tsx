import type { ReactNode } from 'react'
import { cx } from '#web/ui/cx.ts'

const footerClass = cx(
  'sticky bottom-0 flex flex-wrap items-center gap-3 rounded-b-xl border-t border-line',
  'bg-panel px-4 py-3',
)

/** The actions of a step: at its end, and at the bottom of the window while the step is longer than that. */
export const StepFooter = ({ children }: { children: ReactNode }) => <div className={footerClass}>{children}</div>
