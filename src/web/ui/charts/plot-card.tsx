import { type ReactNode, useRef } from 'react'
import { Card } from '#web/ui/card.tsx'
import type { ExportRow } from '#web/ui/lists/export-menu.tsx'
import { PlotMenu } from './plot-menu.tsx'

type Props = {
  title: string
  name: string
  rows: () => readonly ExportRow[]
  note?: ReactNode
  actions?: ReactNode
  children: ReactNode
}

/** A card with a plot that can be exported. */
export function PlotCard({ title, name, rows, note, actions, children }: Props) {
  const plot = useRef<HTMLDivElement>(null)
  return (
    <Card
      title={title}
      note={note}
      actions={
        <>
          {actions}
          <PlotMenu name={name} title={title} plot={plot} rows={rows} />
        </>
      }
    >
      <div ref={plot}>{children}</div>
    </Card>
  )
}
