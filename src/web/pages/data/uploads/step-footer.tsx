import type { ReactNode } from 'react'

/** The actions of a step: at its end, and at the bottom of the window while the step is longer than that. */
export const StepFooter = ({ children }: { children: ReactNode }) => (
  <div className="sticky bottom-0 flex flex-wrap items-center gap-3 rounded-b-xl border-t border-line bg-panel px-4 py-3">
    {children}
  </div>
)
